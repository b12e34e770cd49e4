// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

/// The credit that a receiver has given to its peer: bytes of messages, and 16 for each. A message
/// may be begun while any is left. Not thread-safe.
final class Credit {

  private final int initial;
  private long granted;

  /// The bytes of the messages that were delivered since credit was given last. A message may be
  /// longer than all credit, so this may be more than an int.
  private long owed;

  /// @param initial what the peer has at first
  Credit(int initial) {
    this.initial = initial;
    this.granted = initial;
  }

  /// Takes the credit for a message that the peer has begun.
  ///
  /// @return whether the peer had credit left
  boolean use(int length) {
    if (granted <= 0) {
      return false;
    }
    granted -= Outbound.cost(length);
    return true;
  }

  /// Owes the credit of a message that was delivered.
  void owe(int length) {
    owed += Outbound.cost(length);
  }

  /// Gives back what is owed, if it is worth a frame.
  ///
  /// @return bytes for the peer, at most what a frame can grant; or 0
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
