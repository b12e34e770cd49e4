// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Waits for conditions.
final class Await {
  private static final long MINUTES = 5;
  private static final long PAUSE_MS = 20;

  private Await() {}

  static void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - deadline < 0, what);
      try {
        Thread.sleep(PAUSE_MS);
      } catch (InterruptedException e) {
        throw new IllegalStateException(what, e);
      }
    }
  }
}
