// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.ZstdOptions;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/// The stored form of the Valkey GLIDE client's compression: a mixture of compressed and plain
/// values.
///
/// ```text
/// bytes 0-2  00 01 02
/// byte 3     version, 00
/// byte 4     backend, 01: zstd
/// then       a zstd frame without content size
/// ```
///
/// A value that does not start with the first three bytes is plain. A value stays plain if it is
/// shorter than 64 bytes or compression does not shorten it. A value that itself starts with these
/// bytes is always compressed, because readers would mistake it for a compressed value.
final class GlideForm implements StoredForm {
  private static final byte[] HEADER = {0, 1, 2, 0, 1};
  private static final int MAGIC_LENGTH = 3;
  private static final int VERSION_OFFSET = 3;
  private static final int BACKEND_OFFSET = 4;
  private static final long MINIMUM_LENGTH = 64;

  /// The first guess of the content length, which this form does not store. The memory is pooled.
  private static final int FIRST_ROOM = 64 << 10;

  private static final int GROWTH = 4;

  private final Codec zstd;

  GlideForm(ZstdOptions options) {
    this.zstd = Codec.zstd(options.withContentSize(false));
  }

  @Override
  public long maxLength(long contentLength) {
    return HEADER.length + zstd.maxCompressedLength(contentLength);
  }

  @Override
  public long write(MemorySegment content, MemorySegment destination) {
    long length = content.byteSize();
    boolean isAmbiguous = isCompressed(content);
    if (isAmbiguous || length >= MINIMUM_LENGTH) {
      long written = HEADER.length + compress(content, destination);
      if (isAmbiguous || written < length) {
        MemorySegment.copy(HEADER, 0, destination, ValueLayout.JAVA_BYTE, 0, HEADER.length);
        return written;
      }
    }
    MemorySegment.copy(content, 0, destination, 0, length);
    return length;
  }

  private long compress(MemorySegment content, MemorySegment destination) {
    return zstd.compress(
        content,
        0,
        content.byteSize(),
        destination,
        HEADER.length,
        destination.byteSize() - HEADER.length);
  }

  @Override
  public ByteBuffer read(ByteBuffer stored, int maxLength) {
    MemorySegment source = MemorySegment.ofBuffer(stored);
    if (!isCompressed(source)) {
      return stored;
    }
    requireHeader(source);
    int room = Math.min(FIRST_ROOM, maxLength);
    while (true) {
      try {
        return decompress(source, room);
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

  private ByteBuffer decompress(MemorySegment source, int room) {
    ByteBuf scratch = ByteBufAllocator.DEFAULT.directBuffer(room, room);
    try {
      MemorySegment destination = MemorySegment.ofBuffer(scratch.nioBuffer(0, room));
      long frameLength = source.byteSize() - HEADER.length;
      long length = zstd.decompress(source, HEADER.length, frameLength, destination, 0, room);
      var content = new byte[(int) length];
      scratch.getBytes(0, content);
      return ByteBuffer.wrap(content);
    } finally {
      scratch.release();
    }
  }

  /// Whether a value starts with the magic of compressed values.
  private static boolean isCompressed(MemorySegment stored) {
    if (stored.byteSize() < MAGIC_LENGTH) {
      return false;
    }
    for (int i = 0; i < MAGIC_LENGTH; i++) {
      if (stored.get(ValueLayout.JAVA_BYTE, i) != HEADER[i]) {
        return false;
      }
    }
    return true;
  }

  private static void requireHeader(MemorySegment stored) {
    if (stored.byteSize() < HEADER.length) {
      throw new CompressionException(
          Kind.MALFORMED_INPUT, "the value ends within its header", stored.byteSize());
    }
    requireByte(stored, VERSION_OFFSET, "version");
    requireByte(stored, BACKEND_OFFSET, "backend");
  }

  private static void requireByte(MemorySegment stored, int offset, String what) {
    int actual = stored.get(ValueLayout.JAVA_BYTE, offset) & 0xFF;
    if (actual != HEADER[offset]) {
      throw new CompressionException(
          Kind.UNSUPPORTED,
          "the value has %s=%d, but only %d is supported".formatted(what, actual, HEADER[offset]),
          offset);
    }
  }
}
