// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.routing;

import dev.segue.shm.internal.membership.FencedException;
import dev.segue.shm.internal.membership.LaneRef;
import dev.segue.shm.internal.membership.LockedAction;
import dev.segue.shm.internal.membership.MemberSlot;
import dev.segue.shm.internal.membership.Registry;
import dev.segue.shm.internal.os.Cleanup;
import dev.segue.shm.internal.os.Mapping;
import dev.segue.shm.internal.os.PageFaults;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The lanes of a member, which are added and removed as other members join and leave. For one
/// thread at a time, except for {@link #close()}.
///
/// @param <L> the member's end of a lane
abstract class MemberLanes<L extends MappedLane> implements AutoCloseable {

  private static final Logger LOGGER = System.getLogger("dev.segue.shm");
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
  private static final long NO_GENERATION = -1;
  private static final long CLOSED = -2;

  final Registry registry;
  final MemberSlot memberSlot;
  final long maxMessageLength;
  private final MemorySegment sharedGeneration;

  /// The generation of the current lanes. {@link #CLOSED} is not a generation, so one comparison
  /// detects both closing and outdated lanes.
  private long generation = NO_GENERATION;

  /// The generation for which the registry stayed busy for too long.
  private long givenUp = NO_GENERATION;

  private volatile boolean closed;

  MemberLanes(Registry registry, MemberSlot memberSlot, long maxMessageLength) {
    this.registry = registry;
    this.memberSlot = memberSlot;
    this.maxMessageLength = maxMessageLength;
    this.sharedGeneration = memberSlot.sharedGeneration();
  }

  /// Opens lanes that were added, and closes lanes that were removed.
  ///
  /// @throws FencedException when this member was fenced
  public final void begin() throws IOException {
    if (isOutdated()) {
      requireOpen();
      requireMemberSlot();
      refresh();
    }
  }

  /// Whether lanes may have been added or removed since the last {@link #begin()}, or these are
  /// closed.
  public final boolean isOutdated() {
    // Acquire: the tables as of this generation, or later; pairs with the release in Table.store().
    return (long) WORD.getAcquire(sharedGeneration, 0L) != generation;
  }

  final boolean isClosed() {
    return closed;
  }

  /// Checks that these lanes are open.
  ///
  /// @throws IllegalStateException when they are closed
  public final void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the " + memberSlot.role().inWords() + " is closed");
    }
  }

  /// Checks that the member was not fenced. A member that is being closed has left the channel, and
  /// is reported as closed rather than fenced.
  final void requireMemberSlot() {
    try {
      memberSlot.require();
    } catch (FencedException e) {
      requireOpen();
      throw e;
    }
  }

  private synchronized void refresh() throws IOException {
    if (closed) {
      return;
    }
    LockedAction<Boolean> update =
        () -> {
          memberSlot.require();
          attach(registry.lanesOf(memberSlot));
          registry.setOpened(memberSlot, ids(attached()));
          registry.deleteUnneededFiles();
          generation = memberSlot.generation();
          return true;
        };
    if (generation == NO_GENERATION) {
      registry.locked(update);
    } else if (registry.tryLocked(update) == null && needsEveryLane()) {
      retry(update);
    }
  }

  /// Whether the member loses messages when it continues with its current lanes. If not, it
  /// continues with them while the registry is busy.
  boolean needsEveryLane() {
    return false;
  }

  /// Waits for the registry, once for each generation and not for long, because the process that
  /// has locked it may be paused.
  private void retry(LockedAction<Boolean> update) throws IOException {
    long missed = memberSlot.generation();
    if (missed == givenUp) {
      return;
    }
    if (registry.lockedSoon(update) == null) {
      givenUp = missed;
    }
  }

  /// Replaces the lanes of this member: maps new ones and unmaps removed ones. The caller holds the
  /// registry's lock.
  abstract void attach(List<LaneRef> lanes) throws IOException;

  /// The current lanes of this member.
  abstract List<L> attached();

  /// Opens the lanes that this member does not have yet, and keeps those that it has. Changes
  /// nothing when one of them cannot be opened. A lane of an unlinked channel whose file is deleted
  /// is left out, so that this member continues with its other lanes.
  final List<L> openAll(List<LaneRef> lanes) throws IOException {
    List<L> before = attached();
    List<L> next = new ArrayList<>();
    try {
      for (LaneRef lane : lanes) {
        @Nullable L known = find(before, lane.id());
        @Nullable L end = known != null ? keep(known, lane) : openOrSkip(lane);
        if (end != null) {
          next.add(end);
        }
      }
    } catch (IOException | RuntimeException | Error e) {
      Cleanup.after(e, () -> Mapping.closeAllBut(mappings(before), mappings(next)));
      throw e;
    }
    return next;
  }

  private @Nullable L openOrSkip(LaneRef lane) throws IOException {
    try {
      return open(lane);
    } catch (NoSuchFileException e) {
      if (generation == NO_GENERATION || !registry.isUnlinked()) {
        throw e;
      }
      LOGGER.log(Level.WARNING, "a lane of an unlinked shared-memory channel was deleted", e);
      return null;
    }
  }

  /// Opens a lane. Leaves nothing mapped when it fails.
  abstract L open(LaneRef lane) throws IOException;

  /// Returns a lane that this member has, with its new table entry. Does not change the known lane,
  /// because opening another lane may still fail.
  abstract L keep(L known, LaneRef lane);

  private @Nullable L find(List<L> lanes, long id) {
    for (L lane : lanes) {
      if (lane.lane().id() == id) {
        return lane;
      }
    }
    return null;
  }

  private static Set<Long> ids(List<? extends MappedLane> lanes) {
    return lanes.stream().map(end -> end.lane().id()).collect(Collectors.toSet());
  }

  static List<Mapping> mappings(List<? extends MappedLane> lanes) {
    return lanes.stream().map(MappedLane::mapping).toList();
  }

  /// Whether one of the lanes is shorter than when it was created. For the member's own thread.
  public final boolean isTruncated() {
    return attached().stream().anyMatch(lane -> PageFaults.isTruncated(lane.mapping().segment()));
  }

  /// Unmaps the lanes. Any thread may call this; afterwards the lanes are neither written nor read.
  @Override
  public final synchronized void close() {
    closed = true;
    generation = CLOSED;
    Mapping.closeAll(mappings(attached()));
  }
}
