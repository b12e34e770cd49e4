// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.routing;

import dev.segue.shm.membership.FencedException;
import dev.segue.shm.membership.LaneRef;
import dev.segue.shm.membership.Registry;
import dev.segue.shm.membership.Seat;
import java.io.IOException;
import java.util.List;

/// The lanes of a member, which come and go. One thread at a time, but for {@link #close()}.
abstract class MemberLanes implements AutoCloseable {

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
    if (isBehind()) {
      requireSeat();
      refresh();
    }
  }

  /// Whether lanes may have come or gone that {@link #begin()} has not seen yet.
  public final boolean isBehind() {
    return seat.generation() != generation;
  }

  final boolean isClosed() {
    return closed;
  }

  private void requireOpen() {
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
    Registry.Action<Boolean> look =
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

  abstract void unmap();

  /// Unmaps the lanes, on whatever thread. After this, nothing is written to them, or read.
  @Override
  public final synchronized void close() {
    closed = true;
    unmap();
  }
}
