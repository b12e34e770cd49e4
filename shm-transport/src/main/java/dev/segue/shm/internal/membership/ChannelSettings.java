// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

/// What is fixed when a channel is made.
///
/// @param maxMessageLength the longest message of its lanes
/// @param delivery which lanes there are
/// @param slowPolicy for the facade alone: what a broadcast does about a full lane
/// @param peerTimeoutNanos after how long without a sign of life a member is fenced; 0: never
/// @param members how many there can be at once
public record ChannelSettings(
    long maxMessageLength, Delivery delivery, int slowPolicy, long peerTimeoutNanos, int members) {

  /// The most members that a channel can be made for.
  public static final int MAX_MEMBERS = 256;

  private static final int LEAST_LANES = 16;

  /// How many lanes there can be at once: one for each pair, and as many again that are drained.
  int lanes() {
    return Math.max(LEAST_LANES, members * members / 2);
  }
}
