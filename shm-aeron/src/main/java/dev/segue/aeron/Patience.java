// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import dev.segue.shm.TransportException;
import dev.segue.shm.TransportException.Kind;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/// Waits between the attempts of a call with a timeout: spins for a short time, and then sleeps for
/// up to a millisecond at a time. For one thread at a time.
final class Patience {

  private static final long MIN_PARK_NANOS = 1_000;
  private static final long MAX_PARK_NANOS = 1_000_000;

  private final String awaited;
  private final IdleStrategy idle =
      new BackoffIdleStrategy(100, 10, MIN_PARK_NANOS, MAX_PARK_NANOS);
  private long startNanos;
  private long timeoutNanos;

  /// @param awaited the awaited condition and its channel, for messages
  Patience(String awaited) {
    this.awaited = awaited;
  }

  /// Starts the timeout.
  void begin(Duration timeout) {
    timeoutNanos = TimeUnit.NANOSECONDS.convert(timeout); // Does not overflow.
    startNanos = System.nanoTime();
    idle.reset();
  }

  /// Waits for a moment.
  ///
  /// @return false when the timeout has elapsed
  /// @throws TransportException `INTERRUPTED` if the thread is interrupted
  boolean awaitMoment() {
    if (System.nanoTime() - startNanos >= timeoutNanos) {
      return false;
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new TransportException(Kind.INTERRUPTED, "interrupted while waiting for " + awaited);
    }
    idle.idle();
    return true;
  }
}
