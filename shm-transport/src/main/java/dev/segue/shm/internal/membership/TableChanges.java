// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.events.FenceEvent;
import dev.segue.shm.internal.events.ReclaimEvent;
import dev.segue.shm.internal.halt.Waits;
import dev.segue.shm.internal.membership.MembershipException.Reason;
import dev.segue.shm.internal.os.LockFile;
import dev.segue.shm.internal.os.PageFaults;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Changes to a channel's tables, made under the registry's lock, and the completion of changes
/// that a process left half done when it died.
///
/// The generation is odd during a change. The next holder of the lock finds it odd if the previous
/// holder died, and completes the change.
final class TableChanges {

  private static final long RETRY_NANOS = 20_000;
  private static final long PATIENCE_NANOS = 1_000_000_000;

  private final Path path;
  private final Table table;
  private final RegistryLocks locks;
  private final LaneAssignment laneAssignment;

  TableChanges(Path path, Table table, RegistryLocks locks, LaneAssignment laneAssignment) {
    this.path = path;
    this.table = table;
    this.locks = locks;
    this.laneAssignment = laneAssignment;
  }

  /// Runs an action under the lock, after completing a half-done change.
  ///
  /// @throws MembershipException `BUSY` when another process does not release the lock
  <T> T locked(LockedAction<T> action) throws IOException {
    return lockedAsIs(() -> completed(action));
  }

  /// Runs an action that only reads under the lock, without completing a half-done change.
  ///
  /// @throws MembershipException `BUSY` when another process does not release the lock
  <T> T lockedAsIs(LockedAction<T> action) throws IOException {
    return under(locks.registry(), action);
  }

  /// Runs an action as {@link #locked} does, if the lock is free.
  ///
  /// @return the result of the action, or null when the lock was not free
  <T> @Nullable T tryLocked(LockedAction<T> action) throws IOException {
    LockFile.Held lock = locks.tryRegistry();
    return lock == null ? null : under(lock, () -> completed(action));
  }

  /// Runs an action as {@link #locked} does, if the lock becomes free within a second: a process
  /// that holds it may be paused.
  ///
  /// @return the result of the action, or null when the lock did not become free
  <T> @Nullable T lockedSoon(LockedAction<T> action) throws IOException {
    return lockedWithin(PATIENCE_NANOS, action);
  }

  /// Runs an action as {@link #locked} does, if the lock becomes free in time: its holder may be
  /// paused.
  ///
  /// @return the result of the action, or null when the lock did not become free
  <T> @Nullable T lockedWithin(long nanos, LockedAction<T> action) throws IOException {
    long start = System.nanoTime();
    LockFile.Held lock = locks.tryRegistry();
    while (lock == null && System.nanoTime() - start < nanos) {
      Waits.park(Waits.LOCK, RETRY_NANOS);
      lock = locks.tryRegistry();
    }
    return lock == null ? null : under(lock, () -> completed(action));
  }

  /// Runs an action as {@link #lockedAsIs} does, if the lock is free.
  ///
  /// @return the result of the action, or null when the lock was not free
  <T> @Nullable T tryLockedAsIs(LockedAction<T> action) throws IOException {
    LockFile.Held lock = locks.tryRegistry();
    return lock == null ? null : under(lock, action);
  }

  private <T> T completed(LockedAction<T> action) throws IOException {
    if (isHalfDone()) {
      removeDead();
    }
    return action.run();
  }

  private <T> T under(LockFile.Held lock, LockedAction<T> action) throws IOException {
    try (Closeable _ = lock::release) {
      T result = action.run();
      PageFaults.settle();
      return result;
    } catch (InternalError e) {
      // Thrown by an access to a page that was truncated from its file.
      MembershipException damaged =
          new MembershipException(
              Reason.DAMAGED,
              path + " was truncated while it was in use: unlink it, and create it anew");
      damaged.initCause(e);
      throw damaged;
    }
  }

  /// Begins a change, unless one has begun.
  void begin() {
    if (!isHalfDone()) {
      table.nextGeneration();
    }
  }

  /// Ends a change, and wakes the members that sleep, so that they look at the tables.
  void end() {
    table.nextGeneration();
    table.wakeMembers();
  }

  /// Whether a process is changing the tables, or died while changing them.
  boolean isHalfDone() {
    return (table.generation() & 1) != 0;
  }

  /// Removes the members that have died, and completes the removal of members that a dead process
  /// was fencing. Reassigns the lanes if this changed anything, or if a change was half done.
  void removeDead() throws IOException {
    boolean changed = isHalfDone();
    if (changed) {
      laneAssignment.deleteStrayFiles(); // Before a new assignment creates files for new lanes.
    } else {
      laneAssignment.deleteUnmappedFiles();
    }
    for (int slot = 0; slot < table.members(); slot++) {
      if (table.member(slot, ChannelLayout.MEMBER_ID) != 0) {
        changed |= table.isBeingFenced(slot) ? completeFence(slot) : removeIfDead(slot);
      }
    }
    if (changed) {
      laneAssignment.connect();
      end();
    }
  }

  private boolean completeFence(int slot) throws IOException {
    long id = table.member(slot, ChannelLayout.MEMBER_ID);
    begin();
    laneAssignment.evict(slot, true);
    recordFence(id);
    return true;
  }

  private boolean removeIfDead(int slot) throws IOException {
    LockFile.Held lock = locks.tryMember(slot);
    if (lock == null) {
      return false;
    }
    try (Closeable _ = lock::release) {
      ReclaimEvent event = new ReclaimEvent();
      event.channel = path.toString();
      event.member = table.member(slot, ChannelLayout.MEMBER_ID);
      begin();
      laneAssignment.evict(slot, false);
      event.commit();
      return true;
    }
  }

  /// Removes a member that may be alive, and reassigns the lanes.
  void fence(int slot, long memberId) throws IOException {
    begin();
    laneAssignment.evict(slot, true);
    laneAssignment.connect();
    end();
    recordFence(memberId);
  }

  /// Removes a member that has stopped using its lanes, or whose joining has failed, and reassigns
  /// the lanes.
  void remove(int slot) throws IOException {
    begin();
    laneAssignment.evict(slot, false);
    laneAssignment.connect();
    end();
  }

  private void recordFence(long memberId) {
    FenceEvent event = new FenceEvent();
    event.channel = path.toString();
    event.member = memberId;
    event.commit();
  }
}
