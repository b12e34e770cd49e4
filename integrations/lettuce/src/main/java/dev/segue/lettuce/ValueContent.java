// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Converts values to their content, the bytes before compression, and back.
///
/// @param <V> the type of the values
interface ValueContent<V> {
  /// Returns the content of a value, which is not modified afterwards.
  MemorySegment of(V value);

  /// Returns the value of the content in a buffer's remaining bytes.
  @Nullable V value(ByteBuffer content);
}
