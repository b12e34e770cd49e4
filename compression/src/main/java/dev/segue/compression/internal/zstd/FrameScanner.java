// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import java.lang.foreign.MemorySegment;

/// Walks the frames and blocks of an input without decompressing them, to bound the content length
/// and to find malformed structure.
///
/// It needs no library, reads a few bytes of each block, and allocates nothing.
final class FrameScanner {

  /// The content length if the header of a frame does not state it.
  static final long UNKNOWN = -1;

  private FrameScanner() {}

  /// Returns the content size of all frames, from their headers.
  ///
  /// @return bytes, or [#UNKNOWN]
  /// @throws CodecFailure with reason `MALFORMED_INPUT` and the offset
  static long contentLength(MemorySegment source, boolean magicless) {
    return scan(source, 0, source.byteSize(), magicless, true);
  }

  /// Returns the maximum content length of all frames, computed from their blocks.
  ///
  /// @throws CodecFailure with reason `MALFORMED_INPUT` and the offset
  static long contentBound(MemorySegment source, long start, long end, boolean magicless) {
    return scan(source, start, end, magicless, false);
  }

  /// Returns the end of the frame at an offset.
  ///
  /// @throws CodecFailure with reason `MALFORMED_INPUT` and the offset
  static long endOfFrame(MemorySegment source, long frame) {
    return endOfFrame(source, frame, source.byteSize());
  }

  /// Returns the end of the frame at an offset, in a range that ends at another offset.
  ///
  /// @throws CodecFailure with reason `MALFORMED_INPUT` and the offset
  static long endOfFrame(MemorySegment source, long frame, long end) {
    if (isSkippable(source, frame, end)) {
      return endOfSkippable(source, frame, end);
    }
    long header = frame + FrameLayout.MAGIC_LENGTH;
    int descriptor = descriptor(source, header, end);
    return endOfBlocks(source, endOfHeader(header, end, descriptor), end, descriptor);
  }

  /// Returns the content size in the header of the frame at an offset: 0 for a skippable frame,
  /// [#UNKNOWN] if the header does not state it. The blocks are not read.
  ///
  /// @throws CodecFailure with reason `MALFORMED_INPUT` and the offset
  static long statedContent(MemorySegment source, long frame, long end) {
    if (isSkippable(source, frame, end)) {
      return 0;
    }
    long header = frame + FrameLayout.MAGIC_LENGTH;
    int descriptor = descriptor(source, header, end);
    endOfHeader(header, end, descriptor);
    return FrameLayout.contentSize(source, header, descriptor);
  }

  /// Returns the dictionary id of the frame at an offset; 0 if it states none.
  ///
  /// @throws CodecFailure with reason `MALFORMED_INPUT` and the offset
  static int dictionaryId(MemorySegment source, long frame, long end, boolean magicless) {
    if (!magicless && isSkippable(source, frame, end)) {
      return 0;
    }
    long header = magicless ? frame : frame + FrameLayout.MAGIC_LENGTH;
    int descriptor = descriptor(source, header, end);
    endOfHeader(header, end, descriptor);
    return FrameLayout.dictionaryId(source, header, descriptor);
  }

  private static long scan(
      MemorySegment source, long start, long end, boolean magicless, boolean exact) {
    long total = 0;
    long frame = start;
    do {
      if (!magicless && isSkippable(source, frame, end)) {
        frame = endOfSkippable(source, frame, end);
        continue;
      }
      long header = magicless ? frame : frame + FrameLayout.MAGIC_LENGTH;
      int descriptor = descriptor(source, header, end);
      long blocks = endOfHeader(header, end, descriptor);
      boolean stated = FrameLayout.contentSizeLength(descriptor) > 0;
      if (exact && !stated) {
        return UNKNOWN;
      }
      long bound = boundOfBlocks(source, blocks, end);
      if (stated) {
        long content = FrameLayout.contentSize(source, header, descriptor);
        require(
            content >= 0 && content <= bound,
            "content size that is more than its blocks can hold",
            frame);
        bound = content;
      }
      total += bound;
      frame = endOfBlocks(source, blocks, end, descriptor);
    } while (frame < end);
    return total;
  }

