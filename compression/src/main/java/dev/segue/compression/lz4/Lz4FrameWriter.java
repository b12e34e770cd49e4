// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.lz4;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Writes LZ4 frames: independent blocks, the content size when it is known, no checksums but the
/// header's.
public final class Lz4FrameWriter {

  /// The largest block of a frame that is written as a stream.
  public static final int STREAM_BLOCK_LENGTH = 256 << 10;

  private static final int STREAM_BLOCK_ID = 5;

  private Lz4FrameWriter() {}

  /// The longest a frame can become.
  public static long bound(long length) {
    long block = Lz4FrameLayout.blockLength(Lz4FrameLayout.blockIdFor(length));
    long blocks = length / block + 1;
    return Lz4FrameLayout.HEADER_LENGTH_MAX
        + length
        + (blocks + 1) * Lz4FrameLayout.BLOCK_HEADER_LENGTH;
  }

  /// Compresses a segment to one frame.
  ///
  /// @return bytes written
  public static long compress(MemorySegment source, MemorySegment destination) {
    long length = source.byteSize();
    int id = Lz4FrameLayout.blockIdFor(length);
    long block = Lz4FrameLayout.blockLength(id);
    require(destination, 0, Lz4FrameLayout.HEADER_LENGTH_WRITTEN, length);
    long written = writeHeader(destination, id, length);
    for (long position = 0; position < length; position += block) {
      written +=
          writeBlock(
              source.asSlice(position, Math.min(block, length - position)),
              destination,
              written,
              length);
    }
    return written + writeEnd(destination, written, length);
  }

  /// Writes the header of a frame whose content size is not known.
  public static long beginStream(MemorySegment destination) {
    return writeHeader(destination, STREAM_BLOCK_ID, -1);
  }

  private static long writeHeader(MemorySegment destination, int blockId, long contentLength) {
    int flags = Lz4FrameLayout.VERSION | Lz4FrameLayout.INDEPENDENT;
    if (contentLength >= 0) {
      flags |= Lz4FrameLayout.CONTENT_SIZE;
    }
    destination.set(Lz4FrameLayout.INT, 0, Lz4FrameLayout.MAGIC);
    destination.set(ValueLayout.JAVA_BYTE, Lz4FrameLayout.FLAGS_OFFSET, (byte) flags);
    destination.set(
        ValueLayout.JAVA_BYTE, Lz4FrameLayout.BLOCK_DESCRIPTOR_OFFSET, (byte) (blockId << 4));
    long end = Lz4FrameLayout.OPTIONAL_OFFSET;
    if (contentLength >= 0) {
      destination.set(Lz4FrameLayout.LONG, end, contentLength);
      end += Long.BYTES;
    }
    int hash =
        XxHash32.of(destination, Lz4FrameLayout.FLAGS_OFFSET, end - Lz4FrameLayout.FLAGS_OFFSET);
    destination.set(ValueLayout.JAVA_BYTE, end, (byte) (hash >>> 8));
    return end + 1;
  }

  /// Writes one block, as it is when that is shorter.
  ///
  /// @return bytes written at the offset
  public static long writeBlock(
      MemorySegment content, MemorySegment destination, long offset, long contentLength) {
    int length = Math.toIntExact(content.byteSize());
    require(destination, offset, Lz4FrameLayout.BLOCK_HEADER_LENGTH, contentLength);
    long body = offset + Lz4FrameLayout.BLOCK_HEADER_LENGTH;
    long room = Math.min(length - 1, destination.byteSize() - body);
    long compressed = Lz4Block.tryCompress(content, destination.asSlice(body, room));
    if (compressed > 0) {
      destination.set(Lz4FrameLayout.INT, offset, (int) compressed);
      return Lz4FrameLayout.BLOCK_HEADER_LENGTH + compressed;
    }
    require(destination, body, length, contentLength);
    destination.set(Lz4FrameLayout.INT, offset, length | Lz4FrameLayout.STORED_BLOCK);
    MemorySegment.copy(content, 0, destination, body, length);
    return (long) Lz4FrameLayout.BLOCK_HEADER_LENGTH + length;
  }

  /// Writes the end mark.
  ///
  /// @return bytes written at the offset
  public static long writeEnd(MemorySegment destination, long offset, long contentLength) {
    require(destination, offset, Lz4FrameLayout.BLOCK_HEADER_LENGTH, contentLength);
    destination.set(Lz4FrameLayout.INT, offset, 0);
    return Lz4FrameLayout.BLOCK_HEADER_LENGTH;
  }

  private static void require(
      MemorySegment destination, long offset, long length, long contentLength) {
    if (destination.byteSize() - offset < length) {
      throw new CompressionException(
          Kind.DESTINATION_TOO_SMALL,
          "the LZ4 frame of %d bytes does not fit into %d (maxCompressedLength=%d)"
              .formatted(contentLength, destination.byteSize(), bound(contentLength)));
    }
  }
}
