// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

/// The settings of a channel, fixed when it is created.
///
/// @param maxMessageLength the length of the longest message, in bytes
/// @param delivery which lanes connect publishers and subscribers
/// @param slowPolicy what a broadcast does when a lane is full, as a code that the facade defines
/// @param peerTimeoutNanos how long a member may go without a heartbeat before it is fenced; 0: no
///   limit
/// @param members the maximum number of members at once
public record ChannelSettings(
    long maxMessageLength, Delivery delivery, int slowPolicy, long peerTimeoutNanos, int members) {

  /// The largest number of members that a channel can be created for.
  public static final int MAX_MEMBERS = 256;

  private static final int LEAST_LANES = 16;

  /// The maximum number of lanes at once: one for each pair of a publisher and a subscriber, and
  /// the same number again for lanes that are draining.
  int lanes() {
    return Math.max(LEAST_LANES, members * members / 2);
  }
}
