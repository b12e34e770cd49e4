// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Handles Ctrl-C and other termination signals: asks the demo to stop, waits for its cleanup, and
/// then exits with code 1.
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

  /// Waits briefly for a termination request: Ctrl-C reaches all processes of a terminal, and this
  /// process may detect the end of the other JVM first.
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
        // The process is already ending; the hook completes the cleanup.
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
