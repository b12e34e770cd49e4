// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.membership.MembershipException.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// Which lanes there shall be, given who is there.
///
/// Everything here brings the table nearer to what it should be, whatever state it is in, one store
/// after the other, and is done under the registry's lock. So whoever died in the middle of it is
/// made good by the next one that does it again.
final class Wiring {

  private final Table table;
  private final LaneFiles files;
  private final Delivery delivery;

  Wiring(Table table, LaneFiles files, Delivery delivery) {
    this.table = table;
    this.files = files;
    this.delivery = delivery;
  }

  List<LaneRef> lanes() {
    return lanes(_ -> true);
  }

  /// Those that are of interest, oldest first.
  List<LaneRef> lanes(Predicate<LaneRef> filter) {
    List<LaneRef> lanes = new ArrayList<>();
    for (int slot = 0; slot < table.lanes(); slot++) {
      if (table.lane(slot, ChannelLayout.LANE_ID) != 0) {
        LaneRef lane = LaneRef.at(table, slot);
        if (filter.test(lane)) {
          lanes.add(lane);
        }
      }
    }
    lanes.sort(Comparator.comparingLong(LaneRef::id));
    return lanes;
  }

  /// Whether there is a lane, and no other one.
  boolean isOnly(LaneRef lane) {
    for (int slot = 0; slot < table.lanes(); slot++) {
      if (slot != lane.slot() && table.lane(slot, ChannelLayout.LANE_ID) != 0) {
        return false;
      }
    }
    return true;
  }

  private List<Long> members(Role role) {
    List<Long> ids = new ArrayList<>();
    for (int slot = 0; slot < table.members(); slot++) {
      if (table.isMember(slot, role)) {
        ids.add(table.member(slot, ChannelLayout.MEMBER_ID));
      }
    }
    return ids;
  }

  /// Takes a member out.
  ///
  /// @param fenced whether it may be alive, and not know yet
  void evict(int slot, boolean fenced) throws IOException {
    if (fenced) {
      table.setBeingFenced(slot); // For whoever has to complete this: its lock does not tell.
    }
    long id = table.member(slot, ChannelLayout.MEMBER_ID);
    for (LaneRef lane : lanes()) {
      if (lane.producer() == id) {
        table.setLane(
            lane.slot(),
            ChannelLayout.LANE_PRODUCER,
            fenced ? Table.PRODUCER_FENCED : Table.PRODUCER_GONE);
      }
      if (lane.consumer() == id) {
        if (delivery == Delivery.BROADCAST) {
          free(lane);
        } else {
          table.setLane(lane.slot(), ChannelLayout.LANE_CONSUMER, Table.NO_CONSUMER);
        }
      }
    }
    table.setMember(slot, ChannelLayout.MEMBER_ID, 0);
  }

  void free(LaneRef lane) throws IOException {
    table.setLane(lane.slot(), ChannelLayout.LANE_ID, 0);
    files.delete(lane.id());
  }

  /// Gives every lane that has lost its consumer a new one, and every pair its lane.
  void connect() throws IOException {
    List<Long> publishers = members(Role.PUBLISHER);
    List<Long> subscribers = members(Role.SUBSCRIBER);
    List<LaneRef> before = lanes();
    LaneIndex lanes = new LaneIndex(table, before);
    if (delivery != Delivery.BROADCAST && !subscribers.isEmpty()) {
      for (LaneRef lane : before) {
        if (lane.consumer() == Table.NO_CONSUMER) {
          assign(lanes, lane, subscribers);
        }
      }
    }
    for (long publisher : publishers) {
      for (long subscriber : subscribers) {
        ensureLane(lanes, publisher, subscriber);
      }
      if (subscribers.isEmpty() && delivery != Delivery.BROADCAST) {
        ensureLane(lanes, publisher, Table.NO_CONSUMER);
      }
    }
  }

  /// A lane whose producer has another lane to each subscriber already is read to its end, and
  /// gone.
  private static void assign(LaneIndex lanes, LaneRef lane, List<Long> subscribers) {
    for (long subscriber : subscribers) {
      if (lanes.find(lane.producer(), subscriber) == null) {
        lanes.set(lane, ChannelLayout.LANE_CONSUMER, subscriber);
        return;
      }
    }
    LaneRef last = lane;
    if (!lane.orphaned()) {
      last = lanes.set(lane, ChannelLayout.LANE_DRAINING, 1);
    }
    long leastLoaded =
        subscribers.stream().min(Comparator.comparingInt(lanes::countOf)).orElseThrow();
    lanes.set(last, ChannelLayout.LANE_CONSUMER, leastLoaded);
  }

  /// Makes a channel's first lane.
  void addFirstLane() throws IOException {
    ensureLane(new LaneIndex(table, List.of()), Table.PRODUCER_GONE, Table.NO_CONSUMER);
  }

  private void ensureLane(LaneIndex lanes, long publisher, long consumer) throws IOException {
    if (lanes.find(publisher, consumer) != null) {
      return;
    }
    if (delivery != Delivery.BROADCAST) {
      // One whose producer has died: what it had committed stays before what comes now.
      LaneRef abandoned = lanes.find(Table.PRODUCER_GONE, consumer);
      if (abandoned != null) {
        lanes.set(abandoned, ChannelLayout.LANE_PRODUCER, publisher);
        return;
      }
    }
    int slot = lanes.freeSlot();
    if (slot < 0) {
      throw new MembershipException(
          Reason.FULL, "all " + table.lanes() + " lanes of the channel are in use");
    }
    long id = table.newId();
    files.create(id);
    table.setLane(slot, ChannelLayout.LANE_PRODUCER, publisher);
    table.setLane(slot, ChannelLayout.LANE_CONSUMER, consumer);
    table.setLane(slot, ChannelLayout.LANE_DRAINING, 0);
    table.setLane(slot, ChannelLayout.LANE_ID, id);
    lanes.added(slot);
  }

  void deleteStrayFiles() throws IOException {
    Set<Long> ids = new HashSet<>();
    lanes().forEach(lane -> ids.add(lane.id()));
    files.deleteAllBut(ids);
  }
}
