// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.os.PageFaults;
import java.io.IOException;
import java.util.Set;

/// The files of a channel that was unlinked: which lanes its members have mapped, and the deletion
/// of files that no member needs any more.
final class UnlinkedFiles {

  private final Table table;
  private final RegistryLocks locks;
  private final LaneFiles files;
  private final LaneAssignment laneAssignment;
  private final TableChanges changes;

  UnlinkedFiles(
      Table table,
      RegistryLocks locks,
      LaneFiles files,
      LaneAssignment laneAssignment,
      TableChanges changes) {
    this.table = table;
    this.locks = locks;
    this.files = files;
    this.laneAssignment = laneAssignment;
    this.changes = changes;
  }

  private boolean isUnlinked() {
    return table.place() == Table.UNLINKED;
  }

  /// Records which lanes a member has mapped. The caller holds the lock.
  ///
  /// @param ids the ids of the lanes
  void setOpened(MemberSlot memberSlot, Set<Long> ids) {
    memberSlot.setOpenedLanes(ids);
    if (isUnlinked()) {
      laneAssignment.recordOpened(memberSlot);
    }
  }

  /// If the channel was unlinked: stores which lanes members of this process have mapped, and
  /// deletes the files if no member has another lane to open.
  ///
  /// @param patienceNanos how long to wait while the registry is busy
  /// @return false when it stayed busy
  boolean tryRecordOpened(Iterable<MemberSlot> memberSlots, long patienceNanos) throws IOException {
    Boolean recorded =
        changes.lockedWithin(
            patienceNanos,
            () -> {
              for (MemberSlot memberSlot : memberSlots) {
                if (memberSlot.isTaken()) {
                  laneAssignment.recordOpened(memberSlot);
                }
              }
              deleteUnneededFiles();
              return true;
            });
    return recorded != null;
  }

  /// Whether the channel was unlinked and no member needs its files: none is alive, or none has
  /// another lane to open. False if the registry stays busy.
  private boolean isUnneeded() throws IOException {
    if (!isUnlinked()) {
      return false;
    }
    if (!locks.mayAnyBeAlive(table.members())) {
      return true;
    }
    Boolean unneeded =
        changes.lockedSoon(() -> {
          changes.removeDead();
          return !laneAssignment.mayOpenLanes();
        });
    return Boolean.TRUE.equals(unneeded);
  }

  /// As {@link #isUnneeded}; false if this cannot be determined.
  boolean isUnneededNow() {
    try {
      boolean unneeded = isUnneeded();
      PageFaults.settle();
      return unneeded;
    } catch (IOException | IllegalStateException | InternalError e) {
      return false; // Closed, truncated or damaged: the next channel's creation deletes them.
    }
  }

  /// Deletes the files of the channel, which was unlinked.
  void deleteRetired() {
    files.deleteRetired();
  }

  /// Deletes files that nobody needs any more: files of deleted lanes, on systems where such files
  /// stay, and all files if the channel was unlinked and no member has another lane to open. The
  /// caller holds the lock, and has unmapped its own deleted lanes.
  void deleteUnneededFiles() throws IOException {
    laneAssignment.deleteUnmappedFiles();
    if (isUnlinked() && !laneAssignment.mayOpenLanes()) {
      files.deleteRetired();
    }
  }
}
