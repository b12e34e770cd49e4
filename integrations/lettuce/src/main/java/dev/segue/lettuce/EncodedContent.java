// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import io.lettuce.core.codec.RedisCodec;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Content that another codec encodes.
final class EncodedContent<V> implements ValueContent<V> {
  private final RedisCodec<?, V> codec;

  EncodedContent(RedisCodec<?, V> codec) {
    this.codec = codec;
  }

  @Override
  public MemorySegment of(V value) {
    return MemorySegment.ofBuffer(codec.encodeValue(value));
  }

  @Override
  public @Nullable V value(ByteBuffer content) {
    return codec.decodeValue(content);
  }
}
