// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import java.io.Closeable;
import java.io.IOException;

/// The removal of members: by themselves when they leave, or by others, which fence them.
final class Removal {

  private final ChannelStatus status;
  private final Table table;
  private final UnlinkedFiles files;
  private final TableChanges changes;

  Removal(ChannelStatus status, Table table, UnlinkedFiles files, TableChanges changes) {
    this.status = status;
    this.table = table;
    this.files = files;
    this.changes = changes;
  }

  /// Removes a member, which must not use its lanes any more.
  void leave(MemberSlot memberSlot) throws IOException {
    try (Closeable _ = memberSlot.lock::release) {
      changes.lockedAsIs(() -> {
        if (!status.isLost()) {
          changes.removeDead();
          if (memberSlot.isTaken()) {
            changes.remove(memberSlot.slot());
          }
        }
        return true;
      });
    }
    if (files.isUnneededNow()) {
      files.deleteRetired();
    }
  }

  /// Removes a member whose lanes are still being accessed. It is fenced, so that no other
  /// publisher gets its lanes to write to. If that fails, it stays a member until its process ends
  /// or another process fences it.
  void leaveMapped(MemberSlot memberSlot) throws IOException {
    try {
      fence(memberSlot.id());
      memberSlot.lock.release();
    } catch (IOException | RuntimeException | Error e) {
      memberSlot.lock.pin();
      throw e;
    }
  }

  /// Removes a member that may be alive: its next call finds that it was fenced. Does nothing if
  /// the member has left.
  void fence(long memberId) throws IOException {
    changes.locked(() -> {
      fence(table.slotOf(memberId), memberId);
      return true;
    });
  }

  /// Fences a member, unless its heartbeat has changed since it was seen, or the registry is busy:
  /// the keeper must not wait, because it has heartbeats of its own to store.
  void fenceIfSilent(long memberId, long heartbeatSeen) throws IOException {
    changes.tryLocked(() -> {
      int slot = table.slotOf(memberId);
      if (slot >= 0 && table.member(slot, ChannelLayout.MEMBER_HEARTBEAT) == heartbeatSeen) {
        fence(slot, memberId);
      }
      return true;
    });
  }

  /// Fences a member, unless the registry is busy.
  void tryFence(long memberId) throws IOException {
    changes.tryLocked(() -> {
      fence(table.slotOf(memberId), memberId);
      return true;
    });
  }

  private void fence(int slot, long memberId) throws IOException {
    if (slot >= 0) {
      changes.fence(slot, memberId);
    }
  }
}
