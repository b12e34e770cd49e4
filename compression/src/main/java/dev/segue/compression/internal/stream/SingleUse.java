// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Detects concurrent use of an object that belongs to one thread at a time.
final class SingleUse {

  private static final VarHandle IN_USE;

  static {
    try {
      IN_USE = MethodHandles.lookup().findVarHandle(SingleUse.class, "inUse", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("UnusedVariable") // through IN_USE
  private boolean inUse;

  /// Begins a use, unless another one is in progress.
  boolean tryBegin() {
    // Full fence: pairs with the release in end(), so that passing the object between threads is
    // safe.
    return IN_USE.compareAndSet(this, false, true);
  }

  /// Begins a use.
  ///
  /// @throws IllegalStateException during another use
  void begin() {
    if (!tryBegin()) {
      throw new IllegalStateException(
          "the stream is in use by another thread; use it from one thread at a time");
    }
  }

  /// Ends a use.
  void end() {
    IN_USE.setRelease(this, false);
  }
}
