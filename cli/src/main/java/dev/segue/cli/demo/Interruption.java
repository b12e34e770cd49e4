// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Ctrl-C and its like: work is asked to stop, is given the time to clean up, and the process ends
/// with exit code 1.
final class Interruption implements AutoCloseable {

  private static final long GRACE_SECONDS = 15;

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = new Thread(this::shutDown, "interruption");
  private volatile boolean requested;

  private Interruption() {}

  /// Watches from now on, until closed.
  static Interruption watch() {
    Interruption interruption = new Interruption();
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  /// Whether the process was asked to end.
  boolean isRequested() {
    return requested;
  }

  /// Waits whether a request is just coming in: Ctrl-C reaches all processes of a terminal, and the
  /// other one's end may be noticed first.
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

  /// Says that everything is cleaned up and told.
  @Override
  public void close() {
    over.countDown();
    if (!requested) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The process is ending already, and the hook does what there is to do.
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
    // An exit code of our own: the JVM's would be 128 and the signal.
    Runtime.getRuntime().halt(1);
  }
}
