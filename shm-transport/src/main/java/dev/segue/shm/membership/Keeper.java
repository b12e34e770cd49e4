// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.membership;

import dev.segue.shm.os.PageFaults;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The thread that gives this process's signs of life in a channel, and looks for those of others.
///
/// Whose heartbeat goes on lives. If one stands still at a look, the locks tell the dead; while all
/// go on, a look makes no system call. The stopped are known by a heartbeat that stands still for
/// long; its age is counted in looks, not by the clock, so that a process which was itself stopped
/// does not take the others' silence in that time for theirs.
public final class Keeper implements AutoCloseable {

  private static final Logger LOGGER = System.getLogger("dev.segue.shm");
  private static final long LONGEST_INTERVAL_NANOS = 100_000_000;
  private static final long SHORTEST_INTERVAL_NANOS = 1_000_000;
  private static final int LOOKS_PER_TIMEOUT = 10;

  private final Registry registry;
  private final long intervalNanos;
  private final long silentLooksAllowed;
  private final List<Seat> seats = new CopyOnWriteArrayList<>();
  private final long[] ids;
  private final long[] heartbeats;
  private final long[] silentLooks;
  private @Nullable Thread thread;
  private volatile boolean stopped;
  private String lastFailure = "";

  /// The keeper of a channel; it starts with its first member.
  public Keeper(ChannelDirectory directory) {
    this.registry = directory.registry();
    long timeout = directory.settings().peerTimeoutNanos();
    this.intervalNanos =
        timeout == 0
            ? LONGEST_INTERVAL_NANOS
            : Math.clamp(
                timeout / LOOKS_PER_TIMEOUT, SHORTEST_INTERVAL_NANOS, LONGEST_INTERVAL_NANOS);
    this.silentLooksAllowed = timeout == 0 ? Long.MAX_VALUE : timeout / intervalNanos;
    this.ids = new long[registry.memberSlots()];
    this.heartbeats = new long[ids.length];
    this.silentLooks = new long[ids.length];
  }

  /// Begins to give signs of life for a member.
  public synchronized void add(Seat seat) {
    // First, for there may be no thread to be had.
    if (thread == null) {
      thread = Thread.ofPlatform().daemon().name("segue-shm-keeper").start(this::run);
    }
    seats.add(seat);
  }

  /// Ends giving them.
  public void remove(Seat seat) {
    seats.remove(seat);
  }

  private void run() {
    while (!stopped) {
      try {
        lookAndTell();
      } catch (OutOfMemoryError e) {
        // Not enough to tell of it: perhaps there is at the next look.
      }
      LockSupport.parkNanos(this, intervalNanos);
    }
  }

  private void lookAndTell() {
    try {
      look();
      PageFaults.settle();
      lastFailure = "";
    } catch (IOException | RuntimeException | InternalError | OutOfMemoryError e) {
      report(e); // Tables that were scribbled over; a control file that was truncated; no memory.
    }
  }

  /// The next look tries again; a joining member meets the same failure, and its caller is told.
  private void report(Throwable e) {
    if (!lastFailure.equals(e.toString())) {
      lastFailure = e.toString();
      LOGGER.log(Level.WARNING, "looking after a shared-memory channel failed", e);
    }
  }

  /// Looks once.
  ///
  /// @return whether it looked at the locks
  boolean look() throws IOException {
    seats.forEach(Seat::beat);
    boolean suspicious = registry.isHalfChanged();
    for (int slot = 0; slot < ids.length; slot++) {
      suspicious |= isSilent(slot);
    }
    if (suspicious) {
      registry.sweep();
      fenceSilent();
    }
    return suspicious;
  }

  /// Whether the member in a slot has given no sign of life since the last look.
  private boolean isSilent(int slot) {
    long id = registry.memberId(slot);
    long heartbeat = id == 0 ? 0 : registry.heartbeat(slot);
    if (id == 0 || id != ids[slot] || heartbeat != heartbeats[slot]) {
      ids[slot] = id;
      heartbeats[slot] = heartbeat;
      silentLooks[slot] = 0;
      return false;
    }
    silentLooks[slot]++;
    return true;
  }

  private void fenceSilent() throws IOException {
    for (int slot = 0; slot < ids.length; slot++) {
      if (silentLooks[slot] > silentLooksAllowed && registry.memberId(slot) == ids[slot]) {
        registry.fenceIfSilent(ids[slot], heartbeats[slot]);
      }
    }
  }

  /// Stops; when this returns, the thread has ended.
  @Override
  public void close() {
    Thread running;
    synchronized (this) {
      stopped = true;
      running = thread;
    }
    boolean interrupted = false;
    while (running != null && running.isAlive()) {
      LockSupport.unpark(running);
      try {
        running.join(1);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
