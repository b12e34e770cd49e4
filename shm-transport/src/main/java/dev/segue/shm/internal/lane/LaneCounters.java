// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import static dev.segue.shm.internal.lane.LaneLayout.WORD;

import java.lang.foreign.MemorySegment;

/// A snapshot of the counters of a lane, which start when the lane is created.
///
/// @param messages messages that were published
/// @param bytes total length of the published messages
/// @param delivered messages that were released by the consumer
/// @param refused claims that found no room
/// @param dropped messages that were dropped for lack of room
public record LaneCounters(long messages, long bytes, long delivered, long refused, long dropped) {

  /// Reads the counters of a lane that may be in use.
  public static LaneCounters of(MemorySegment lane) {
    return new LaneCounters(
        (long) WORD.getOpaque(lane, LaneLayout.MESSAGES_OFFSET),
        (long) WORD.getOpaque(lane, LaneLayout.BYTES_OFFSET),
        (long) WORD.getOpaque(lane, LaneLayout.DELIVERED_OFFSET),
        (long) WORD.getOpaque(lane, LaneLayout.REFUSED_OFFSET),
        (long) WORD.getOpaque(lane, LaneLayout.DROPPED_OFFSET));
  }
}
