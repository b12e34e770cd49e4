// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.events.FenceEvent;
import dev.segue.shm.internal.events.ReclaimEvent;
import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.lane.LaneConsumer;
import dev.segue.shm.internal.membership.MembershipException.Reason;
import dev.segue.shm.internal.os.Bell;
import dev.segue.shm.internal.os.LockFile;
import dev.segue.shm.internal.os.Mapping;
import dev.segue.shm.internal.os.PageFaults;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Who takes part in a channel, and which lanes they have. Any thread may use it.
///
/// Changes are made under one lock between processes, which the kernel releases when its holder
/// dies. While a change is under way the generation is odd: who gets the lock then completes what
/// was left half done.
///
/// A member whose own lock nobody holds is dead.
public final class Registry {

  private static final Logger LOGGER = System.getLogger("dev.segue.shm");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ChannelIdentity identity;
  private final Path path;
  private final ChannelPlace place;
  private final ChannelSettings settings;
  private final Table table;
  private final RegistryLocks locks;
  private final LaneFiles files;
  private final Wiring wiring;

  Registry(
      ChannelIdentity identity,
      ChannelPlace place,
      ChannelSettings settings,
      Table table,
      LockFile locks) {
    this(identity, place, settings, table, new RegistryLocks(identity.path(), locks, PATIENCE));
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
    this.wiring = new Wiring(table, files, settings.delivery());
  }

  /// The same with another patience. For tests.
  Registry withPatience(Duration other) {
    return new Registry(
        identity, place, settings, table, new RegistryLocks(path, locks.file(), other));
  }

  /// What is done under the lock.
  public interface Action<T> {
    /// Does it.
    T run() throws IOException;
  }

  /// Becomes a member, and gets lanes.
  ///
  /// @throws MembershipException `TAKEN`, `FULL` or `BUSY`
  /// @throws NoSuchFileException when the channel was unlinked, even where another one is by now
  public Seat join(Role role) throws IOException {
    return locked(() -> {
      removeDead();
      if (settings.delivery() == Delivery.PAIR) {
        requireVacant(role);
      }
      identity.require();
      return enroll(role);
    });
  }

  private void requireVacant(Role role) throws MembershipException {
    for (int slot = 0; slot < table.members(); slot++) {
      if (table.isMember(slot, role)) {
        throw new MembershipException(
            Reason.TAKEN,
            "%s has a %s that is alive (process %d), and takes one at a time: close that one, or make it a queue"
                .formatted(path, role.inWords(), table.member(slot, ChannelLayout.MEMBER_PID)));
      }
    }
  }

  private Seat enroll(Role role) throws IOException {
    for (int slot = 0; slot < table.members(); slot++) {
      if (table.member(slot, ChannelLayout.MEMBER_ID) == 0) {
        LockFile.Held lock = locks.tryMember(slot);
        if (lock != null) {
          return enroll(role, slot, lock);
        }
        // Else a member that was fenced still lives there.
      }
    }
    throw new MembershipException(
        Reason.FULL, "all " + table.members() + " places of " + path + " are taken");
  }

  private Seat enroll(Role role, int slot, LockFile.Held lock) throws IOException {
    try {
      beginChange();
      long id = table.newId();
      Seat seat = new Seat(table, slot, id, role, lock);
      table.setMember(slot, ChannelLayout.MEMBER_ROLE, role.code);
      table.setMember(slot, ChannelLayout.MEMBER_PID, ProcessHandle.current().pid());
      table.setMember(slot, ChannelLayout.MEMBER_HEARTBEAT, 0);
      table.setFlag(slot, ChannelLayout.MEMBER_BELL, 0);
      table.setFlag(slot, ChannelLayout.MEMBER_MAY_SLEEP, 0);
      table.setMember(slot, ChannelLayout.MEMBER_WAITS, 0);
      table.setMember(slot, ChannelLayout.MEMBER_ID, id);
      wiring.connect();
      table.count(slot, ChannelLayout.MEMBER_HEARTBEAT); // its lanes may have taken a while
      endChange();
      return seat;
    } catch (IOException | RuntimeException | Error e) {
      undo(slot, lock, e);
      throw e;
    }
  }

