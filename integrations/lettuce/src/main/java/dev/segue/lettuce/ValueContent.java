// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// What the bytes of a value are, before any compression.
///
/// @param <V> the values
interface ValueContent<V> {
  /// The bytes of a value; nobody changes them.
  MemorySegment of(V value);

  /// The value of some bytes, which are the buffer's remaining ones.
  @Nullable V value(ByteBuffer content);
}
