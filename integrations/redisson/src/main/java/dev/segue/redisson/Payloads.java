// SPDX-License-Identifier: Apache-2.0
package dev.segue.redisson;

import dev.segue.serializer.Serializer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Writes and reads payloads directly in Netty's buffers, without an intermediate array.
final class Payloads {

  private Payloads() {}

  /// Writes an object to a new buffer, whose size is estimated from recent objects of the class. A
  /// larger object is written again to a larger buffer.
  ///
  /// @return the payload, in a buffer that belongs to the caller
  static ByteBuf write(Serializer serializer, Object value) {
    var target = new Target();
    try {
      return target.finish(serializer.write(value, target));
    } finally {
      target.release();
    }
  }

  /// Reads an object from all bytes of a buffer.
  ///
  /// @throws IllegalArgumentException if the payload is shorter
  static @Nullable Object read(Serializer serializer, ByteBuffer payload) {
    int length = payload.remaining();
    Object value = serializer.readOrNull(payload, Object.class);
    if (payload.hasRemaining()) {
      throw new IllegalArgumentException(
          "%d bytes hold a payload of %d bytes".formatted(length, length - payload.remaining()));
    }
    return value;
  }

  /// Applies a function to all readable bytes of a buffer, and consumes them. They are copied only
  /// if they are spread over several buffers.
  static @Nullable Object withContent(
      ByteBuf bytes, Function<ByteBuffer, @Nullable Object> function) {
    int length = bytes.readableBytes();
    if (bytes.nioBufferCount() == 1) {
      ByteBuffer content = bytes.nioBuffer();
      bytes.skipBytes(length);
      return function.apply(content);
    }
    ByteBuf copy = ByteBufAllocator.DEFAULT.buffer(length);
    try {
      copy.writeBytes(bytes, length);
      return function.apply(copy.nioBuffer());
    } finally {
      copy.release();
    }
  }

  /// Provides the memory of one payload.
  private static final class Target implements IntFunction<ByteBuffer> {

    private @Nullable ByteBuf buffer;

    @Override
    public ByteBuffer apply(int bytes) {
      release();
      ByteBuf next = ByteBufAllocator.DEFAULT.buffer(bytes);
      buffer = next;
      return next.nioBuffer(0, next.capacity());
    }

    ByteBuf finish(int length) {
      ByteBuf whole = Objects.requireNonNull(buffer);
      buffer = null;
      return whole.writerIndex(length);
    }

    void release() {
      if (buffer != null) {
        buffer.release();
        buffer = null;
      }
    }
  }
}
