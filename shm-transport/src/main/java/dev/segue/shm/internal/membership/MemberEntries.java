// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.os.Signal;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The entries of the members in the tables: their heartbeats, and the signals that wake them.
final class MemberEntries {

  private final Table table;
  private final TableChanges changes;

  MemberEntries(Table table, TableChanges changes) {
    this.table = table;
    this.changes = changes;
  }

  /// Returns the signal of the member at the other end of a lane, or null if that member never
  /// sleeps. The caller holds the lock.
  @Nullable Signal signal(long memberId) {
    int slot = slotOf(memberId);
    return slot >= 0 && table.flag(slot, ChannelLayout.MEMBER_MAY_SLEEP) != 0
        ? new Signal(table.flagSegment(slot, ChannelLayout.MEMBER_SIGNAL))
        : null;
  }

  /// Wakes a member, if it is asleep.
  void raise(long memberId) {
    int slot = slotOf(memberId);
    if (slot >= 0) {
      new Signal(table.flagSegment(slot, ChannelLayout.MEMBER_SIGNAL)).raise();
    }
  }

  /// The slot of the member at an end of a lane, or -1 if that end has no member.
  private int slotOf(long memberId) {
    return memberId <= 0 ? -1 : table.slotOf(memberId);
  }

  /// Records that a member may sleep from now on, so that the members it waits for raise its
  /// signal, unless the registry is busy.
  ///
  /// @return whether it was recorded
  boolean tryAllowSleep(MemberSlot memberSlot) throws IOException {
    Boolean recorded =
        changes.tryLocked(() -> {
          if (memberSlot.isTaken()) {
            changes.begin();
            table.setFlag(memberSlot.slot(), ChannelLayout.MEMBER_MAY_SLEEP, 1);
            changes.end();
          }
          return true;
        });
    return recorded != null;
  }

  /// The heartbeat count of the member in a slot, or -1 if the slot is free.
  long heartbeat(int slot) {
    return table.member(slot, ChannelLayout.MEMBER_ID) == 0
        ? -1
        : table.member(slot, ChannelLayout.MEMBER_HEARTBEAT);
  }

  /// A number that identifies the process of the member in a slot, or 0 if the slot is free.
  long process(int slot) {
    long heartbeat = heartbeat(slot);
    return heartbeat <= 0
        ? 0
        : Heartbeats.process(table.member(slot, ChannelLayout.MEMBER_PID), heartbeat);
  }

  long memberId(int slot) {
    return table.member(slot, ChannelLayout.MEMBER_ID);
  }
}
