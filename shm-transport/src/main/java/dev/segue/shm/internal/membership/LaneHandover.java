// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.lane.LaneConsumer;
import dev.segue.shm.internal.membership.MembershipException.Reason;
import dev.segue.shm.internal.os.Mapping;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The handover of lanes: a lane that lost its reader gets another one, and a lane that lost its
/// publisher is deleted once it is read to its end.
final class LaneHandover {

  private final Path path;
  private final ChannelSettings settings;
  private final Table table;
  private final RegistryLocks locks;
  private final LaneAssignment laneAssignment;
  private final TableChanges changes;

  LaneHandover(
      Path path,
      ChannelSettings settings,
      Table table,
      RegistryLocks locks,
      LaneAssignment laneAssignment,
      TableChanges changes) {
    this.path = path;
    this.settings = settings;
    this.table = table;
    this.locks = locks;
    this.laneAssignment = laneAssignment;
    this.changes = changes;
  }

  /// Takes over the reading end of a lane for a member. The caller holds the lock.
  ///
  /// @throws MembershipException `FULL` when too many earlier readers of the lane are paused and
  ///   may resume
  LaneConsumer takeOver(Mapping lane, MemberSlot memberSlot) throws MembershipException {
    long self = memberSlot.asOwner();
    LaneConsumer consumer =
        LaneConsumer.takeOver(
            lane.segment(),
            settings.maxMessageLength(),
            self,
            owner -> owner != self && mayStore(owner));
    if (consumer == null) {
      throw new MembershipException(
          Reason.FULL,
          "too many fenced subscribers of %s are paused and may continue: end their processes"
              .formatted(path));
    }
    return consumer;
  }

  /// Whether an earlier reader of a lane may still store to it, not knowing that it was fenced. It
  /// holds its lock until it ends, and its slot is not reused before.
  private boolean mayStore(long owner) {
    int slot = MemberSlot.slotOf(owner);
    if (slot >= table.members()) {
      return false;
    }
    long now = table.member(slot, ChannelLayout.MEMBER_ID);
    return (now == 0 || now == MemberSlot.idOf(owner)) && locks.mayBeAlive(slot);
  }

  /// Records that a publisher no longer writes to a draining lane. The caller holds the lock.
  void detachProducer(LaneRef lane) {
    changes.begin();
    table.setLane(lane.slot(), ChannelLayout.LANE_PRODUCER, Table.PRODUCER_GONE);
    changes.end();
  }

  /// Deletes a lane that is orphaned and read to its end, unless it is the channel's only lane,
  /// which stays for the next publisher.
  ///
  /// @param lane the lane as its consumer knows it
  /// @param drained whether the lane is read to its end; called under the lock, because the lane
  ///   may have had another producer until then
  /// @return whether the lane is gone, or null when the lock was not free
  @Nullable Boolean tryRetire(LaneRef lane, BooleanSupplier drained) throws IOException {
    HaltPoints.before("retirement");
    return changes.tryLocked(() -> retire(lane, drained));
  }

  private boolean retire(LaneRef lane, BooleanSupplier drained) throws IOException {
    LaneRef now = LaneRef.at(table, lane.slot());
    if (now.id() != lane.id()) {
      return true;
    }
    boolean spare = settings.delivery() != Delivery.BROADCAST && laneAssignment.isOnly(now);
    // The consumer might not yet know that another producer had the lane and was fenced.
    boolean known = now.producer() == lane.producer() && now.consumer() == lane.consumer();
    if (!now.orphaned() || !known || spare || !drained.getAsBoolean()) {
      return false;
    }
    changes.begin();
    laneAssignment.free(now);
    changes.end();
    return true;
  }
}
