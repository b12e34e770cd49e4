// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.util.concurrent.atomic.AtomicBoolean;

/// Detects concurrent and reentrant use of an object that serves one call at a time. Another
/// thread, or a hook of the object that is being written or read, may call it.
final class OneAtATime {

  private final String name;
  private final AtomicBoolean inUse = new AtomicBoolean();

  /// @param name the name of the object, for the message
  OneAtATime(String name) {
    this.name = name;
  }

  /// Begins a call.
  ///
  /// @throws IllegalStateException if another call is in progress
  void begin() {
    // Pairs with the release in end(): threads may take turns.
    if (!inUse.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "the "
              + name
              + " is in use, by another thread or by a hook of an object; give each thread its own, or"
              + " hold a lock around its calls");
    }
  }

  /// Ends a call.
  void end() {
    inUse.setRelease(false);
  }
}
