// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.membership.MembershipException.Reason;
import dev.segue.shm.internal.os.NoSpaceException;
import dev.segue.shm.internal.os.PageFaults;
import dev.segue.shm.internal.os.UntrustedFileException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Stores the heartbeats of this process's members in one channel, and checks the heartbeats of the
/// other members. Runs on a thread that serves all channels of the process.
///
/// A member whose heartbeat advances is alive. If a heartbeat has not advanced for two checks, the
/// locks show whether its process is dead; while all advance, a check makes no system call. A
/// member whose heartbeat has not advanced for the timeout is fenced. The timeout is counted in
/// checks instead of elapsed time, so that a process that was itself paused does not fence the
/// others afterwards.
///
/// A channel that this process shares with one other process, and nobody else, is checked once a
/// second while another such channel shows that the process is alive; see {@link Companions}. This
/// requires a channel without a timeout, whose tables have not changed for one second.
///
/// Once a second, the keeper checks whether the channel's files are still at its path. After the
/// channel was unlinked, it stores after each change which lanes its members have mapped.
public final class Keeper implements AutoCloseable {

  private static final Logger LOGGER = System.getLogger("dev.segue.shm");
  private static final long LONGEST_INTERVAL_NANOS = 100_000_000;
  private static final long SHORTEST_INTERVAL_NANOS = 1_000_000;
  private static final int CHECKS_PER_TIMEOUT = 10;
  private static final long PLACE_INTERVAL_NANOS = 1_000_000_000;
  private static final long ALONE_INTERVAL_NANOS = 1_000_000_000;

  /// The interval while another channel shows whether the other process is alive.
  private static final long COMPANION_INTERVAL_NANOS = 1_000_000_000;

  private static final long NO_GENERATION = -1;

  /// All processes store heartbeats and check at the same times. So a heartbeat that is stored just
  /// after a check is only seen by the next check.
  private static final int MISSED_HEARTBEATS = 1;

  private enum Repair {
    NONE,
    WANTED,
    RUNNING
  }

  private final Path path;
  private final Registry registry;
  private final long intervalNanos;

  /// The interval while the channel has no other members. A member that joins waits for longer than
  /// this before it considers a member silent.
  private final long aloneIntervalNanos;

  private final List<MemberSlot> memberSlots = new CopyOnWriteArrayList<>();
  private final HeartbeatCheck heartbeatCheck;
  private volatile long nextCheckNanos;
  private long nextPlaceNanos;

  /// Whether the next check is due now, and looks at the locks.
  private volatile boolean suspected;

  /// Null for a channel with a timeout: each of its members needs heartbeats of its own.
  private final @Nullable Sharing sharing;

  private volatile String lastFailure = "";

  /// Guarded by this, as are the checks themselves.
  private Repair repair = Repair.NONE;

  /// The generation of the tables if the last check found an unfinished change. Guarded by this.
  private long halfDoneGeneration = NO_GENERATION;

  /// The last generation of an unlinked channel's tables for which this keeper has stored which
  /// lanes its members have mapped.
  private volatile long recordedGeneration = NO_GENERATION;

  private final LongConsumer unlinkingListener = this::recordOpened;
  private boolean added;
  private boolean stopped;

  /// Creates the keeper of a channel. It starts with its first member.
  public Keeper(ChannelDirectory directory) {
    this.path = directory.path();
    this.registry = directory.registry();
    long timeout = directory.settings().peerTimeoutNanos();
    this.intervalNanos =
        timeout == 0
            ? LONGEST_INTERVAL_NANOS
            : Math.clamp(
                timeout / CHECKS_PER_TIMEOUT, SHORTEST_INTERVAL_NANOS, LONGEST_INTERVAL_NANOS);
    this.aloneIntervalNanos =
        timeout == 0
            ? ALONE_INTERVAL_NANOS
            : Math.clamp(timeout / CHECKS_PER_TIMEOUT, intervalNanos, ALONE_INTERVAL_NANOS);
    this.heartbeatCheck =
        new HeartbeatCheck(registry, timeout == 0 ? Long.MAX_VALUE : timeout / intervalNanos);
    this.sharing = timeout == 0 ? new Sharing(this, registry, heartbeatCheck) : null;
    this.nextCheckNanos = System.nanoTime();
    this.nextPlaceNanos = nextCheckNanos + PLACE_INTERVAL_NANOS;
  }

