// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;

/// Turns a message into a value, such as `message -> serializer.read(message, 0, Order.class)`.
///
/// @param <T> what it makes
@FunctionalInterface
public interface MessageReader<T> {

  /// Reads a value.
  ///
  /// @param message its bytes in the lane; valid until this returns, so the value must not refer to
  ///   them
  /// @return the value
  T read(MemorySegment message);
}