  /// Takes out who could not become a member. If that fails as well, it is for the next one who
  /// changes anything: the generation is odd, and nobody has the lock of the dead.
  private void undo(int slot, LockFile.Held lock, Throwable failure) {
    try {
      lock.release();
      wiring.evict(slot, false);
      wiring.connect(); // The lanes that it had by then are for others to read.
      endChange();
    } catch (IOException | RuntimeException | Error e) {
      if (!e.equals(failure)) { // The JVM has some errors ready for when there is no memory.
        failure.addSuppressed(e);
      }
    }
  }

  /// Stops being a member. The member must not touch its lanes any more.
  public void leave(Seat seat) throws IOException {
    try {
      lockedAsIs(() -> {
        if (!isLost()) {
          removeDead();
          remove(seat, false);
        }
        return true;
      });
    } finally {
      seat.lock.release();
    }
  }

  /// Stops being a member, whose lanes are still being written to or read: nobody is given them to
  /// write to, as if it had been fenced. If that cannot be told, it stays a member until its
  /// process ends, or others fence it.
  public void leaveMapped(Seat seat) throws IOException {
    try {
      fence(seat.id());
      seat.lock.release();
    } catch (IOException | RuntimeException | Error e) {
      seat.lock.pin();
      throw e;
    }
  }

  private void remove(Seat seat, boolean fenced) throws IOException {
    if (seat.isTaken()) {
      beginChange();
      wiring.evict(seat.slot(), fenced);
      wiring.connect();
      endChange();
    }
  }

  /// The lanes of a member, oldest first. Only under the lock.
  public List<LaneRef> lanesOf(Seat seat) {
    return wiring.lanes(
        lane -> (seat.role() == Role.PUBLISHER ? lane.producer() : lane.consumer()) == seat.id());
  }

  /// All lanes, oldest first. Only under the lock.
  public List<LaneRef> lanes() {
    return wiring.lanes();
  }

  /// A member as it stands in the table.
  ///
  /// @param id never used twice
  /// @param role what it does
  /// @param processId as it sees itself
  /// @param waits how often it went to sleep
  public record Member(long id, Role role, long processId, long waits) {}

