// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Waits for the other JVM: spins for a few microseconds, then yields, then sleeps. From time to
/// time, it checks whether there is still something to wait for.
final class Patience {

  private static final int SPINS = 200;
  private static final int YIELDS = 200;
  private static final long SHORTEST_SLEEP_NANOS = 1_000;
  private static final long LONGEST_SLEEP_NANOS = 200_000;
  private static final int IDLES_BETWEEN_LOOKS = 256;
  private static final long LONGEST_STEP_NANOS = 100_000_000;

  private final Runnable look;
  private final long limitNanos;
  private int idles;
  private long sleepNanos = SHORTEST_SLEEP_NANOS;
  private long lastLook;
  private long waitedNanos;

  /// Creates a wait with a limit.
  ///
  /// @param look checks whether to keep waiting; throws if not
  /// @param limit the maximum time without progress, not counting time during which this process
  ///   was paused
  Patience(Runnable look, Duration limit) {
    this.look = look;
    this.limitNanos = limit.toNanos();
  }

  /// Waits a moment, longer with each call.
  @SuppressWarnings("ThreadPriorityCheck") // only a step between spinning and sleeping
  void idle() {
    if (++idles % IDLES_BETWEEN_LOOKS == 0) {
      look();
    }
    if (idles <= SPINS) {
      Thread.onSpinWait();
    } else if (idles <= SPINS + YIELDS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(sleepNanos);
      sleepNanos = Math.min(2 * sleepNanos, LONGEST_SLEEP_NANOS);
    }
  }

  /// Starts the wait over, because the other JVM has made progress.
  void reset() {
    if (idles != 0) {
      idles = 0;
      waitedNanos = 0;
      lastLook = 0;
      sleepNanos = SHORTEST_SLEEP_NANOS;
    }
  }

  private void look() {
    look.run();
    long now = System.nanoTime();
    if (lastLook != 0) {
      waitedNanos += Math.min(now - lastLook, LONGEST_STEP_NANOS);
    }
    lastLook = now;
    if (waitedNanos > limitNanos) {
      throw new DemoFailure(
          "the other JVM has made no progress for %d s".formatted(waitedNanos / 1_000_000_000));
    }
  }
}
