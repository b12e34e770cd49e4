// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import dev.segue.serializer.Serializer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Content that the serializer writes and reads.
final class SerializedContent<V> implements ValueContent<V> {
  private final Serializer serializer;
  private final Class<V> type;

  SerializedContent(Serializer serializer, Class<V> type) {
    this.serializer = Objects.requireNonNull(serializer, "serializer");
    this.type = Objects.requireNonNull(type, "type");
  }

  @Override
  public MemorySegment of(V value) {
    return MemorySegment.ofArray(serializer.toBytes(value));
  }

  @Override
  public @Nullable V value(ByteBuffer content) {
    return serializer.readOrNull(MemorySegment.ofBuffer(content), 0, type);
  }
}
