// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Serializes a value into memory that the caller provides. The `write` method of Segue's
/// `Serializer` fits as a method reference: `serializer::write`.
///
/// A sender calls it on the thread that sends.
///
/// @param <T> the values' type
@FunctionalInterface
public interface MessageSerializer<T extends @Nullable Object> {

  /// Writes a value.
  ///
  /// @param value the value
  /// @param destination memory to write to; valid until this returns
  /// @param offset where in the destination to begin, in bytes
  /// @return the number of bytes written
  long write(T value, MemorySegment destination, long offset);
}
