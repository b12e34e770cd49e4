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

  /// Where the frame at an offset ends.
  ///
  /// @throws CompressionException of kind `MALFORMED_INPUT`, with the offset
  static long endOfFrame(MemorySegment source, long frame) {
    if (isSkippable(source, frame)) {
      return endOfSkippable(source, frame);
    }
    long header = frame + FrameLayout.MAGIC_LENGTH;
    long blocks = endOfHeader(source, header);
    return endOfBlocks(source, blocks, FrameLayout.u8(source, header));
  }

  private static long scan(MemorySegment source, boolean magicless, boolean exact) {
    long length = source.byteSize();
    long total = 0;
    long frame = 0;
    do {
      if (!magicless && isSkippable(source, frame)) {
        frame = endOfSkippable(source, frame);
        continue;
      }
      long header = magicless ? frame : frame + FrameLayout.MAGIC_LENGTH;
      long blocks = endOfHeader(source, header);
      int descriptor = FrameLayout.u8(source, header);
      boolean stated = FrameLayout.contentSizeLength(descriptor) > 0;
      if (exact && !stated) {
        return UNKNOWN;
      }
      long bound = boundOfBlocks(source, blocks);
      if (stated) {
        long content = FrameLayout.contentSize(source, header, descriptor);
        require(content >= 0 && content <= bound, "content size that the blocks can't give", frame);
        bound = content;
      }
      total += bound;
      frame = endOfBlocks(source, blocks, descriptor);
    } while (frame < length);
    return total;
  }

  private static boolean isSkippable(MemorySegment source, long frame) {
    require(source.byteSize() - frame >= FrameLayout.MAGIC_LENGTH, "truncated frame", frame);
    int magic = FrameLayout.i32(source, frame);
    if (FrameLayout.isSkippable(magic)) {
      return true;
    }
    require(magic == FrameLayout.MAGIC, "beginning that is no zstd frame", frame);
    return false;
  }

  /// The most content of a frame's blocks.
  private static long boundOfBlocks(MemorySegment source, long firstBlock) {
    long bound = 0;
    long block = firstBlock;
    int header;
    do {
      header = blockHeader(source, block);
      bound += contentOfBlock(header);
      block = endOfBlock(source, block, header);
    } while (!isLast(header));
    return bound;
  }

  /// Where a frame ends whose blocks begin at an offset.
  private static long endOfBlocks(MemorySegment source, long firstBlock, int descriptor) {
    long block = firstBlock;
    int header;
    do {
      header = blockHeader(source, block);
      block = endOfBlock(source, block, header);
    } while (!isLast(header));
    int checksum = FrameLayout.hasChecksum(descriptor) ? FrameLayout.CHECKSUM_LENGTH : 0;
    require(source.byteSize() - block >= checksum, "truncated checksum", block);
    return block + checksum;
  }

  private static int blockHeader(MemorySegment source, long block) {
    require(source.byteSize() - block >= FrameLayout.BLOCK_HEADER_LENGTH, "truncated block", block);
    return FrameLayout.u24(source, block);
  }

  private static boolean isLast(int blockHeader) {
    return (blockHeader & 1) != 0;
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
