// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.routing;

import dev.segue.shm.internal.membership.FencedException;
import dev.segue.shm.internal.membership.LaneRef;
import dev.segue.shm.internal.membership.LockedAction;
import dev.segue.shm.internal.membership.Registry;
import dev.segue.shm.internal.membership.Seat;
import dev.segue.shm.internal.os.Cleanup;
import dev.segue.shm.internal.os.Mapping;
import dev.segue.shm.internal.os.PageFaults;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The lanes of a member, which come and go. One thread at a time, but for {@link #close()}.
///
/// @param <L> a lane, and what the member needs for it
abstract class MemberLanes<L extends MappedLane> implements AutoCloseable {

  private static final long NO_GENERATION = -1;

  final Registry registry;
  final Seat seat;
  final long maxMessageLength;
  private long generation = NO_GENERATION;
  private volatile boolean closed;

  MemberLanes(Registry registry, Seat seat, long maxMessageLength) {
    this.registry = registry;
    this.seat = seat;
    this.maxMessageLength = maxMessageLength;
  }

  /// Learns of lanes that have come or gone.
  ///
  /// @throws FencedException when the others have gone on without this member
  public final void begin() throws IOException {
    requireOpen();
    if (isOutdated()) {
      requireSeat();
      refresh();
    }
  }

  /// Whether lanes may have come or gone that {@link #begin()} has not seen yet.
  public final boolean isOutdated() {
    return seat.generation() != generation;
  }

  final boolean isClosed() {
    return closed;
  }

  /// Fails once these are closed.
  ///
  /// @throws IllegalStateException when they are
  public final void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the " + seat.role().inWords() + " is closed");
    }
  }

  /// Closing ends in leaving: who is in a race with that has not been fenced, but closed.
  final void requireSeat() {
    try {
      seat.require();
    } catch (FencedException e) {
      requireOpen();
      throw e;
    }
  }

  private synchronized void refresh() throws IOException {
    if (closed) {
      return;
    }
    LockedAction<Boolean> look =
        () -> {
          seat.require();
          attach(registry.lanesOf(seat));
          generation = seat.generation();
          return true;
        };
    if (generation == NO_GENERATION) {
      registry.locked(look);
    } else {
      // When the registry is busy, the lanes that there are serve until the next time.
      registry.tryLocked(look);
    }
  }

  /// Makes those lanes this member's, mapping what is new and unmapping what has gone. Under the
  /// registry's lock.
  abstract void attach(List<LaneRef> lanes) throws IOException;

  /// The lanes that this member has now.
  abstract List<L> attached();

  /// Opens lanes, but for those that this member has: it keeps them. Changes nothing when one of
  /// them cannot be opened.
  final List<L> openAll(List<LaneRef> lanes) throws IOException {
    List<L> before = attached();
    List<L> next = new ArrayList<>();
    try {
      for (LaneRef lane : lanes) {
        L known = find(before, lane.id());
        next.add(known != null ? keep(known, lane) : open(lane));
      }
    } catch (IOException | RuntimeException | Error e) {
      Cleanup.after(e, () -> Mapping.closeAllBut(mappings(before), mappings(next)));
      throw e;
    }
    return next;
  }

  /// Maps a lane. Leaves nothing mapped when it fails.
  abstract L open(LaneRef lane) throws IOException;

  /// A lane that this member has, as the tables have it now. What is known stays as it is: the next
  /// one may fail to open.
  abstract L keep(L known, LaneRef lane);

  private @Nullable L find(List<L> lanes, long id) {
    for (L lane : lanes) {
      if (lane.lane().id() == id) {
        return lane;
      }
    }
    return null;
  }

  static List<Mapping> mappings(List<? extends MappedLane> lanes) {
    return lanes.stream().map(MappedLane::mapping).toList();
  }

  /// Whether one of the lanes is shorter than it was made. On the member's own thread.
  public final boolean isTruncated() {
    return attached().stream().anyMatch(lane -> PageFaults.isTruncated(lane.mapping().segment()));
  }

  /// Unmaps the lanes, on whatever thread. After this, nothing is written to them, or read.
  @Override
  public final synchronized void close() {
    closed = true;
    Mapping.closeAll(mappings(attached()));
  }
}
