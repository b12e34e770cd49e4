// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;

/// Turns a value into bytes, where it is told to. A serializer's `write` method fits, by method
/// reference.
///
/// @param <T> what it writes
@FunctionalInterface
public interface MessageWriter<T> {

  /// Writes a value.
  ///
  /// @param value what to write
  /// @param destination where to write
  /// @param offset where to begin in it
  /// @return how many bytes were written
  long write(T value, MemorySegment destination, long offset);
}
