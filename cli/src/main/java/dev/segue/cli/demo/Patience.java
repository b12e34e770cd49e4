// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// How this side waits for the other: it spins for a few microseconds, then lets others run, then
/// sleeps. Once in a while it looks whether waiting still makes sense.
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

  /// Waits with a limit.
  ///
  /// @param look throws when there is nothing to wait for any more
  /// @param limit how long to wait at one go; time in which this process was stopped does not count
  Patience(Runnable look, Duration limit) {
    this.look = look;
    this.limitNanos = limit.toNanos();
  }

  /// Waits for a moment, longer each time.
  @SuppressWarnings("ThreadPriorityCheck") // Nothing relies on it: a step between spin and sleep.
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

  /// Begins anew: the other side has moved.
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
          "the other JVM has not moved for %d s".formatted(waitedNanos / 1_000_000_000));
    }
  }
}
