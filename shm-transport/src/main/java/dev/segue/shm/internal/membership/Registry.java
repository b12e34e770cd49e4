// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.lane.LaneConsumer;
import dev.segue.shm.internal.os.LockFile;
import dev.segue.shm.internal.os.Mapping;
import dev.segue.shm.internal.os.Signal;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The members of a channel and their lanes. Any thread may use it.
///
/// Changes are made under one lock between processes, which the kernel releases when its holder
/// dies; see {@link TableChanges}. A member is dead if no process holds the member's own lock.
public final class Registry {

  private final ChannelIdentity identity;
  private final Path path;
  private final ChannelPlace place;
  private final ChannelSettings settings;
  private final Table table;
  private final RegistryLocks locks;
  private final LaneFiles files;
  private final LaneAssignment laneAssignment;
  private final TableChanges changes;
  private final ChannelStatus status;
  private final UnlinkedFiles unlinkedFiles;
  private final MemberEntries entries;
  private final Enrollment enrollment;
  private final Removal removal;
  private final LaneHandover handover;

  Registry(
      ChannelIdentity identity,
      ChannelPlace place,
      ChannelSettings settings,
      Table table,
      LockFile locks) {
    this(
        identity,
        place,
        settings,
        table,
        new RegistryLocks(identity.path(), locks, RegistryLocks.PATIENCE));
  }

  private Registry(
      ChannelIdentity identity,
      ChannelPlace place,
      ChannelSettings settings,
      Table table,
      RegistryLocks locks) {
    this.identity = identity;
    this.path = identity.path();
    this.place = place;
    this.settings = settings;
    this.table = table;
    this.locks = locks;
    this.files = new LaneFiles(identity, settings.maxMessageLength());
    this.laneAssignment = new LaneAssignment(table, files, settings.delivery());
    this.changes = new TableChanges(path, table, locks, laneAssignment);
    this.status = new ChannelStatus(identity, place, table, files, laneAssignment, changes);
    this.unlinkedFiles = new UnlinkedFiles(table, locks, files, laneAssignment, changes);
    this.entries = new MemberEntries(table, changes);
    this.enrollment =
        new Enrollment(status, settings.delivery(), table, locks, laneAssignment, changes);
    this.removal = new Removal(status, table, unlinkedFiles, changes);
    this.handover = new LaneHandover(path, settings, table, locks, laneAssignment, changes);
  }

  /// Returns the same registry with another patience. For tests.
  Registry withPatience(Duration other) {
    return new Registry(
        identity, place, settings, table, new RegistryLocks(path, locks.file(), other));
  }

  /// Adds a member and its lanes.
  ///
  /// @throws MembershipException `TAKEN`, `FULL` or `BUSY`
  /// @throws NoSuchFileException when the channel was unlinked, even if another one has its path
  public MemberSlot join(Role role) throws IOException {
    return enrollment.join(role);
  }

  /// Removes a member, which must not use its lanes any more.
  public void leave(MemberSlot memberSlot) throws IOException {
    removal.leave(memberSlot);
  }

  /// Removes a member whose lanes are still being accessed. It is fenced, so that no other
  /// publisher gets its lanes to write to. If that fails, it stays a member until its process ends
  /// or another process fences it.
  public void leaveMapped(MemberSlot memberSlot) throws IOException {
    removal.leaveMapped(memberSlot);
  }

  /// Removes a member that may be alive: its next call finds that it was fenced. Does nothing if
  /// the member has left.
  public void fence(long memberId) throws IOException {
    removal.fence(memberId);
  }

  /// Fences a member, unless its heartbeat has changed since it was seen, or the registry is busy:
  /// the keeper must not wait, because it has heartbeats of its own to store.
  void fenceIfSilent(long memberId, long heartbeatSeen) throws IOException {
    removal.fenceIfSilent(memberId, heartbeatSeen);
  }

  /// Fences a member, unless the registry is busy.
  public void tryFence(long memberId) throws IOException {
    removal.tryFence(memberId);
  }

  /// Returns the lanes of a member, oldest first. The caller holds the lock.
  public List<LaneRef> lanesOf(MemberSlot memberSlot) {
    return laneAssignment.lanes(memberSlot::isAtEndOf);
  }

