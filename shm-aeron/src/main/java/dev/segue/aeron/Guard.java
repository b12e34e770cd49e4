// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Keeps Aeron's memory mapped while a sender or receiver is at work in it, one thread at a time.
final class Guard {

  private static final long PARK_NANOS = 100_000;

  private final AtomicReference<@Nullable Thread> inside = new AtomicReference<>();
  private final String name;
  private volatile boolean closed;

  /// @param name of what it guards, for messages
  Guard(String name) {
    this.name = name;
  }

  /// Begins a use, which ends with {@link #exit()}.
  ///
  /// @return false when there is none any more
  /// @throws IllegalStateException when another thread is inside, or this one is already
  boolean enter() {
    // Volatile, both: who closes sees that somebody is inside, or it is seen here that he closes.
    // Pairs with close().
    @Nullable Thread other = inside.compareAndExchange(null, Thread.currentThread());
    if (other != null) {
      throw new IllegalStateException(
          isEnteredByThisThread()
              ? name + " is used from inside a writer or handler that it calls"
              : "%s is used by two threads at once, %s and %s: it is for one thread at a time"
                  .formatted(name, Thread.currentThread(), other));
    }
    if (closed) {
      exit();
      return false;
    }
    return true;
  }

  void exit() {
    // Release: all uses of the memory before this; pairs with the acquire in awaitExit().
    inside.setRelease(null);
  }

  boolean isClosed() {
    return closed;
  }

  boolean isEnteredByThisThread() {
    return Thread.currentThread().equals(inside.getPlain());
  }

  /// No more uses from now on, but for the one that is under way.
  void close() {
    closed = true;
  }

  /// Waits for the use that was under way when it was closed.
  void awaitExit() {
    boolean interrupted = false;
    while (inside.get() != null) {
      LockSupport.parkNanos(PARK_NANOS);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Whether nobody is inside, or comes any more.
  boolean isOver() {
    return closed && inside.get() == null;
  }
}
