// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;

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

  /// A thread that waits on a futex is in native code, so its state is `RUNNABLE`.
  private static boolean isWaiting(Thread thread) {
    return switch (thread.getState()) {
      case WAITING, TIMED_WAITING -> true;
      case RUNNABLE -> isIn(thread, "Futex", "sleep");
      case NEW, BLOCKED, TERMINATED -> false;
    };
  }

  /// Whether a method is on the stack of a thread.
  ///
  /// @param className the simple name of its class
  static boolean isIn(Thread thread, String className, String method) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame ->
            frame.getClassName().endsWith("." + className) && frame.getMethodName().equals(method));
  }
}
