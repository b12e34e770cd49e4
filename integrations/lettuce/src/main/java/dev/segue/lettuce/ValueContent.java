// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// The bytes of a value before compression.
///
/// @param <V> the values
interface ValueContent<V> {
  /// The bytes of a value, which are not changed afterwards.
  MemorySegment of(V value);

  /// The value of a buffer's remaining bytes.
  @Nullable V value(ByteBuffer content);
}
