// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

/// What a broadcast does about a subscriber whose lane is full.
public enum SlowSubscriber {
  /// Back-pressure: the publisher's claim finds no room until that one has read.
  BLOCK,
  /// The message does not go to that one, and is counted as dropped in its lane.
  DROP,
  /// That one is taken out of the channel, and finds itself `FENCED` at its next poll. While
  /// another process keeps the registry busy, it gets no more messages and is taken out after that.
  DISCONNECT
}
