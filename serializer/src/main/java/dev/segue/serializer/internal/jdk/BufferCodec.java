// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.Medium;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The codec of byte buffers. The head: flags, position, limit; the content: all bytes up to the
/// capacity.
final class BufferCodec extends MemoryCodec<ByteBuffer> {

  private static final int HEAD_BYTES = 9;
  private static final int POSITION = 1;
  private static final int LIMIT = 5;

  private static final int DIRECT = 1;
  private static final int READ_ONLY = 2;
  private static final int BIG_ENDIAN = 4;

  BufferCodec(boolean sliced) {
    super(ByteBuffer.class, HEAD_BYTES, sliced);
  }

  @Override
  long byteSize(ByteBuffer buffer) {
    return buffer.capacity();
  }

  @Override
  MemorySegment contentOf(ByteBuffer buffer) {
    return MemorySegment.ofBuffer(buffer.duplicate().clear());
  }

  @Override
  void putContent(ByteBuffer buffer, Medium medium, long position) {
    if (buffer.hasArray()) {
      medium.putBytes(buffer.array(), buffer.arrayOffset(), buffer.capacity(), position);
    } else {
      super.putContent(buffer, medium, position);
    }
  }

  @Override
  void putHead(ByteBuffer buffer, Medium medium, long position) {
    int flags =
        (buffer.isDirect() ? DIRECT : 0)
            | (buffer.isReadOnly() ? READ_ONLY : 0)
            | (buffer.order() == ByteOrder.BIG_ENDIAN ? BIG_ENDIAN : 0);
    medium.putNumber(position, 1, flags);
    medium.putInt(position + POSITION, buffer.position());
    medium.putInt(position + LIMIT, buffer.limit());
  }

  private static int flags(Medium medium, long head) {
    int flags = medium.getNumber(head, 1);
    if ((flags & ~(DIRECT | READ_ONLY | BIG_ENDIAN)) != 0) {
      throw new IllegalArgumentException("flags=" + flags);
    }
    return flags;
  }

  @Override
  ByteBuffer around(MemorySegment content, Medium medium, long head) {
    return as(content.asByteBuffer(), medium, head);
  }

  @Override
  ByteBuffer copyOf(Medium medium, long head, long position, int length) {
    if ((flags(medium, head) & DIRECT) != 0) {
      MemorySegment memory = allocate(length).copyFrom(medium.slice(position, length));
      return as(memory.asByteBuffer(), medium, head);
    }
    byte[] bytes = new byte[length];
    medium.getArray(bytes, position);
    return as(ByteBuffer.wrap(bytes), medium, head);
  }

  private static ByteBuffer as(ByteBuffer buffer, Medium medium, long head) {
    int flags = flags(medium, head);
    buffer.limit(medium.getInt(head + LIMIT)).position(medium.getInt(head + POSITION));
    ByteBuffer result = (flags & READ_ONLY) != 0 ? buffer.asReadOnlyBuffer() : buffer;
    return result.order((flags & BIG_ENDIAN) != 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
  }
}
