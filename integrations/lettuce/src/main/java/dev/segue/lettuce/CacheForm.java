// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import dev.segue.compression.CacheValueFormat;
import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// The form in which a Valkey client keeps values; plain ones among them.
final class CacheForm implements StoredForm {
  /// The first guess at the length of a content, which the form does not state; pooled memory.
  private static final int FIRST_ROOM = 64 << 10;

  private static final int GROWTH = 4;

  private final CacheValueFormat format;

  CacheForm(CacheValueFormat format) {
    this.format = format;
  }

  @Override
  public long maxLength(long contentLength) {
    return format.maxLength(contentLength);
  }

  @Override
  public long write(MemorySegment content, MemorySegment destination) {
    return format.write(content, destination);
  }

  @Override
  public ByteBuffer read(ByteBuffer stored, int maxLength) {
    MemorySegment source = MemorySegment.ofBuffer(stored);
    if (!format.isCompressed(source)) {
      return stored;
    }
    int room = Math.min(FIRST_ROOM, maxLength);
    while (true) {
      try {
        return read(source, room);
      } catch (CompressionException e) {
        if (e.kind() != Kind.DESTINATION_TOO_SMALL) {
          throw e;
        }
        if (room == maxLength) {
          throw new CompressionException(
              Kind.LIMIT_EXCEEDED, "the value is longer than maxLength=" + maxLength);
        }
        room = (int) Math.min((long) GROWTH * room, maxLength);
      }
    }
  }

  private ByteBuffer read(MemorySegment source, int room) {
    ByteBuf scratch = ByteBufAllocator.DEFAULT.directBuffer(room, room);
    try {
      long length = format.read(source, MemorySegment.ofBuffer(scratch.nioBuffer(0, room)));
      var content = new byte[(int) length];
      scratch.getBytes(0, content);
      return ByteBuffer.wrap(content);
    } finally {
      scratch.release();
    }
  }
}
