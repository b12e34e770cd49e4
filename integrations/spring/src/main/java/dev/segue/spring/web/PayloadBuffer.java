// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.web;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;

/// The memory for one payload, with or without the header of a frame: a Spring buffer, which is
/// released unless [#finish] returns it.
final class PayloadBuffer implements IntFunction<ByteBuffer>, AutoCloseable {
  private final DataBufferFactory buffers;
  private final int headerBytes;
  private @Nullable DataBuffer buffer;

  PayloadBuffer(DataBufferFactory buffers, int headerBytes) {
    this.buffers = buffers;
    this.headerBytes = headerBytes;
  }

  /// Returns larger memory for a payload, and replaces memory that was too small.
  @Override
  public ByteBuffer apply(int bytes) {
    close();
    DataBuffer next = buffers.allocateBuffer(Math.addExact(headerBytes, bytes));
    buffer = next;
    try (DataBuffer.ByteBufferIterator pieces = next.writableByteBuffers()) {
      ByteBuffer room = pieces.next();
      return room.slice(room.position() + headerBytes, room.remaining() - headerBytes);
    }
  }

  /// Returns the buffer with a payload of this length. It now belongs to the caller.
  DataBuffer finish(int length) {
    DataBuffer whole = Objects.requireNonNull(buffer);
    if (headerBytes > 0) {
      whole.write(ByteBuffer.allocate(headerBytes).putInt(0, length));
    }
    whole.writePosition(headerBytes + length);
    buffer = null;
    return whole;
  }

  @Override
  public void close() {
    DataBuffer unused = buffer;
    buffer = null;
    DataBufferUtils.release(unused);
  }
}