  /// Returns all lanes, oldest first. The caller holds the lock.
  public List<LaneRef> lanes() {
    return laneAssignment.lanes();
  }

  /// A snapshot of a member's table entry.
  ///
  /// @param id the id, which is never used twice
  /// @param role what the member does
  /// @param processId the process id, as the member's process sees it
  /// @param waits how often the member went to sleep
  public record Member(long id, Role role, long processId, long waits) {}

  /// Returns all members that are alive, oldest first.
  ///
  /// @throws NoSuchFileException when the channel was unlinked
  public List<Member> members() throws IOException {
    return changes.locked(() -> {
      requireLinked();
      changes.removeDead();
      List<Member> members = new ArrayList<>();
      for (int slot = 0; slot < table.members(); slot++) {
        for (Role role : Role.values()) {
          if (table.isMember(slot, role)) {
            long pid = table.member(slot, ChannelLayout.MEMBER_PID);
            long waits = table.member(slot, ChannelLayout.MEMBER_WAITS);
            members.add(new Member(memberId(slot), role, pid, waits));
          }
        }
      }
      members.sort(Comparator.comparingLong(Member::id));
      return members;
    });
  }

  /// Whether the channel has a member of any of the given roles. The caller holds the lock.
  public boolean hasAny(Role... roles) {
    for (int slot = 0; slot < table.members(); slot++) {
      for (Role role : roles) {
        if (table.isMember(slot, role)) {
          return true;
        }
      }
    }
    return false;
  }

  /// Removes the members that have died. The caller holds the lock.
  public void removeDead() throws IOException {
    changes.removeDead();
  }

  /// The locks of the channel.
  RegistryLocks locks() {
    return locks;
  }

  /// Records which lanes a member has mapped. The caller holds the lock.
  ///
  /// @param ids the ids of the lanes
  public void setOpened(MemberSlot memberSlot, Set<Long> ids) {
    unlinkedFiles.setOpened(memberSlot, ids);
  }

  /// The number that identifies the channel.
  long nonce() {
    return identity.nonce();
  }

  /// If the channel was unlinked: stores which lanes members of this process have mapped, and
  /// deletes the files if no member has another lane to open.
  ///
  /// @param patienceNanos how long to wait while the registry is busy
  /// @return false when it stayed busy
  boolean tryRecordOpened(Iterable<MemberSlot> memberSlots, long patienceNanos) throws IOException {
    return unlinkedFiles.tryRecordOpened(memberSlots, patienceNanos);
  }

  /// Whether the channel was unlinked and no member needs its files; false if this cannot be
  /// determined.
  boolean isUnneededNow() {
    return unlinkedFiles.isUnneededNow();
  }

  /// Deletes the files of the channel, which was unlinked.
  void deleteRetired() {
    unlinkedFiles.deleteRetired();
  }

  /// Deletes files that no member needs. The caller holds the lock, and has unmapped its own
  /// deleted lanes.
  public void deleteUnneededFiles() throws IOException {
    unlinkedFiles.deleteUnneededFiles();
  }

  /// Makes all members read the tables again, unless the registry is busy.
  void announce() throws IOException {
    changes.tryLocked(() -> {
      changes.begin();
      changes.end();
      return true;
    });
  }

  /// Maps a lane.
  public Mapping map(LaneRef lane) throws IOException {
    return files.map(lane.id());
  }

  /// Takes over the reading end of a lane for a member. The caller holds the lock.
  ///
  /// @throws MembershipException `FULL` when too many earlier readers of the lane are paused and
  ///   may resume
  public LaneConsumer takeOver(Mapping lane, MemberSlot memberSlot) throws MembershipException {
    return handover.takeOver(lane, memberSlot);
  }

  /// Records that a publisher no longer writes to a draining lane. The caller holds the lock.
  public void detachProducer(LaneRef lane) {
    handover.detachProducer(lane);
  }

  /// Deletes a lane that is orphaned and read to its end, unless it is the channel's only lane,
  /// which stays for the next publisher.
  ///
  /// @param lane the lane as its consumer knows it
  /// @param drained whether the lane is read to its end; called under the lock, because the lane
  ///   may have had another producer until then
  /// @return whether the lane is gone, or null when the lock was not free
  public @Nullable Boolean tryRetire(LaneRef lane, BooleanSupplier drained) throws IOException {
    return handover.tryRetire(lane, drained);
  }

