// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

/// The flow-control credit that a receiver has granted to its peer: the bytes of messages, and 16
/// more for each message. The peer may start a message while it has any credit left. Not
/// thread-safe.
final class Credit {

  private final int initial;
  private long granted;

  /// The bytes of the messages that were delivered since the last grant. A message may be longer
  /// than all credit, so this may exceed an `int`.
  private long owed;

  /// @param initial the peer's initial credit
  Credit(int initial) {
    this.initial = initial;
    this.granted = initial;
  }

  /// Subtracts the credit for a message that the peer has started.
  ///
  /// @return whether the peer had credit left
  boolean use(int length) {
    if (granted <= 0) {
      return false;
    }
    granted -= Outbound.cost(length);
    return true;
  }

  /// Records that the credit of a delivered message is owed to the peer.
  void owe(int length) {
    owed += Outbound.cost(length);
  }

  /// Returns the owed credit, if it is worth a frame.
  ///
  /// @return bytes to grant to the peer, at most what one frame can grant; or 0
  int giveBack() {
    if (owed < initial / 2) {
      return 0;
    }
    int credit = (int) Math.min(owed, Integer.MAX_VALUE);
    owed -= credit;
    granted += credit;
    return credit;
  }
}
