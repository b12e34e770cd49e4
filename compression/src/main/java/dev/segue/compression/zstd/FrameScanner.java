// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.zstd;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import java.lang.foreign.MemorySegment;

/// Walks the frames and blocks of an input without decompressing any: how much content there is at
/// most, and where the structure breaks when it does.
///
/// Needs no library, touches a few bytes per block, and allocates nothing.
final class FrameScanner {

  /// The content size is not written in every frame's header.
  static final long UNKNOWN = -1;

  private FrameScanner() {}

  /// The content size of all frames together, from their headers.
  ///
  /// @return bytes, or [#UNKNOWN]
  /// @throws CompressionException of kind `MALFORMED_INPUT`, with the offset
  static long contentLength(MemorySegment source) {
    return scan(source, true);
  }

  /// The most bytes that all frames together can decompress to, from the blocks that are there.
  ///
  /// @throws CompressionException of kind `MALFORMED_INPUT`, with the offset
  static long contentBound(MemorySegment source) {
    return scan(source, false);
  }

  private static long scan(MemorySegment source, boolean exact) {
    long length = source.byteSize();
    long total = 0;
    long frame = 0;
    do {
      require(length - frame >= FrameLayout.MAGIC_LENGTH, "truncated frame", frame);
      int magic = FrameLayout.i32(source, frame);
      if (FrameLayout.isSkippable(magic)) {
        frame = endOfSkippable(source, frame);
        continue;
      }
      require(magic == FrameLayout.MAGIC, "not a zstd frame", frame);
      long end = endOfHeader(source, frame);
      int descriptor = FrameLayout.u8(source, frame + FrameLayout.DESCRIPTOR_OFFSET);
      long content = FrameLayout.contentSize(source, frame, descriptor);
      if (exact && FrameLayout.contentSizeLength(descriptor) == 0) {
        return UNKNOWN;
      }
      long bound = 0;
      boolean last;
      do {
        require(length - end >= FrameLayout.BLOCK_HEADER_LENGTH, "truncated block", end);
        int header = FrameLayout.u24(source, end);
        last = (header & 1) != 0;
        bound += contentOfBlock(header);
        end = endOfBlock(source, end, header);
      } while (!last);
      if (FrameLayout.hasChecksum(descriptor)) {
        require(length - end >= FrameLayout.CHECKSUM_LENGTH, "truncated checksum", end);
        end += FrameLayout.CHECKSUM_LENGTH;
      }
      if (FrameLayout.contentSizeLength(descriptor) > 0) {
        require(content >= 0 && content <= bound, "content size that the blocks can't give", frame);
        bound = content;
      }
      total += bound;
      frame = end;
    } while (frame < length);
    return total;
  }

  private static long endOfSkippable(MemorySegment source, long frame) {
    long left = source.byteSize() - frame - FrameLayout.SKIPPABLE_HEADER_LENGTH;
    require(left >= 0, "truncated skippable frame", frame);
    long content = FrameLayout.u32(source, frame + FrameLayout.MAGIC_LENGTH);
    require(content <= left, "truncated skippable frame", frame);
    return frame + FrameLayout.SKIPPABLE_HEADER_LENGTH + content;
  }

  private static long endOfHeader(MemorySegment source, long frame) {
    long left = source.byteSize() - frame;
    require(left > FrameLayout.DESCRIPTOR_OFFSET, "truncated frame header", frame);
    int descriptor = FrameLayout.u8(source, frame + FrameLayout.DESCRIPTOR_OFFSET);
    require(!FrameLayout.hasReservedBit(descriptor), "reserved bit in a frame header", frame);
    int header = FrameLayout.headerLength(descriptor);
    require(left >= header, "truncated frame header", frame);
    return frame + header;
  }

  private static long contentOfBlock(int header) {
    return (header >>> 1 & 3) == FrameLayout.BLOCK_COMPRESSED
        ? FrameLayout.BLOCK_LENGTH_MAX
        : header >>> 3;
  }

  private static long endOfBlock(MemorySegment source, long block, int header) {
    int type = header >>> 1 & 3;
    require(type != FrameLayout.BLOCK_RESERVED, "reserved block type", block);
    int stored = type == FrameLayout.BLOCK_RLE ? 1 : header >>> 3;
    long left = source.byteSize() - block - FrameLayout.BLOCK_HEADER_LENGTH;
    require(left >= stored, "truncated block", block);
    return block + FrameLayout.BLOCK_HEADER_LENGTH + stored;
  }

  private static void require(boolean sound, String flaw, long offset) {
    if (!sound) {
      throw new CompressionException(
          Kind.MALFORMED_INPUT, "zstd input has a %s at offset=%d".formatted(flaw, offset), offset);
    }
  }
}
