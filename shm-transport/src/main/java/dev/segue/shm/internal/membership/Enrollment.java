// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.membership.MembershipException.Reason;
import dev.segue.shm.internal.os.Cleanup;
import dev.segue.shm.internal.os.LockFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/// The enrollment of new members: a free slot of the tables, its lock, and the member's lanes.
final class Enrollment {

  private final ChannelStatus status;
  private final Delivery delivery;
  private final Table table;
  private final RegistryLocks locks;
  private final LaneAssignment laneAssignment;
  private final TableChanges changes;

  Enrollment(
      ChannelStatus status,
      Delivery delivery,
      Table table,
      RegistryLocks locks,
      LaneAssignment laneAssignment,
      TableChanges changes) {
    this.status = status;
    this.delivery = delivery;
    this.table = table;
    this.locks = locks;
    this.laneAssignment = laneAssignment;
    this.changes = changes;
  }

  /// Adds a member and its lanes.
  ///
  /// @throws MembershipException `TAKEN`, `FULL` or `BUSY`
  /// @throws NoSuchFileException when the channel was unlinked, even if another one has its path
  MemberSlot join(Role role) throws IOException {
    return changes.locked(() -> {
      changes.removeDead();
      if (delivery == Delivery.PAIR) {
        requireVacant(role);
      }
      status.requireInPlace();
      return enroll(role);
    });
  }

  private void requireVacant(Role role) throws MembershipException {
    for (int slot = 0; slot < table.members(); slot++) {
      if (table.isMember(slot, role)) {
        throw new MembershipException(
            Reason.TAKEN,
            "%s takes one %s at a time, and has one that is alive (process %d): close it, or create the channel as a queue"
                .formatted(
                    status.path(), role.inWords(), table.member(slot, ChannelLayout.MEMBER_PID)));
      }
    }
  }

  private MemberSlot enroll(Role role) throws IOException {
    for (int slot = 0; slot < table.members(); slot++) {
      if (table.member(slot, ChannelLayout.MEMBER_ID) == 0) {
        LockFile.Held lock = locks.tryMember(slot);
        if (lock != null) {
          requireLinked(lock);
          return enroll(role, slot, lock);
        }
        // Otherwise a fenced member in this slot is still alive.
      }
    }
    // A process that unlinks the channel locks free slots for a moment.
    status.requireLinked();
    throw new MembershipException(
        Reason.FULL,
        "%s has its maximum of %d members: close some, or create it with a higher maxMembers"
            .formatted(status.path(), table.members()));
  }

  /// Checks that the channel was not unlinked before this process locked a slot. Unlinking stores
  /// the mark before it looks for locked slots, so either the mark is seen here or the lock there.
  private void requireLinked(LockFile.Held lock) throws IOException {
    try {
      status.requireLinked();
    } catch (NoSuchFileException e) {
      Cleanup.after(e, lock::release);
      throw e;
    }
  }

  private MemberSlot enroll(Role role, int slot, LockFile.Held lock) throws IOException {
    try {
      changes.begin();
      long id = table.newId();
      MemberSlot memberSlot = new MemberSlot(table, slot, id, role, lock);
      table.setMember(slot, ChannelLayout.MEMBER_ROLE, role.code);
      table.setMember(slot, ChannelLayout.MEMBER_PID, ProcessHandle.current().pid());
      table.setMember(slot, ChannelLayout.MEMBER_HEARTBEAT, 0);
      table.setFlag(slot, ChannelLayout.MEMBER_SIGNAL, 0);
      table.setFlag(slot, ChannelLayout.MEMBER_MAY_SLEEP, 0);
      table.setMember(slot, ChannelLayout.MEMBER_WAITS, 0);
      table.setMember(slot, ChannelLayout.MEMBER_ID, id);
      laneAssignment.connect();
      memberSlot.beat(); // creating lanes may have taken a while
      changes.end();
      return memberSlot;
    } catch (IOException | RuntimeException | Error e) {
      undo(slot, lock, e);
      throw e;
    }
  }

  private void undo(int slot, LockFile.Held lock, Throwable failure) {
    Cleanup.after(failure, lock::release);
    // A new assignment gives the lanes that it had by then to other subscribers.
    Cleanup.after(failure, () -> changes.remove(slot));
  }
}
