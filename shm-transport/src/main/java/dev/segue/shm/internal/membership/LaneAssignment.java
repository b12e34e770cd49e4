// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.membership.MembershipException.Reason;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// Connects publishers and subscribers with lanes.
///
/// Each method brings the table closer to its intended state, from any state, store by store, under
/// the registry's lock. So if a process dies halfway, the next one completes the work by running it
/// again.
final class LaneAssignment {

  private static final Logger LOGGER = System.getLogger("dev.segue.shm");

  private final Table table;
  private final LaneFiles files;
  private final Delivery delivery;

  LaneAssignment(Table table, LaneFiles files, Delivery delivery) {
    this.table = table;
    this.files = files;
    this.delivery = delivery;
  }

  List<LaneRef> lanes() {
    return lanes(_ -> true);
  }

  /// Returns the lanes that a filter accepts, oldest first.
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

  /// Whether the channel has no lane except this one.
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

  /// Removes a member from the table and from its lanes.
  ///
  /// @param fenced whether the member may be alive and unaware of it
  void evict(int slot, boolean fenced) throws IOException {
    if (fenced) {
      table.setBeingFenced(slot); // So that the next lock holder completes it.
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

  /// Gives each lane without a consumer a new one, and each publisher a lane to each subscriber.
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

  /// Gives a lane a new consumer. If its producer already has a lane to each subscriber, the lane
  /// is drained: it is read to its end and then deleted.
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

  /// Stores which of its lanes a member has mapped. Does this only in a channel that was unlinked,
  /// where it matters.
  void recordOpened(MemberSlot memberSlot) {
    long field =
        memberSlot.role() == Role.PUBLISHER
            ? ChannelLayout.LANE_OPENED_BY_PRODUCER
            : ChannelLayout.LANE_OPENED_BY_CONSUMER;
    for (LaneRef lane : lanes(memberSlot::isAtEndOf)) {
      if (memberSlot.hasOpened(lane) && table.lane(lane.slot(), field) != memberSlot.id()) {
        table.setLane(lane.slot(), field, memberSlot.id());
      }
    }
  }

  /// Whether a member of an unlinked channel may have a lane that it has not mapped, or may get
  /// one: in a queue, the lanes of a subscriber that leaves pass to another one.
  boolean mayOpenLanes() {
    return (delivery == Delivery.QUEUE && members(Role.SUBSCRIBER).size() > 1)
        || lanes().stream().anyMatch(this::isUnopened);
  }

  private boolean isUnopened(LaneRef lane) {
    boolean written = !lane.orphaned() && !lane.draining();
    boolean read = lane.consumer() != Table.NO_CONSUMER;
    return (written
            && table.lane(lane.slot(), ChannelLayout.LANE_OPENED_BY_PRODUCER) != lane.producer())
        || (read
            && table.lane(lane.slot(), ChannelLayout.LANE_OPENED_BY_CONSUMER) != lane.consumer());
  }

  /// Creates a channel's first lane.
  void addFirstLane() throws IOException {
    ensureLane(new LaneIndex(table, List.of()), Table.PRODUCER_GONE, Table.NO_CONSUMER);
  }

  private void ensureLane(LaneIndex lanes, long publisher, long consumer) throws IOException {
    if (lanes.find(publisher, consumer) != null) {
      return;
    }
    if (delivery != Delivery.BROADCAST) {
      // Reuses the lane of a dead producer, so that its messages stay before the new ones.
      LaneRef abandoned = lanes.find(Table.PRODUCER_GONE, consumer);
      if (abandoned != null) {
        lanes.set(abandoned, ChannelLayout.LANE_PRODUCER, publisher);
        return;
      }
    }
    int slot = lanes.freeSlot();
    if (slot < 0) {
      throw new MembershipException(
          Reason.FULL,
          "all " + table.lanes() + " lanes of the channel are in use: close some members");
    }
    long id = table.newId();
    files.create(id);
    table.setLane(slot, ChannelLayout.LANE_PRODUCER, publisher);
    table.setLane(slot, ChannelLayout.LANE_CONSUMER, consumer);
    table.setLane(slot, ChannelLayout.LANE_DRAINING, 0);
    table.setLane(slot, ChannelLayout.LANE_ID, id);
    lanes.added(slot);
  }

  /// Deletes the files of deleted lanes that members had mapped when they were deleted, on systems
  /// where such files stay. They do no harm, so a failure is left to the next call.
  void deleteUnmappedFiles() throws IOException {
    if (!files.mayStay()) {
      return;
    }
    try {
      deleteStrayFiles();
    } catch (FileSystemException | DirectoryIteratorException e) {
      LOGGER.log(Level.DEBUG, "deleted lanes of a shared-memory channel could not be listed", e);
    }
  }

  void deleteStrayFiles() throws IOException {
    Set<Long> ids = new HashSet<>();
    lanes().forEach(lane -> ids.add(lane.id()));
    files.deleteAllBut(ids);
  }
}
