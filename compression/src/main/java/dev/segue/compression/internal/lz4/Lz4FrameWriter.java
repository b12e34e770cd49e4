// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Writes LZ4 frames of independent blocks, with the content size if it is known, and without
/// checksums except the header checksum.
///
/// @param blocks compresses the blocks
public record Lz4FrameWriter(Lz4BlockEngine blocks) {

  /// The block length of a frame that is written as a stream.
  public static final int STREAM_BLOCK_LENGTH = 256 << 10;

  private static final int STREAM_BLOCK_ID = 5;

  /// Creates a writer at a level of [Lz4BlockEngine].
  public static Lz4FrameWriter ofLevel(int level) {
    return new Lz4FrameWriter(new Lz4BlockEngine(level));
  }

  /// Returns the maximum length of a frame.
  static long bound(long length) {
    long block = Lz4FrameLayout.blockLength(Lz4FrameLayout.blockIdFor(length));
    long blocks = length / block + 1;
    return Lz4FrameLayout.HEADER_LENGTH_MAX
        + length
        + (blocks + 1) * Lz4FrameLayout.BLOCK_HEADER_LENGTH;
  }

  /// Compresses a range to one frame.
  ///
  /// @return bytes written
  long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    int id = Lz4FrameLayout.blockIdFor(length);
    long block = Lz4FrameLayout.blockLength(id);
    long end = destinationOffset + capacity;
    require(capacity, Lz4FrameLayout.HEADER_LENGTH_WRITTEN, length, capacity);
    long position = destinationOffset + writeHeader(destination, destinationOffset, id, length);
    for (long done = 0; done < length; done += block) {
      position +=
          writeBlock(
              source, offset + done, Math.min(block, length - done), destination, position, end);
    }
    return position + writeEnd(destination, position, end) - destinationOffset;
  }

  /// Writes the header of a frame.
  ///
  /// @param contentLength the length of the content, which the header states; -1 if it is not known
  public static long beginStream(MemorySegment destination, long contentLength) {
    return writeHeader(destination, 0, STREAM_BLOCK_ID, contentLength);
  }

  private static long writeHeader(
      MemorySegment destination, long offset, int blockId, long contentLength) {
    int flags = Lz4FrameLayout.VERSION | Lz4FrameLayout.INDEPENDENT;
    if (contentLength >= 0) {
      flags |= Lz4FrameLayout.CONTENT_SIZE;
    }
    long flagsOffset = offset + Lz4FrameLayout.FLAGS_OFFSET;
    destination.set(Lz4FrameLayout.INT, offset, Lz4FrameLayout.MAGIC);
    destination.set(ValueLayout.JAVA_BYTE, flagsOffset, (byte) flags);
    destination.set(
        ValueLayout.JAVA_BYTE,
        offset + Lz4FrameLayout.BLOCK_DESCRIPTOR_OFFSET,
        (byte) (blockId << 4));
    long end = offset + Lz4FrameLayout.OPTIONAL_OFFSET;
    if (contentLength >= 0) {
      destination.set(Lz4FrameLayout.LONG, end, contentLength);
      end += Long.BYTES;
    }
    int hash = XxHash32.of(destination, flagsOffset, end - flagsOffset);
    destination.set(ValueLayout.JAVA_BYTE, end, (byte) (hash >>> 8));
    return end + 1 - offset;
  }

  /// Writes one block, uncompressed if that is shorter.
  ///
  /// @param end the end of the range that may be written
  /// @return bytes written at the position
  public long writeBlock(
      MemorySegment content,
      long offset,
      long length,
      MemorySegment destination,
      long position,
      long end) {
    long body = position + Lz4FrameLayout.BLOCK_HEADER_LENGTH;
    require(end - position, Lz4FrameLayout.BLOCK_HEADER_LENGTH, length, end);
    long room = Math.min(length - 1, end - body);
    long compressed = blocks.tryCompress(content, offset, length, destination, body, room);
    if (compressed > 0) {
      destination.set(Lz4FrameLayout.INT, position, (int) compressed);
      return Lz4FrameLayout.BLOCK_HEADER_LENGTH + compressed;
    }
    require(end - body, length, length, end);
    destination.set(Lz4FrameLayout.INT, position, (int) length | Lz4FrameLayout.STORED_BLOCK);
    MemorySegment.copy(content, offset, destination, body, length);
    return Lz4FrameLayout.BLOCK_HEADER_LENGTH + length;
  }

  /// Writes the end mark.
  ///
  /// @param end the end of the range that may be written
  /// @return bytes written at the position
  public static long writeEnd(MemorySegment destination, long position, long end) {
    require(end - position, Lz4FrameLayout.BLOCK_HEADER_LENGTH, 0, end);
    destination.set(Lz4FrameLayout.INT, position, 0);
    return Lz4FrameLayout.BLOCK_HEADER_LENGTH;
  }

  private static void require(long room, long needed, long contentLength, long capacity) {
    if (room < needed) {
      throw new CodecFailure(
          Reason.DESTINATION_TOO_SMALL,
          "the LZ4 frame of %d bytes does not fit into %d (maxCompressedLength=%d)"
              .formatted(contentLength, capacity, bound(contentLength)));
    }
  }
}
