// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

/// A snapshot of a lane's table entry.
///
/// @param slot the slot in the table
/// @param id the id of the lane, which is also in its file name
/// @param producer the id of the member that writes to it; 0: it has left or died; -1: it was
///   fenced
/// @param consumer the id of the member that reads from it, or 0
/// @param draining whether the producer must not write to it any more
public record LaneRef(int slot, long id, long producer, long consumer, boolean draining) {

  static LaneRef at(Table table, int slot) {
    return new LaneRef(
        slot,
        table.lane(slot, ChannelLayout.LANE_ID),
        table.lane(slot, ChannelLayout.LANE_PRODUCER),
        table.lane(slot, ChannelLayout.LANE_CONSUMER),
        table.lane(slot, ChannelLayout.LANE_DRAINING) != 0);
  }

  /// Whether the lane has no producer any more.
  public boolean orphaned() {
    return producer <= Table.PRODUCER_GONE;
  }

  /// Whether the producer was fenced. It may still complete a store that it began before.
  public boolean fenced() {
    return producer == Table.PRODUCER_FENCED;
  }
}
