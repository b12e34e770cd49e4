// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import static dev.segue.shm.internal.lane.LaneLayout.WORD;

import java.lang.foreign.MemorySegment;

/// What a lane has counted since it was made, as of some moment.
///
/// @param messages published
/// @param bytes published in messages
/// @param delivered messages that were released
/// @param refused claims that found no room
/// @param dropped messages that were not sent because there was no room
public record LaneCounters(long messages, long bytes, long delivered, long refused, long dropped) {

  /// Reads them, whoever is at work on the lane.
  public static LaneCounters of(MemorySegment lane) {
    return new LaneCounters(
        (long) WORD.getOpaque(lane, LaneLayout.MESSAGES_OFFSET),
        (long) WORD.getOpaque(lane, LaneLayout.BYTES_OFFSET),
        (long) WORD.getOpaque(lane, LaneLayout.DELIVERED_OFFSET),
        (long) WORD.getOpaque(lane, LaneLayout.REFUSED_OFFSET),
        (long) WORD.getOpaque(lane, LaneLayout.DROPPED_OFFSET));
  }
}
