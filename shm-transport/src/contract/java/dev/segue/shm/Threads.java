// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.internal.halt.Waits;

/// Waits until threads reach a state, for tests that need a waiting thread.
final class Threads {

  private Threads() {}

  /// Returns once a thread is parked, asleep, or asleep on a futex.
  static void awaitWaiting(Thread thread) throws InterruptedException {
    while (!isWaiting(thread)) {
      assertTrue(thread.isAlive(), "the thread has ended instead of waiting");
      Thread.sleep(1);
    }
  }

  /// Returns once a thread waits, or has ended without waiting.
  static void awaitWaitingOrEnd(Thread thread) throws InterruptedException {
    while (thread.isAlive() && !isWaiting(thread)) {
      Thread.sleep(1);
    }
  }

  /// Returns once a thread waits for a lock of a channel.
  static void awaitWaitingForLock(Thread thread) throws InterruptedException {
    while (!Waits.LOCK.equals(Waits.of(thread))) {
      assertTrue(thread.isAlive(), "the thread has ended instead of waiting");
      Thread.sleep(1);
    }
  }

  /// A thread that waits for a futex is in native code, and counts as runnable.
  private static boolean isWaiting(Thread thread) {
    return switch (thread.getState()) {
      case WAITING, TIMED_WAITING -> true;
      case RUNNABLE -> Waits.SIGNAL.equals(Waits.of(thread));
      case NEW, BLOCKED, TERMINATED -> false;
    };
  }
}