  /// Starts storing heartbeats for a member.
  public synchronized void add(MemberSlot memberSlot) {
    // This comes first, because starting the thread may fail.
    if (!added && !stopped) {
      KeeperThread.add(this);
      UnlinkingListeners.add(unlinkingListener);
      added = true;
    } else if (memberSlots.isEmpty()) {
      nextCheckNanos = System.nanoTime();
      KeeperThread.wake();
    }
    memberSlots.add(memberSlot);
  }

  /// Stops storing heartbeats for a member.
  public void remove(MemberSlot memberSlot) {
    memberSlots.remove(memberSlot);
  }

  /// Checks the channel, if it is time.
  ///
  /// @param repairs runs repairs, which may take long
  /// @return the time until the next check, in nanoseconds
  long checkIfDue(long now, Executor repairs) {
    if (suspected || now - nextCheckNanos >= 0) {
      checkNow(now, repairs);
    }
    return Math.max(0, nextCheckNanos - now);
  }

  private synchronized void checkNow(long now, Executor repairs) {
    if (stopped) {
      return;
    }
    boolean lookAtLocks = suspected;
    suspected = false;
    if (memberSlots.isEmpty()) {
      endSharing();
    } else {
      checkAndReport(now, lookAtLocks, repairs);
    }
    long interval = interval();
    nextCheckNanos = (Math.floorDiv(now, interval) + 1) * interval;
  }

  private long interval() {
    if (isAlone()) {
      return aloneIntervalNanos;
    }
    return sharing != null && sharing.isCovered() ? COMPANION_INTERVAL_NANOS : intervalNanos;
  }

  /// The only member of this process, or null if there are none or several.
  private @Nullable MemberSlot onlySlot() {
    MemberSlot only = null;
    for (MemberSlot memberSlot : memberSlots) {
      if (only != null) {
        return null;
      }
      only = memberSlot;
    }
    return only;
  }

  /// Makes the thread check the channel and its locks soon: the other process may have died.
  void suspect() {
    suspected = true;
    KeeperThread.wake();
  }

  /// The number that identifies the channel.
  long nonce() {
    return registry.nonce();
  }

  /// Whether no member waits for a heartbeat: this process is alone in the channel, or has no
  /// members left. In the latter case a check would find a lone member of another process silent,
  /// and nothing would depend on the result.
  private boolean isAlone() {
    return memberSlots.isEmpty() || heartbeatCheck.hasExactly(memberSlots.size());
  }

  private void checkAndReport(long now, boolean lookAtLocks, Executor repairs) {
    try {
      boolean suspicious = beatAndCheck(MISSED_HEARTBEATS);
      suspicious |= lookAtLocks;
      if (sharing != null && repair == Repair.NONE && !lookAtLocks) {
        sharing.look(onlySlot(), recordedGeneration);
      }
      PageFaults.settle();
      if (now - nextPlaceNanos >= 0) {
        nextPlaceNanos = now + PLACE_INTERVAL_NANOS;
        suspicious |= registry.hasLostItsPlace();
      }
      suspicious |= registry.isUnlinked() && registry.generation() != recordedGeneration;
      if (suspicious && repair == Repair.NONE) {
        repairs.execute(this::repairAndReport);
        repair = Repair.WANTED;
      } else if (!suspicious && !lastFailure.isEmpty()) {
        lastFailure = "";
      }
    } catch (Throwable e) { // Must not affect the other channels.
      endSharing();
      report(e);
    }
  }

  private void endSharing() {
    if (sharing != null) {
      sharing.end();
    }
  }