  /// All members that live, oldest first.
  public List<Member> members() throws IOException {
    return locked(() -> {
      removeDead();
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

  /// Maps a lane.
  public Mapping map(LaneRef lane) throws IOException {
    return files.map(lane.id());
  }

  /// Begins to read a lane for a member. Only under the lock.
  ///
  /// @throws MembershipException `FULL` when too many who read it before were stopped, and not
  ///   ended
  public LaneConsumer takeOver(Mapping lane, Seat seat) throws MembershipException {
    long self = seat.asOwner();
    LaneConsumer consumer =
        LaneConsumer.takeOver(
            lane.segment(),
            settings.maxMessageLength(),
            self,
            owner -> owner != self && mayStore(owner));
    if (consumer == null) {
      throw new MembershipException(
          Reason.FULL,
          "too many subscribers of %s were stopped, and may go on: end them".formatted(path));
    }
    return consumer;
  }

  /// Whether a member that read a lane may do so yet, not knowing that it was fenced. It has its
  /// lock until it ends, and nobody gets its place before.
  private boolean mayStore(long owner) {
    int slot = Seat.slotOf(owner);
    if (slot >= table.members()) {
      return false;
    }
    long now = memberId(slot);
    return (now == 0 || now == Seat.idOf(owner)) && locks.mayLive(slot);
  }

  /// Says that a publisher writes no more to a lane that is to be drained. Only under the lock.
  public void letGo(LaneRef lane) {
    beginChange();
    table.setLane(lane.slot(), ChannelLayout.LANE_PRODUCER, Table.PRODUCER_GONE);
    endChange();
  }

  /// Deletes a lane that is orphaned and read to its end, unless it is the channel's only one,
  /// which stays for the next publisher.
  ///
  /// @param lane as its consumer knows it
  /// @param drained whether it is read to its end; asked under the lock, for until then the lane
  ///   may have had another producer
  /// @return whether it is gone, or null when the lock was not free
  public @Nullable Boolean tryRetire(LaneRef lane, BooleanSupplier drained) throws IOException {
    HaltPoints.before("retirement");
    return tryLocked(() -> retire(lane, drained));
  }

  private boolean retire(LaneRef lane, BooleanSupplier drained) throws IOException {
    LaneRef now = LaneRef.at(table, lane.slot());
    if (now.id() != lane.id()) {
      return true;
    }
    boolean spare = settings.delivery() != Delivery.BROADCAST && wiring.isOnly(now);
    // Of another producer that was fenced since, the consumer does not know yet.
    boolean known = now.producer() == lane.producer() && now.consumer() == lane.consumer();
    if (!now.orphaned() || !known || spare || !drained.getAsBoolean()) {
      return false;
    }
    beginChange();
    wiring.free(now);
    endChange();
    return true;
  }

  /// Takes out a member that may be alive: it finds itself fenced. Nothing happens when it has
  /// gone.
  public void fence(long memberId) throws IOException {
    locked(() -> {
      fence(table.slotOf(memberId), memberId);
      return true;
    });
  }

  /// The same, unless it has given a sign of life since its heartbeat was seen, or the registry is
  /// busy: who looks after a channel has signs of life of its own to give.
  void fenceIfSilent(long memberId, long heartbeatSeen) throws IOException {
    tryLocked(() -> {
      int slot = table.slotOf(memberId);
      if (slot >= 0 && heartbeat(slot) == heartbeatSeen) {
        fence(slot, memberId);
      }
      return true;
    });
  }

  /// Takes out a member that may be alive, unless the registry is busy.
  public void tryFence(long memberId) throws IOException {
    tryLocked(() -> {
      fence(table.slotOf(memberId), memberId);
      return true;
    });
  }

  private void fence(int slot, long memberId) throws IOException {
    if (slot >= 0) {
      beginChange();
      wiring.evict(slot, true);
      wiring.connect();
      endChange();
      tellOfFence(memberId);
    }
  }

  private void tellOfFence(long memberId) {
    FenceEvent event = new FenceEvent();
    event.channel = path.toString();
    event.member = memberId;
    event.commit();
  }

  /// The bell of a member at the other end of a lane, if it may sleep. Only under the lock.
  public @Nullable Bell bell(long memberId) {
    int slot = slotOf(memberId);
    return slot >= 0 && table.flag(slot, ChannelLayout.MEMBER_MAY_SLEEP) != 0
        ? new Bell(table.flagSegment(slot, ChannelLayout.MEMBER_BELL))
        : null;
  }

  /// Wakes a member, if it is asleep.
  public void ring(long memberId) {
    int slot = slotOf(memberId);
    if (slot >= 0) {
      new Bell(table.flagSegment(slot, ChannelLayout.MEMBER_BELL)).ring();
    }
  }

  /// The slot of the member at an end of a lane, or -1 when nobody is there.
  private int slotOf(long memberId) {
    return memberId <= 0 ? -1 : table.slotOf(memberId);
  }

  /// Says that from now on a member may sleep, so that those it waits for ring its bell, unless the
  /// registry is busy.
  ///
  /// @return whether it was said
  public boolean tryAllowSleep(Seat seat) throws IOException {
    Boolean said =
        tryLocked(() -> {
          if (seat.isTaken()) {
            beginChange();
            table.setFlag(seat.slot(), ChannelLayout.MEMBER_MAY_SLEEP, 1);
            endChange();
          }
          return true;
        });
    return said != null;
  }

  /// The number of signs of life that a member has given, or -1 when there is none in that slot.
  long heartbeat(int slot) {
    return table.member(slot, ChannelLayout.MEMBER_ID) == 0
        ? -1
        : table.member(slot, ChannelLayout.MEMBER_HEARTBEAT);
  }

  long memberId(int slot) {
    return table.member(slot, ChannelLayout.MEMBER_ID);
  }

  int memberSlots() {
    return table.members();
  }

  /// Whether somebody is changing the tables, or died while he did.
  boolean isHalfChanged() {
    return (table.generation() & 1) != 0;
  }

  /// A number that changes before and after each change of the tables.
  long generation() {
    return table.generation();
  }

  /// Whether the files are not where they were, though nobody has unlinked the channel. Asks the
  /// file system.
  boolean hasLostItsPlace() {
    // Who unlinks says so before the files go: whoever misses them sees that, if it looks after.
    return table.place() == Table.IN_PLACE && place.isEmpty() && table.place() == Table.IN_PLACE;
  }

  /// Whether somebody has found that out.
  boolean isLost() {
    return table.place() == Table.LOST;
  }

  /// Tells all members that the channel is lost, unless the registry is busy. The tables stay as
  /// they are: nobody goes by them any more.
  void tellLost() throws IOException {
    LockFile.Held lock = locks.tryRegistry();
    if (lock != null) {
      under(
          lock,
          () -> {
            table.setLost();
            table.nextGeneration();
            for (int slot = 0; slot < table.members(); slot++) {
              ring(memberId(slot));
            }
            return true;
          });
      LOGGER.log(
          Level.WARNING,
          "the files of the channel {0} were deleted or replaced while it was in use",
          path);
    }
  }

  /// Takes out the members that have died, if nobody else is at work on the tables.
  void sweep() throws IOException {
    tryLocked(() -> {
      removeDead();
      return true;
    });
  }

  /// Whether one of the channel's files is shorter than it was made. Of lanes that were deleted,
  /// only those who have mapped them can say.
  public boolean isTruncated() {
    if (table.isCut()) {
      return true;
    }
    try {
      if (identity.isReplaced()) {
        return false; // Its own are deleted, so that nobody can say.
      }
      // A lane that is being made is not in the table yet.
      for (LaneRef lane : wiring.lanes()) {
        if (files.isTruncated(lane.id())) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return false; // The same.
    }
  }

  /// Does something under the lock, after completing what someone left half done who died.
  ///
  /// @throws MembershipException `BUSY` when another process does not let go of the lock
  public <T> T locked(Action<T> action) throws IOException {
    return lockedAsIs(() -> completed(action));
  }

  /// The same for those who only look: nothing is completed.
  ///
  /// @throws MembershipException `BUSY` when another process does not let go of the lock
  public <T> T lockedAsIs(Action<T> action) throws IOException {
    return under(locks.registry(), action);
  }

  /// The same as {@link #locked}, if the lock is free.
  ///
  /// @return what the action gave, or null when it was not done
  public <T> @Nullable T tryLocked(Action<T> action) throws IOException {
    LockFile.Held lock = locks.tryRegistry();
    return lock == null ? null : under(lock, () -> completed(action));
  }

  private <T> T completed(Action<T> action) throws IOException {
    if (isHalfChanged()) {
      removeDead();
    }
    return action.run();
  }

  private <T> T under(LockFile.Held lock, Action<T> action) throws IOException {
    try {
      T result = action.run();
      PageFaults.settle();
      return result;
    } catch (InternalError e) {
      // What an access to a page becomes that a file does not have any more.
      MembershipException damaged =
          new MembershipException(
              Reason.DAMAGED,
              path + " was truncated while it was in use: unlink it, and create it anew");
      damaged.initCause(e);
      throw damaged;
    } finally {
      lock.release();
    }
  }

  /// Takes out whoever has died, and whom somebody was fencing who died; connects anew if anything
  /// was changed, or left half done.
  private void removeDead() throws IOException {
    boolean halfDone = isHalfChanged();
    if (halfDone) {
      wiring.deleteStrayFiles(); // Before there are new ones; they have a lane each.
    }
    for (int slot = 0; slot < table.members(); slot++) {
      if (memberId(slot) != 0) {
        halfDone |= table.isBeingFenced(slot) ? completeFence(slot) : removeIfDead(slot);
      }
    }
    if (halfDone) {
      wiring.connect();
      endChange();
    }
  }

  private boolean completeFence(int slot) throws IOException {
    long id = memberId(slot);
    beginChange();
    wiring.evict(slot, true);
    tellOfFence(id);
    return true;
  }

  private boolean removeIfDead(int slot) throws IOException {
    LockFile.Held lock = locks.tryMember(slot);
    if (lock == null) {
      return false;
    }
    try {
      ReclaimEvent event = new ReclaimEvent();
      event.channel = path.toString();
      event.member = memberId(slot);
      beginChange();
      wiring.evict(slot, false);
      event.commit();
      return true;
    } finally {
      lock.release();
    }
  }

  void beginChange() {
    if ((table.generation() & 1) == 0) {
      table.nextGeneration();
    }
  }

  private void endChange() {
    table.nextGeneration();
  }
}
