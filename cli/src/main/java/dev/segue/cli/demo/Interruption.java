// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Handles Ctrl-C and other termination signals: the work is asked to stop and gets time to clean
/// up, then the process exits with code 1.
final class Interruption implements AutoCloseable {

  private static final long GRACE_SECONDS = 15;

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = new Thread(this::shutDown, "interruption");
  private volatile boolean requested;

  private Interruption() {}

  /// Starts watching, until closed.
  static Interruption watch() {
    Interruption interruption = new Interruption();
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  /// Returns whether the process was asked to end.
  boolean isRequested() {
    return requested;
  }

  /// Waits briefly for a request to arrive: Ctrl-C reaches all processes of a terminal, and this
  /// one may notice the end of the other JVM first.
  boolean isRequestedSoon() {
    try {
      for (int i = 0; i < 30 && !requested; i++) {
        Thread.sleep(10);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return requested;
  }

  /// Signals that the cleanup is done and reported.
  @Override
  public void close() {
    over.countDown();
    if (!requested) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The process is ending already; the hook does the rest.
        return;
      }
    }
  }

  private void shutDown() {
    requested = true;
    try {
      if (!over.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("segue demo: could not clean up in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // A fixed exit code: the JVM would use 128 plus the signal.
    Runtime.getRuntime().halt(1);
  }
}