  /// Returns the signal of the member at the other end of a lane, or null if that member never
  /// sleeps. The caller holds the lock.
  public @Nullable Signal signal(long memberId) {
    return entries.signal(memberId);
  }

  /// Wakes a member, if it is asleep.
  public void raise(long memberId) {
    entries.raise(memberId);
  }

  /// The consumer of a lane now, in contrast to the consumer at the last update of the lanes; 0 if
  /// the lane has none. Needs no lock: a paused process may hold it.
  public long consumerOf(LaneRef lane) {
    return table.endOf(lane, ChannelLayout.LANE_CONSUMER);
  }

  /// The producer of a lane now; 0 or less if the lane has none. Needs no lock.
  public long producerOf(LaneRef lane) {
    return table.endOf(lane, ChannelLayout.LANE_PRODUCER);
  }

  /// Records that a member may sleep from now on, so that the members it waits for raise its
  /// signal, unless the registry is busy.
  ///
  /// @return whether it was recorded
  public boolean tryAllowSleep(MemberSlot memberSlot) throws IOException {
    return entries.tryAllowSleep(memberSlot);
  }

  /// The heartbeat count of the member in a slot, or -1 if the slot is free.
  long heartbeat(int slot) {
    return entries.heartbeat(slot);
  }

  /// A number that identifies the process of the member in a slot, or 0 if the slot is free.
  long process(int slot) {
    return entries.process(slot);
  }

  long memberId(int slot) {
    return entries.memberId(slot);
  }

  int memberSlots() {
    return table.members();
  }

  /// Whether a process is changing the tables, or died while changing them.
  boolean isHalfChanged() {
    return changes.isHalfDone();
  }

  /// A number that changes before and after each change of the tables.
  long generation() {
    return table.generation();
  }

  /// Checks that the channel was not unlinked. The caller holds the lock.
  ///
  /// @throws NoSuchFileException when it was, even if another channel has its path
  public void requireLinked() throws NoSuchFileException {
    status.requireLinked();
  }

  /// Whether the channel's files are missing or replaced although the channel was not unlinked.
  /// Accesses the file system.
  boolean hasLostItsPlace() {
    return status.hasLostItsPlace();
  }

  /// Whether the channel was unlinked.
  public boolean isUnlinked() {
    return status.isUnlinked();
  }

  /// Whether the channel is marked as lost.
  boolean isLost() {
    return status.isLost();
  }

  /// Marks the channel as lost and wakes all members, unless the registry is busy.
  void markLost() throws IOException {
    status.markLost();
  }

  /// Whether one of the channel's files is shorter than when it was created. Deleted lanes are not
  /// checked: only members that have them mapped can check them.
  public boolean isTruncated() {
    return status.isTruncated();
  }

  /// Removes the members that have died, unless the registry is busy.
  void sweep() throws IOException {
    changes.tryLocked(() -> {
      changes.removeDead();
      deleteUnneededFiles();
      return true;
    });
  }

  /// Runs an action under the lock, after completing a change that a dead process left half done.
  ///
  /// @throws MembershipException `BUSY` when another process keeps the lock
  public <T> T locked(LockedAction<T> action) throws IOException {
    return changes.locked(action);
  }

  /// Runs an action that only reads under the lock, without completing a half-done change.
  ///
  /// @throws MembershipException `BUSY` when another process does not release the lock
  public <T> T lockedAsIs(LockedAction<T> action) throws IOException {
    return changes.lockedAsIs(action);
  }

  /// Runs an action as {@link #locked} does, if the lock becomes free within a second: a process
  /// that holds it may be paused.
  ///
  /// @return the result of the action, or null when the lock did not become free
  public <T> @Nullable T lockedSoon(LockedAction<T> action) throws IOException {
    return changes.lockedSoon(action);
  }

  /// Runs an action as {@link #locked} does, if the lock is free.
  ///
  /// @return the result of the action, or null when the lock was not free
  public <T> @Nullable T tryLocked(LockedAction<T> action) throws IOException {
    return changes.tryLocked(action);
  }

  /// The changes to the tables. For tests.
  TableChanges changes() {
    return changes;
  }
}
