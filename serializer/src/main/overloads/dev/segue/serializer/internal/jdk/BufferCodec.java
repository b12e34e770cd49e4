// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.memory.Contents;
import dev.segue.serializer.internal.memory.Segments;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The codec of byte buffers. The head consists of flags, position and limit; the content is all
/// bytes up to the capacity.
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
  void putHead(ByteBuffer buffer, MemorySegment segment, long position) {
    int flags =
        (buffer.isDirect() ? DIRECT : 0)
            | (buffer.isReadOnly() ? READ_ONLY : 0)
            | (buffer.order() == ByteOrder.BIG_ENDIAN ? BIG_ENDIAN : 0);
    Segments.putByte(segment, position, (byte) flags);
    Segments.putInt(segment, position + POSITION, buffer.position());
    Segments.putInt(segment, position + LIMIT, buffer.limit());
  }

  @Override
  void putContent(ByteBuffer buffer, MemorySegment segment, long position) {
    if (buffer.hasArray()) {
      byte[] content = buffer.array();
      Segments.putBytes(segment, position, content, buffer.arrayOffset(), buffer.capacity());
    } else {
      MemorySegment content = MemorySegment.ofBuffer(buffer.duplicate().clear());
      Segments.putMemory(segment, position, content);
    }
  }

  @Override
  ByteBuffer around(Object content, MemorySegment segment, long position) {
    return withHead(Contents.buffer(content), segment, position);
  }

  @Override
  ByteBuffer sliceOf(MemorySegment segment, long position, long current, long bytes) {
    return withHead(Segments.readOnlyBuffer(segment, current, bytes), segment, position);
  }

  @Override
  ByteBuffer copyOf(MemorySegment segment, long position, long current, int length) {
    if ((flags(segment, position) & DIRECT) != 0) {
      MemorySegment copy = allocate(length);
      copy.copyFrom(Segments.whole(segment).asSlice(current, length));
      return withHead(copy.asByteBuffer(), segment, position);
    }
    byte[] copy = Segments.getBytes(segment, current, length);
    return withHead(ByteBuffer.wrap(copy), segment, position);
  }

  private static int flags(MemorySegment segment, long position) {
    int flags = Segments.getByte(segment, position);
    if ((flags & ~(DIRECT | READ_ONLY | BIG_ENDIAN)) != 0) {
      throw new IllegalArgumentException("flags=" + flags);
    }
    return flags;
  }

  private static ByteBuffer withHead(ByteBuffer buffer, MemorySegment segment, long position) {
    int flags = flags(segment, position);
    buffer.limit(Segments.getInt(segment, position + LIMIT));
    buffer.position(Segments.getInt(segment, position + POSITION));
    boolean isWritable = (flags & READ_ONLY) == 0 || buffer.isReadOnly();
    ByteBuffer result = isWritable ? buffer : buffer.asReadOnlyBuffer();
    return result.order((flags & BIG_ENDIAN) != 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
  }
}
