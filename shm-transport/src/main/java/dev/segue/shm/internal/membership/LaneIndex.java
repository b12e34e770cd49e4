// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An index of the lanes in the table by producer and consumer, for a new assignment. The table is
/// read only once; each change is stored in the table at once. The caller holds the registry's
/// lock.
final class LaneIndex {

  private record Ends(long producer, long consumer) {}

  private final Table table;

  /// Lanes that are not draining, oldest first.
  private final Map<Ends, TreeMap<Long, LaneRef>> open = new HashMap<>();

  private final Map<Long, Integer> lanesOfConsumer = new HashMap<>();
  private int firstSlotToTry;

  LaneIndex(Table table, List<LaneRef> lanes) {
    this.table = table;
    lanes.forEach(this::add);
  }

  private void add(LaneRef lane) {
    lanesOfConsumer.merge(lane.consumer(), 1, Integer::sum);
    if (!lane.draining()) {
      open.computeIfAbsent(ends(lane), _ -> new TreeMap<>()).put(lane.id(), lane);
    }
  }

  private void remove(LaneRef lane) {
    lanesOfConsumer.merge(lane.consumer(), -1, Integer::sum);
    @Nullable TreeMap<Long, LaneRef> same = open.get(ends(lane));
    if (same != null) {
      same.remove(lane.id());
    }
  }

  private static Ends ends(LaneRef lane) {
    return new Ends(lane.producer(), lane.consumer());
  }

  /// Returns the oldest lane with these ends that is not draining, or null.
  @Nullable LaneRef find(long producer, long consumer) {
    @Nullable TreeMap<Long, LaneRef> same = open.get(new Ends(producer, consumer));
    return same == null || same.isEmpty() ? null : same.firstEntry().getValue();
  }

  /// The number of lanes that a subscriber reads.
  int countOf(long consumer) {
    return lanesOfConsumer.getOrDefault(consumer, 0);
  }

  /// Changes a field of a lane, here and in the table.
  ///
  /// @return the changed lane
  LaneRef set(LaneRef lane, long field, long value) {
    remove(lane);
    table.setLane(lane.slot(), field, value);
    LaneRef changed = LaneRef.at(table, lane.slot());
    add(changed);
    return changed;
  }

  /// Adds a lane that is new in the table.
  void added(int slot) {
    add(LaneRef.at(table, slot));
  }

  /// Returns a free slot of the table, or -1.
  int freeSlot() {
    for (; firstSlotToTry < table.lanes(); firstSlotToTry++) {
      if (table.lane(firstSlotToTry, ChannelLayout.LANE_ID) == 0) {
        return firstSlotToTry;
      }
    }
    return -1;
  }
}
