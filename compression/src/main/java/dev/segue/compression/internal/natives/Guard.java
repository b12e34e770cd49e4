// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Prevents native memory from being freed while it is in use.
///
/// Closing prevents new uses immediately. The thread that ends the last use frees the memory.
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

  /// The number of current uses; the sign bit is set when closed.
  @SuppressWarnings("UnusedVariable") // through STATE
  private volatile int state;

  /// Creates a guard that is open and not in use.
  ///
  /// @param name the name of the guarded object, for messages
  /// @param free frees its memory; called exactly once
  public Guard(String name, Runnable free) {
    this.name = name;
    this.free = free;
  }

  /// Begins a use; any number of uses may overlap.
  ///
  /// @throws IllegalStateException after [#close]
  public void acquire() {
    int current;
    do {
      current = state;
      if (current < 0) {
        throw closed();
      }
      // Full fence: the use begins after this; pairs with the fences in release() and close().
    } while (!STATE.compareAndSet(this, current, current + 1));
  }

  /// Begins an exclusive use.
  ///
  /// @throws IllegalStateException during another use, or after [#close]
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

  /// Prevents new uses. Does nothing if called again.
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
