// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.membership.MemberSlot;
import dev.segue.shm.internal.membership.Registry;
import dev.segue.shm.internal.os.PageFaults;
import dev.segue.shm.internal.os.Signal;
import dev.segue.shm.internal.os.SignalWatch;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Waits for messages or room: spins for a duration that adapts to the length of earlier waits, and
/// then sleeps on the member's signal.
abstract class Sleeper {

  private static final long LEAST_SPIN_NANOS = 1_000;
  private static final long MOST_SPIN_NANOS = 50_000;

  /// New lanes and dead members are noticed after this time even if the signal is not raised.
  private static final long LONGEST_SLEEP_NANOS = 100_000_000;

  /// This value, or a longer one in tests.
  private static volatile long longestSleepNanos = LONGEST_SLEEP_NANOS;

  /// Short, because members that were running when this one began to sleep might not know yet that
  /// they must raise its signal.
  private static final long FIRST_SLEEP_NANOS = 5_000_000;

  private static final long OUTDATED_PARK_NANOS = 20_000;

  /// How long to park while the signal is never raised, because a paused process holds the
  /// registry's lock.
  private static final long SILENT_PARK_NANOS = 100_000;

  private final Registry registry;
  private final MemberSlot memberSlot;
  private final Signal signal;
  private long spinNanos = MOST_SPIN_NANOS;
  private long nextSleepNanos = FIRST_SLEEP_NANOS;
  private boolean maySleep;

  /// The time since which this member may sleep.
  private long allowedNanos;

  Sleeper(Membership membership) {
    registry = membership.registry();
    memberSlot = membership.memberSlot();
    signal = new Signal(memberSlot.signal());
  }

  /// For tests: whether sleeps last until a wake-up or the caller's timeout, so that a lost wake-up
  /// does not go unnoticed.
  static void sleepUntilWoken(boolean untilWoken) {
    longestSleepNanos = untilWoken ? Long.MAX_VALUE : LONGEST_SLEEP_NANOS;
    SignalWatch.sleepUntilWoken(untilWoken);
  }

  /// Tries once, without waiting.
  ///
  /// @return the work done, such as the number of messages; 0: none
  abstract int attempt();

  /// Whether lanes may have been added or removed since the last attempt.
  abstract boolean isOutdated();

  /// Creates the exception for an interrupted wait.
  abstract TransportException interrupted();

  /// Announces a sleep that occupies no thread, if every event that ends it raises the signal.
  ///
  /// @return the signal, which the caller must watch or withdraw; or null
  final @Nullable Signal announceWatch() {
    if (!maySleep || System.nanoTime() - allowedNanos < FIRST_SLEEP_NANOS) {
      return null;
    }
    signal.announceSleep();
    memberSlot.countWait();
    return signal;
  }

  /// Tries until an attempt does some work, or the timeout elapses.
  final int await(long timeoutNanos) throws IOException {
    try {
      return tryUntilDone(timeoutNanos);
    } finally {
      PageFaults.settle(); // The signal is stored to after the last attempt.
    }
  }

  private int tryUntilDone(long timeoutNanos) throws IOException {
    long start = System.nanoTime();
    tryAllowSleep();
    int count = spin(start, Math.min(timeoutNanos, spinNanos));
    if (count > 0) {
      spinNanos = Math.min(MOST_SPIN_NANOS, 2 * spinNanos);
      return count;
    }
    spinNanos = Math.max(LEAST_SPIN_NANOS, spinNanos / 2);
    long left = timeoutNanos - (System.nanoTime() - start);
    while (left > 0) {
      if (Thread.currentThread().isInterrupted()) {
        throw interrupted();
      }
      count = maySleep ? sleepOnce(left) : parkOnce(left);
      if (count > 0) {
        return count;
      }
      left = timeoutNanos - (System.nanoTime() - start);
    }
    return 0;
  }

  private void tryAllowSleep() throws IOException {
    if (!maySleep && registry.tryAllowSleep(memberSlot)) {
      maySleep = true;
      allowedNanos = System.nanoTime();
    }
  }

  private int spin(long start, long nanos) {
    int count = 0;
    while (count == 0 && System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
      count = attempt();
    }
    return count;
  }

  private int parkOnce(long nanos) throws IOException {
    LockSupport.parkNanos(Math.min(nanos, SILENT_PARK_NANOS));
    int count = attempt();
    if (count == 0) {
      tryAllowSleep();
    }
    return count;
  }

  private int sleepOnce(long nanos) {
    signal.announceSleep();
    try {
      int count = attempt();
      if (count > 0) {
        return count;
      }
      if (isOutdated()) {
        LockSupport.parkNanos(OUTDATED_PARK_NANOS);
      } else {
        memberSlot.countWait();
        signal.sleep(Math.min(nanos, nextSleepNanos));
        nextSleepNanos = longestSleepNanos;
      }
    } finally {
      signal.awake();
    }
    return attempt();
  }
}