  private void repairAndReport() {
    synchronized (this) {
      if (stopped) {
        return;
      }
      repair = Repair.RUNNING;
    }
    try {
      repair();
      PageFaults.settle();
      lastFailure = "";
    } catch (IOException | RuntimeException | Error e) {
      report(e); // Overwritten tables, a truncated control file, no memory.
    } finally {
      synchronized (this) {
        repair = Repair.NONE;
        notifyAll();
      }
    }
  }

  /// Logs a failure once. The next check tries again, and a joining member gets the same failure.
  private void report(Throwable e) {
    try {
      String message = message(e);
      if (!lastFailure.equals(message)) {
        lastFailure = message;
        LOGGER.log(Level.WARNING, message, isExpected(e) ? null : e);
      }
    } catch (OutOfMemoryError again) {
      // Not even enough memory for the log: the next check tries again.
    }
  }

  /// Whether a failure has a cause outside this library, so that its stack trace is useless.
  private static boolean isExpected(Throwable e) {
    return e instanceof InternalError
        || e instanceof MembershipException
        || e instanceof UntrustedFileException
        || e instanceof NoSpaceException;
  }

  private String message(Throwable e) {
    boolean truncated =
        e instanceof InternalError // Thrown by an access to a page that was truncated.
            || (e instanceof MembershipException refused && refused.reason() == Reason.DAMAGED);
    return truncated
        ? path + " was truncated while it was in use: unlink it, and create it anew"
        : "cannot check the members of %s: %s"
            .formatted(path, isExpected(e) ? e.getMessage() : e.toString());
  }

  /// If this process has just unlinked the keeper's channel, stores at once which lanes its members
  /// have mapped, because the process may end before the next check.
  private synchronized void recordOpened(long nonce) {
    if (stopped || registry.nonce() != nonce) {
      return;
    }
    try {
      // The members look at the tables now, too. If the registry stays busy, the next check does
      // it.
      boolean _ = registry.tryRecordOpened(memberSlots, intervalNanos);
      PageFaults.settle();
    } catch (IOException | RuntimeException | Error e) {
      report(e);
    }
  }

  /// Checks the channel once, and repairs at once. For tests.
  ///
  /// @return whether it checked the locks
  synchronized boolean look() throws IOException {
    boolean suspicious = beatAndCheck(0) || registry.hasLostItsPlace();
    if (suspicious) {
      repair();
    }
    return suspicious;
  }

  /// Does not check while a repair is pending, since the repair uses the results of the last check.
  ///
  /// @param missed how many heartbeats in a row each member may miss
  private boolean beatAndCheck(int missed) {
    for (MemberSlot memberSlot : memberSlots) {
      memberSlot.beat();
    }
    if (repair != Repair.NONE || registry.isLost()) {
      return false;
    }
    boolean silent = heartbeatCheck.check() > missed;
    return silent || isChangeStuck();
  }

  /// Whether a change that the last check found unfinished is still unfinished: its process may
  /// have died. Repairing at first sight of an unfinished change would only keep other processes
  /// from the registry.
  private boolean isChangeStuck() {
    long before = halfDoneGeneration;
    halfDoneGeneration = registry.isHalfChanged() ? registry.generation() : NO_GENERATION;
    return halfDoneGeneration != NO_GENERATION && halfDoneGeneration == before;
  }

  private void repair() throws IOException {
    if (registry.hasLostItsPlace()) {
      registry.markLost();
    }
    if (!registry.isLost()) {
      sweep();
    }
    if (registry.isUnlinked()) {
      long generation = registry.generation();
      if (registry.tryRecordOpened(memberSlots, 0)) {
        recordedGeneration = generation;
      }
    }
  }

  private void sweep() throws IOException {
    long before = registry.generation();
    registry.sweep();
    heartbeatCheck.fenceSilent();
    if (sharing != null && registry.generation() != before) {
      sharing.suspect();
    }
  }

  /// Stops the keeper. When this returns, no check is running.
  @Override
  public void close() {
    boolean interrupted = false;
    synchronized (this) {
      stopped = true;
      endSharing();
      while (repair == Repair.RUNNING) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    UnlinkingListeners.remove(unlinkingListener);
    KeeperThread.remove(this);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
