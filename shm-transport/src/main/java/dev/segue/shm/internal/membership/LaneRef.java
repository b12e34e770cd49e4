// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

/// A lane as it stood in the table.
///
/// @param slot where in the table
/// @param id its id, and its file's name
/// @param producer the member that writes to it, 0 when it has gone, -1 when it was fenced
/// @param consumer the member that reads from it, or 0
/// @param draining whether nothing more is to be written to it
public record LaneRef(int slot, long id, long producer, long consumer, boolean draining) {

  static LaneRef at(Table table, int slot) {
    return new LaneRef(
        slot,
        table.lane(slot, ChannelLayout.LANE_ID),
        table.lane(slot, ChannelLayout.LANE_PRODUCER),
        table.lane(slot, ChannelLayout.LANE_CONSUMER),
        table.lane(slot, ChannelLayout.LANE_DRAINING) != 0);
  }

  /// Whether no member writes to it any more.
  public boolean orphaned() {
    return producer <= Table.PRODUCER_GONE;
  }

  /// Whether its writer was fenced, and may yet finish a store that it had begun.
  public boolean fenced() {
    return producer == Table.PRODUCER_FENCED;
  }
}
