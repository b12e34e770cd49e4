// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.util.concurrent.atomic.AtomicBoolean;

/// Notices when something that serves one call at a time is called while it is in use: by another
/// thread, or by a hook of the object that it is writing or reading.
final class OneAtATime {

  private final String name;
  private final AtomicBoolean inUse = new AtomicBoolean();

  /// @param name what is in use, for the message
  OneAtATime(String name) {
    this.name = name;
  }

  /// Begins a call.
  ///
  /// @throws IllegalStateException if another one has not ended
  void begin() {
    // Acquires what the last call released in end(), so that threads may take turns.
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
