// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Keeps what can be closed from being closed under someone who uses it.
///
/// Closing forbids new uses at once; what is guarded is freed when the last use ends, by whoever
/// ends it.
public final class Guard {

  private static final int CLOSED = Integer.MIN_VALUE;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Guard.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final String name;
  private final Runnable free;

  /// The number of uses, and the sign bit once closed.
  @SuppressWarnings("UnusedVariable") // through STATE
  private volatile int state;

  /// A guard that is open and not in use.
  ///
  /// @param name what is guarded, for messages
  /// @param free what frees it, called exactly once
  public Guard(String name, Runnable free) {
    this.name = name;
    this.free = free;
  }

  /// Begins a use, beside any number of others.
  ///
  /// @throws IllegalStateException after [#close]
  public void acquire() {
    int current;
    do {
      current = state;
      if (current < 0) {
        throw closed();
      }
      // Full fence: the use begins after this; pairs with the one in release() and close().
    } while (!STATE.compareAndSet(this, current, current + 1));
  }

  /// Begins a use that must be the only one.
  ///
  /// @throws IllegalStateException when there is another, or after [#close]
  public void acquireExclusively() {
    if (!STATE.compareAndSet(this, 0, 1)) {
      throw (state & CLOSED) != 0
          ? closed()
          : new IllegalStateException(name + " is in use by another thread");
    }
  }

  /// Ends a use.
  public void release() {
    int before = (int) STATE.getAndAdd(this, -1);
    if (before == CLOSED + 1) {
      free.run();
    }
  }

  /// Forbids new uses; does nothing the second time.
  public void close() {
    int before = (int) STATE.getAndBitwiseOr(this, CLOSED);
    if (before == 0) {
      free.run();
    }
  }

  private IllegalStateException closed() {
    return new IllegalStateException(name + " is closed");
  }
}
