// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.lane.LaneConsumer;
import dev.segue.shm.internal.membership.MembershipException.Reason;
import dev.segue.shm.internal.os.Cleanup;
import dev.segue.shm.internal.os.LockFile;
import dev.segue.shm.internal.os.Mapping;
import dev.segue.shm.internal.os.PageFaults;
import dev.segue.shm.internal.os.Signal;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
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

  private static final Logger LOGGER = System.getLogger("dev.segue.shm");
  private static final long PATIENCE_NANOS = 1_000_000_000;

  private final ChannelIdentity identity;
  private final Path path;
  private final ChannelPlace place;
  private final ChannelSettings settings;
  private final Table table;
  private final RegistryLocks locks;
  private final LaneFiles files;
  private final LaneAssignment laneAssignment;
  private final TableChanges changes;

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
    return changes.locked(() -> {
      changes.removeDead();
      if (settings.delivery() == Delivery.PAIR) {
        requireVacant(role);
      }
      identity.require();
      return enroll(role);
    });
  }

  /// Checks that the channel was not unlinked. The caller holds the lock.
  ///
  /// @throws NoSuchFileException when it was, even if another channel has its path
  public void requireLinked() throws NoSuchFileException {
    if (table.place() == Table.UNLINKED) {
      throw new NoSuchFileException(path.toString(), null, "it was unlinked");
    }
  }

  private void requireVacant(Role role) throws MembershipException {
    for (int slot = 0; slot < table.members(); slot++) {
      if (table.isMember(slot, role)) {
        throw new MembershipException(
            Reason.TAKEN,
            "%s takes one %s at a time, and has one that is alive (process %d): close it, or create the channel as a queue"
                .formatted(path, role.inWords(), table.member(slot, ChannelLayout.MEMBER_PID)));
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
    requireLinked(); // Otherwise a process that unlinks may have locked a free slot for a moment.
    throw new MembershipException(
        Reason.FULL,
        "%s has its maximum of %d members: close some, or create it with a higher maxMembers"
            .formatted(path, table.members()));
  }

  /// Checks that the channel was not unlinked before this process locked a slot. Unlinking stores
  /// the mark before it looks for locked slots, so either the mark is seen here or the lock there.
  private void requireLinked(LockFile.Held lock) throws IOException {
    try {
      requireLinked();
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

  /// Reassignment gives the lanes that it already had to other subscribers.
  private void undo(int slot, LockFile.Held lock, Throwable failure) {
    Cleanup.after(failure, lock::release);
    // A new assignment gives the lanes that it had by then to other subscribers.
    Cleanup.after(failure, () -> changes.remove(slot));
  }

  /// Removes a member, which must not use its lanes any more.
  public void leave(MemberSlot memberSlot) throws IOException {
    try (Closeable _ = memberSlot.lock::release) {
      changes.lockedAsIs(() -> {
        if (!isLost()) {
          changes.removeDead();
          if (memberSlot.isTaken()) {
            changes.remove(memberSlot.slot());
          }
        }
        return true;
      });
    }
    if (isUnneededNow()) {
      files.deleteRetired();
    }
  }

  /// Removes a member whose lanes are still being accessed. It is fenced, so that no other
  /// publisher gets its lanes to write to. If that fails, it stays a member until its process ends
  /// or another process fences it.
  public void leaveMapped(MemberSlot memberSlot) throws IOException {
    try {
      fence(memberSlot.id());
      memberSlot.lock.release();
    } catch (IOException | RuntimeException | Error e) {
      memberSlot.lock.pin();
      throw e;
    }
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
    memberSlot.setOpenedLanes(ids);
    if (isUnlinked()) {
      laneAssignment.recordOpened(memberSlot);
    }
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
  boolean isUnneeded() throws IOException {
    if (table.place() != Table.UNLINKED) {
      return false;
    }
    if (!locks.mayAnyBeAlive(table.members())) {
      return true;
    }
    Boolean unneeded =
        changes.lockedWithin(
            PATIENCE_NANOS,
            () -> {
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
    long now = memberId(slot);
    return (now == 0 || now == MemberSlot.idOf(owner)) && locks.mayBeAlive(slot);
  }

  /// Deletes files that nobody needs any more: files of deleted lanes, on systems where such files
  /// stay, and all files if the channel was unlinked and no member has another lane to open. The
  /// caller holds the lock, and has unmapped its own deleted lanes.
  public void deleteUnneededFiles() throws IOException {
    laneAssignment.deleteUnmappedFiles();
    if (isUnlinked() && !laneAssignment.mayOpenLanes()) {
      files.deleteRetired();
    }
  }

  /// Records that a publisher no longer writes to a draining lane. The caller holds the lock.
  public void detachProducer(LaneRef lane) {
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
  public @Nullable Boolean tryRetire(LaneRef lane, BooleanSupplier drained) throws IOException {
    HaltPoints.before("retirement");
    return changes.tryLocked(() -> retire(lane, drained));
  }

  private boolean retire(LaneRef lane, BooleanSupplier drained) throws IOException {
    LaneRef now = LaneRef.at(table, lane.slot());
    if (now.id() != lane.id()) {
      return true;
    }
    boolean spare = settings.delivery() != Delivery.BROADCAST && laneAssignment.isOnly(now);
    // The consumer may not know yet that another producer had the lane and was fenced.
    boolean known = now.producer() == lane.producer() && now.consumer() == lane.consumer();
    if (!now.orphaned() || !known || spare || !drained.getAsBoolean()) {
      return false;
    }
    changes.begin();
    laneAssignment.free(now);
    changes.end();
    return true;
  }

  /// Removes a member that may be alive: its next call finds that it was fenced. Does nothing if
  /// the member has left.
  public void fence(long memberId) throws IOException {
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
      if (slot >= 0 && heartbeat(slot) == heartbeatSeen) {
        fence(slot, memberId);
      }
      return true;
    });
  }

  /// Fences a member, unless the registry is busy.
  public void tryFence(long memberId) throws IOException {
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

  /// Returns the signal of the member at the other end of a lane, or null if that member never
  /// sleeps. The caller holds the lock.
  public @Nullable Signal signal(long memberId) {
    int slot = slotOf(memberId);
    return slot >= 0 && table.flag(slot, ChannelLayout.MEMBER_MAY_SLEEP) != 0
        ? new Signal(table.flagSegment(slot, ChannelLayout.MEMBER_SIGNAL))
        : null;
  }

  /// Wakes a member, if it is asleep.
  public void raise(long memberId) {
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
  public boolean tryAllowSleep(MemberSlot memberSlot) throws IOException {
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

  /// Whether the channel's files are missing or replaced although the channel was not unlinked.
  /// Accesses the file system.
  boolean hasLostItsPlace() {
    // Unlinking marks the channel before it moves the files. So if they are missing and the mark is
    // still absent afterwards, they were not unlinked.
    return table.place() == Table.IN_PLACE && place.isEmpty() && table.place() == Table.IN_PLACE;
  }

  /// Whether the channel was unlinked.
  public boolean isUnlinked() {
    return table.place() == Table.UNLINKED;
  }

  /// Whether the channel is marked as lost.
  boolean isLost() {
    return table.place() == Table.LOST;
  }

  /// Marks the channel as lost and wakes all members, unless the registry is busy. The tables stay
  /// as they are, since no member uses them any more.
  void markLost() throws IOException {
    Boolean marked =
        changes.tryLockedAsIs(() -> {
          table.setLost();
          table.nextGeneration();
          table.wakeMembers();
          return true;
        });
    if (marked != null) {
      LOGGER.log(
          Level.WARNING,
          "the files of the channel {0} were deleted or replaced while it was in use",
          path);
    }
  }

  /// Removes the members that have died, unless the registry is busy.
  void sweep() throws IOException {
    changes.tryLocked(() -> {
      changes.removeDead();
      deleteUnneededFiles();
      return true;
    });
  }

  /// Whether one of the channel's files is shorter than when it was created. Deleted lanes are not
  /// checked: only members that have them mapped can check them.
  public boolean isTruncated() {
    if (table.isTruncated()) {
      return true;
    }
    try {
      if (identity.isReplaced()) {
        return false; // The files of this channel are deleted and cannot be checked.
      }
      // A lane that is being created is not in the table yet.
      for (LaneRef lane : laneAssignment.lanes()) {
        if (files.isTruncated(lane.id())) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return false; // The files cannot be checked.
    }
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
    return changes.lockedWithin(PATIENCE_NANOS, action);
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