  private static boolean isSkippable(MemorySegment source, long frame, long end) {
    require(end - frame >= FrameLayout.MAGIC_LENGTH, "truncated frame", frame);
    int magic = FrameLayout.i32(source, frame);
    if (FrameLayout.isSkippable(magic)) {
      return true;
    }
    if (magic != FrameLayout.MAGIC) {
      throw FrameErrors.noFrame(source, frame, end, frame);
    }
    return false;
  }

  /// Returns the maximum content length of a frame's blocks.
  private static long boundOfBlocks(MemorySegment source, long firstBlock, long end) {
    long bound = 0;
    long block = firstBlock;
    int header;
    do {
      header = blockHeader(source, block, end);
      bound += contentOfBlock(header);
      block = endOfBlock(block, end, header);
    } while (!isLast(header));
    return bound;
  }

  /// Returns the end of a frame, from the offset of its first block.
  private static long endOfBlocks(MemorySegment source, long firstBlock, long end, int descriptor) {
    long block = firstBlock;
    int header;
    do {
      header = blockHeader(source, block, end);
      block = endOfBlock(block, end, header);
    } while (!isLast(header));
    int checksum = FrameLayout.hasChecksum(descriptor) ? FrameLayout.CHECKSUM_LENGTH : 0;
    require(end - block >= checksum, "truncated checksum", block);
    return block + checksum;
  }

  private static int blockHeader(MemorySegment source, long block, long end) {
    require(end - block >= FrameLayout.BLOCK_HEADER_LENGTH, "truncated block", block);
    return FrameLayout.u24(source, block);
  }

  private static boolean isLast(int blockHeader) {
    return (blockHeader & 1) != 0;
  }

  private static long endOfSkippable(MemorySegment source, long frame, long end) {
    long left = end - frame - FrameLayout.SKIPPABLE_HEADER_LENGTH;
    require(left >= 0, "truncated skippable frame", frame);
    long content = FrameLayout.u32(source, frame + FrameLayout.MAGIC_LENGTH);
    require(content <= left, "truncated skippable frame", frame);
    return frame + FrameLayout.SKIPPABLE_HEADER_LENGTH + content;
  }

  /// Reads the descriptor of a header. It is read only once, since another thread may change it.
  private static int descriptor(MemorySegment source, long header, long end) {
    require(end - header > 0, "truncated frame header", header);
    return FrameLayout.u8(source, header);
  }

  private static long endOfHeader(long header, long end, int descriptor) {
    require(!FrameLayout.hasReservedBit(descriptor), "reserved bit set in a frame header", header);
    int length = FrameLayout.headerLength(descriptor);
    require(end - header >= length, "truncated frame header", header);
    return header + length;
  }

  private static long contentOfBlock(int header) {
    return (header >>> 1 & 3) == FrameLayout.BLOCK_COMPRESSED
        ? FrameLayout.BLOCK_LENGTH_MAX
        : header >>> 3;
  }

  private static long endOfBlock(long block, long end, int header) {
    int type = header >>> 1 & 3;
    require(type != FrameLayout.BLOCK_RESERVED, "reserved block type", block);
    int stored = type == FrameLayout.BLOCK_RLE ? 1 : header >>> 3;
    long left = end - block - FrameLayout.BLOCK_HEADER_LENGTH;
    require(left >= stored, "truncated block", block);
    return block + FrameLayout.BLOCK_HEADER_LENGTH + stored;
  }

  private static void require(boolean sound, String flaw, long offset) {
    if (!sound) {
      throw new CodecFailure(
          Reason.MALFORMED_INPUT,
          "malformed zstd input at offset=%d: %s".formatted(offset, flaw),
          offset);
    }
  }
}
