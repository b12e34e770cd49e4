// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Reads a value from a message, such as `message -> serializer.read(message, 0, Order.class)`.
///
/// A receiver calls it on the thread that polls.
///
/// @param <T> the values' type
@FunctionalInterface
public interface MessageDeserializer<T extends @Nullable Object> {

  /// Reads a value.
  ///
  /// @param message the message's bytes; valid until this returns, so the value must not refer to
  ///   them
  /// @return the value
  T read(MemorySegment message);
}
