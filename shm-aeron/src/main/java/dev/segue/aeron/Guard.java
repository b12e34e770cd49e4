// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Guards a sender or receiver: lets one thread at a time use it, and keeps Aeron's memory mapped
/// during the use.
final class Guard {

  private static final long PARK_NANOS = 100_000;

  private final AtomicReference<@Nullable Thread> inside = new AtomicReference<>();
  private final String name;
  private volatile boolean closed;

  /// @param name the name of the guarded object, for messages
  Guard(String name) {
    this.name = name;
  }

  /// Begins a use, which ends with {@link #exit()}.
  ///
  /// @return false when the guard is closed
  /// @throws IllegalStateException when a thread is inside
  boolean enter() {
    // Both are volatile: either close() is seen here, or the closing thread sees this one inside.
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

  /// Prevents further use of the object; a call in progress may complete.
  void close() {
    closed = true;
  }

  /// Waits for the call that was in progress when the guard was closed.
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

  /// Whether the guard is closed and no thread is inside.
  boolean isOver() {
    return closed && inside.get() == null;
  }
}
