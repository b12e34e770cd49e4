// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.membership;

import dev.segue.shm.membership.MembershipException.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
    List<LaneRef> lanes = new ArrayList<>();
    for (int slot = 0; slot < table.lanes(); slot++) {
      LaneRef lane = LaneRef.at(table, slot);
      if (lane.id() != 0) {
        lanes.add(lane);
      }
    }
    lanes.sort(Comparator.comparingLong(LaneRef::id));
    return lanes;
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
    if (delivery != Delivery.BROADCAST && !subscribers.isEmpty()) {
      for (LaneRef lane : lanes()) {
        if (lane.consumer() == Table.NO_CONSUMER) {
          assign(lane, subscribers);
        }
      }
    }
    for (long publisher : publishers) {
      for (long subscriber : subscribers) {
        ensureLane(publisher, subscriber);
      }
      if (subscribers.isEmpty() && delivery != Delivery.BROADCAST) {
        ensureLane(publisher, Table.NO_CONSUMER);
      }
    }
  }

  /// A lane whose producer has another lane to each subscriber already is read to its end, and
  /// gone.
  private void assign(LaneRef lane, List<Long> subscribers) {
    List<LaneRef> lanes = lanes();
    for (long subscriber : subscribers) {
      if (find(lanes, lane.producer(), subscriber) == null) {
        table.setLane(lane.slot(), ChannelLayout.LANE_CONSUMER, subscriber);
        return;
      }
    }
    if (!lane.orphaned()) {
      table.setLane(lane.slot(), ChannelLayout.LANE_DRAINING, 1);
    }
    long leastLoaded =
        subscribers.stream()
            .min(
                Comparator.comparingLong(
                    id -> lanes.stream().filter(other -> other.consumer() == id).count()))
            .orElseThrow();
    table.setLane(lane.slot(), ChannelLayout.LANE_CONSUMER, leastLoaded);
  }

  private static @Nullable LaneRef find(List<LaneRef> lanes, long producer, long consumer) {
    for (LaneRef lane : lanes) {
      if (lane.producer() == producer && lane.consumer() == consumer && !lane.draining()) {
        return lane;
      }
    }
    return null;
  }

  void ensureLane(long publisher, long consumer) throws IOException {
    List<LaneRef> lanes = lanes();
    if (find(lanes, publisher, consumer) != null) {
      return;
    }
    if (delivery != Delivery.BROADCAST) {
      // One whose producer has died: what it had committed stays before what comes now.
      LaneRef abandoned = find(lanes, Table.PRODUCER_GONE, consumer);
      if (abandoned != null) {
        table.setLane(abandoned.slot(), ChannelLayout.LANE_PRODUCER, publisher);
        return;
      }
    }
    int slot = freeSlot();
    long id = table.newId();
    files.create(id);
    table.setLane(slot, ChannelLayout.LANE_PRODUCER, publisher);
    table.setLane(slot, ChannelLayout.LANE_CONSUMER, consumer);
    table.setLane(slot, ChannelLayout.LANE_DRAINING, 0);
    table.setLane(slot, ChannelLayout.LANE_ID, id);
  }

  private int freeSlot() throws MembershipException {
    for (int slot = 0; slot < table.lanes(); slot++) {
      if (table.lane(slot, ChannelLayout.LANE_ID) == 0) {
        return slot;
      }
    }
    throw new MembershipException(
        Reason.FULL, "all " + table.lanes() + " lanes of the channel are in use");
  }

  void deleteStrayFiles() throws IOException {
    Set<Long> ids = new HashSet<>();
    lanes().forEach(lane -> ids.add(lane.id()));
    files.deleteAllBut(ids);
  }
}
