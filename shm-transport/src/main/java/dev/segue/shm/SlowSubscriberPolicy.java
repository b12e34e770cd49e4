// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

/// What a broadcast does when a subscriber's lane is full.
///
/// Later versions may add constants: a `switch` needs a `default`.
public enum SlowSubscriberPolicy {
  /// Back-pressure: the publisher has no room for a message until the slow subscriber has read.
  BACK_PRESSURE,
  /// The slow subscriber does not get the message. Its lane counts it as dropped.
  DROP,
  /// The slow subscriber is removed from the channel; its next poll throws with kind `FENCED`.
  /// While another process keeps the channel's registry locked, it gets no more messages and is
  /// removed afterwards.
  DISCONNECT
}
