// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.os.Bell;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/// How a subscriber waits without using the processor: it spins for a while that adapts to how soon
/// messages have come lately, and then sleeps on its bell.
final class Sleeper {

  private static final long LEAST_SPIN_NANOS = 1_000;
  private static final long MOST_SPIN_NANOS = 50_000;

  /// So that lanes that came and publishers that died are noticed, whoever rings or not.
  private static final long LONGEST_SLEEP_NANOS = 100_000_000;

  /// A publisher that was in mid-commit when the bell was hung does not ring it yet.
  private static final long FIRST_SLEEP_NANOS = 5_000_000;

  private static final long BEHIND_PARK_NANOS = 20_000;

  private final Bell bell;
  private long spinNanos = MOST_SPIN_NANOS;
  private long nextSleepNanos = FIRST_SLEEP_NANOS;

  Sleeper(Membership membership) throws IOException {
    bell = new Bell(membership.seat().bell());
    membership.registry().allowSleep(membership.seat());
  }

  int poll(Subscriber subscriber, MessageHandler handler, int limit, long timeoutNanos) {
    long start = System.nanoTime();
    int count = spin(subscriber, handler, limit, start, Math.min(timeoutNanos, spinNanos));
    if (count > 0) {
      spinNanos = Math.min(MOST_SPIN_NANOS, 2 * spinNanos);
      return count;
    }
    spinNanos = Math.max(LEAST_SPIN_NANOS, spinNanos / 2);
    long left = timeoutNanos - (System.nanoTime() - start);
    while (left > 0) {
      requireNotInterrupted(subscriber);
      count = sleepOnce(subscriber, handler, limit, left);
      if (count > 0) {
        return count;
      }
      left = timeoutNanos - (System.nanoTime() - start);
    }
    return 0;
  }

  private static int spin(
      Subscriber subscriber, MessageHandler handler, int limit, long start, long nanos) {
    int count = 0;
    while (count == 0 && System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
      count = subscriber.poll(handler, limit);
    }
    return count;
  }

  private int sleepOnce(Subscriber subscriber, MessageHandler handler, int limit, long nanos) {
    bell.announceSleep();
    try {
      int count = subscriber.poll(handler, limit);
      if (count > 0) {
        return count;
      }
      if (subscriber.isBehind()) {
        LockSupport.parkNanos(BEHIND_PARK_NANOS);
      } else {
        bell.sleep(Math.min(nanos, nextSleepNanos));
        nextSleepNanos = LONGEST_SLEEP_NANOS;
      }
    } finally {
      bell.awake();
    }
    return subscriber.poll(handler, limit);
  }

  private static void requireNotInterrupted(Subscriber subscriber) {
    if (Thread.currentThread().isInterrupted()) {
      throw new ShmException(
          ShmException.Kind.INTERRUPTED,
          "interrupted while waiting for a message in " + subscriber.file());
    }
  }
}
