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
  static long contentLength(MemorySegment source, boolean magicless) {
    return scan(source, magicless, true);
  }

  /// The most bytes that all frames together can decompress to, from the blocks that are there.
  ///
  /// @throws CompressionException of kind `MALFORMED_INPUT`, with the offset
  static long contentBound(MemorySegment source, boolean magicless) {
    return scan(source, magicless, false);
  }

  private static long scan(MemorySegment source, boolean magicless, boolean exact) {
    long length = source.byteSize();
    long total = 0;
    long frame = 0;
    do {
      long header = frame;
      if (!magicless) {
        require(length - frame >= FrameLayout.MAGIC_LENGTH, "truncated frame", frame);
        int magic = FrameLayout.i32(source, frame);
        if (FrameLayout.isSkippable(magic)) {
          frame = endOfSkippable(source, frame);
          continue;
        }
        require(magic == FrameLayout.MAGIC, "beginning that is no zstd frame", frame);
        header += FrameLayout.MAGIC_LENGTH;
      }
      long end = endOfHeader(source, header);
      int descriptor = FrameLayout.u8(source, header);
      long content = FrameLayout.contentSize(source, header, descriptor);
      if (exact && FrameLayout.contentSizeLength(descriptor) == 0) {
        return UNKNOWN;
      }
      long bound = 0;
      boolean last;
      do {
        require(length - end >= FrameLayout.BLOCK_HEADER_LENGTH, "truncated block", end);
        int block = FrameLayout.u24(source, end);
        last = (block & 1) != 0;
        bound += contentOfBlock(block);
        end = endOfBlock(source, end, block);
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

  private static long endOfHeader(MemorySegment source, long header) {
    long left = source.byteSize() - header;
    require(left > 0, "truncated frame header", header);
    int descriptor = FrameLayout.u8(source, header);
    require(!FrameLayout.hasReservedBit(descriptor), "reserved bit in a frame header", header);
    int length = FrameLayout.headerLength(descriptor);
    require(left >= length, "truncated frame header", header);
    return header + length;
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
