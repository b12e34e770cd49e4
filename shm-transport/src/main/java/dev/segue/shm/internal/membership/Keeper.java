// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.os.PageFaults;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/// Gives this process's signs of life in a channel, and looks for those of others, on the thread
/// that does so for all channels.
///
/// Whose heartbeat goes on lives. If one stands still at a look, the locks tell the dead; while all
/// go on, a look makes no system call. The stopped are known by a heartbeat that stands still for
/// long; its age is counted in looks, not by the clock, so that a process which was itself stopped
/// does not take the others' silence in that time for theirs.
///
/// Once a second it looks whether the channel's files are still at its path.
public final class Keeper implements AutoCloseable {

  private static final Logger LOGGER = System.getLogger("dev.segue.shm");
  private static final long LONGEST_INTERVAL_NANOS = 100_000_000;
  private static final long SHORTEST_INTERVAL_NANOS = 1_000_000;
  private static final int LOOKS_PER_TIMEOUT = 10;
  private static final long PLACE_INTERVAL_NANOS = 1_000_000_000;
  private static final long ALONE_INTERVAL_NANOS = 1_000_000_000;

  private enum Repair {
    NONE,
    WANTED,
    UNDER_WAY
  }

  private final Registry registry;
  private final long intervalNanos;

  /// Between looks while nobody else is in the channel: there is nobody to look for, and whoever
  /// comes waits longer than that before it takes silence for more.
  private final long aloneIntervalNanos;

  private final List<Seat> seats = new CopyOnWriteArrayList<>();
  private final Silence silence;
  private long nextLookNanos;
  private long nextPlaceNanos;
  private volatile String lastFailure = "";

  /// Guarded by this, as are the looks themselves.
  private Repair repair = Repair.NONE;

  private boolean added;
  private boolean stopped;

  /// The keeper of a channel; it starts with its first member.
  public Keeper(ChannelDirectory directory) {
    this.registry = directory.registry();
    long timeout = directory.settings().peerTimeoutNanos();
    this.intervalNanos =
        timeout == 0
            ? LONGEST_INTERVAL_NANOS
            : Math.clamp(
                timeout / LOOKS_PER_TIMEOUT, SHORTEST_INTERVAL_NANOS, LONGEST_INTERVAL_NANOS);
    this.aloneIntervalNanos =
        timeout == 0
            ? ALONE_INTERVAL_NANOS
            : Math.clamp(timeout / LOOKS_PER_TIMEOUT, intervalNanos, ALONE_INTERVAL_NANOS);
    this.silence = new Silence(registry, timeout == 0 ? Long.MAX_VALUE : timeout / intervalNanos);
    this.nextLookNanos = System.nanoTime();
    this.nextPlaceNanos = nextLookNanos + PLACE_INTERVAL_NANOS;
  }

  /// Begins to give signs of life for a member.
  public synchronized void add(Seat seat) {
    // First, for there may be no thread to be had.
    if (!added && !stopped) {
      KeeperThread.add(this);
      added = true;
    }
    seats.add(seat);
  }

  /// Ends giving them.
  public void remove(Seat seat) {
    seats.remove(seat);
  }

  /// Looks, if it is time.
  ///
  /// @param repairs where to do what may take long
  /// @return the time until the next look
  synchronized long lookIfDue(long now, Executor repairs) {
    if (now - nextLookNanos >= 0 && !stopped) {
      lookAndReport(now, repairs);
      long interval = silence.hasExactly(seats.size()) ? aloneIntervalNanos : intervalNanos;
      nextLookNanos = (Math.floorDiv(now, interval) + 1) * interval;
    }
    return Math.max(0, nextLookNanos - now);
  }

  private void lookAndReport(long now, Executor repairs) {
    try {
      boolean suspicious = beatAndLook();
      PageFaults.settle();
      if (now - nextPlaceNanos >= 0) {
        nextPlaceNanos = now + PLACE_INTERVAL_NANOS;
        suspicious |= registry.hasLostItsPlace();
      }
      if (suspicious && repair == Repair.NONE) {
        repairs.execute(this::repairAndReport);
        repair = Repair.WANTED;
      } else if (!suspicious && !lastFailure.isEmpty()) {
        lastFailure = "";
      }
    } catch (Throwable e) { // Whatever it is, the other channels go on.
      report(e);
    }
  }

  private void repairAndReport() {
    synchronized (this) {
      if (stopped) {
        return;
      }
      repair = Repair.UNDER_WAY;
    }
    try {
      repair();
      PageFaults.settle();
      lastFailure = "";
    } catch (IOException | RuntimeException | Error e) {
      report(e); // Tables that were scribbled over; a control file that was truncated; no memory.
    } finally {
      synchronized (this) {
        repair = Repair.NONE;
        notifyAll();
      }
    }
  }

  /// The next look tries again; a joining member meets the same failure, and its caller is told.
  private void report(Throwable e) {
    try {
      if (!lastFailure.equals(e.toString())) {
        lastFailure = e.toString();
        LOGGER.log(Level.WARNING, "looking after a shared-memory channel failed", e);
      }
    } catch (OutOfMemoryError again) {
      // Not enough to tell of it: perhaps there is at the next look.
    }
  }

  /// Looks once, and repairs at once what it finds. For tests.
  ///
  /// @return whether it looked at the locks
  synchronized boolean look() throws IOException {
    boolean suspicious = beatAndLook() || registry.hasLostItsPlace();
    if (suspicious) {
      repair();
    }
    return suspicious;
  }

  /// While something is being repaired, what was seen before is for that, and is left as it is.
  private boolean beatAndLook() {
    for (Seat seat : seats) {
      seat.beat();
    }
    if (repair != Repair.NONE || registry.isLost()) {
      return false;
    }
    boolean silent = silence.look();
    return silent || registry.isHalfChanged();
  }

  private void repair() throws IOException {
    if (registry.hasLostItsPlace()) {
      registry.markLost();
    }
    if (!registry.isLost()) {
      registry.sweep();
      silence.fenceSilent();
    }
  }

  /// Stops; when this returns, no look is under way.
  @Override
  public void close() {
    boolean interrupted = false;
    synchronized (this) {
      stopped = true;
      while (repair == Repair.UNDER_WAY) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    KeeperThread.remove(this);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
