// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import java.lang.foreign.MemorySegment;

/// The LZ4 block format: sequences without any framing. A block has no length and no checksum.
public final class Lz4Block {

  /// The level of `LZ4_compress_default`.
  public static final int DEFAULT_LEVEL = 1;

  /// The highest level (`LZ4HC_CLEVEL_MAX`).
  static final int LEVEL_MAX = 12;

  /// The fastest level: the negated maximum acceleration (`LZ4_ACCELERATION_MAX`), plus one.
  static final int LEVEL_MIN = -65_536;

  /// The maximum content of one block (`LZ4_MAX_INPUT_SIZE`).
  static final long CONTENT_LENGTH_MAX = 0x7E000000;

  /// The maximum number of content bytes that one byte of a block can encode.
  static final long RATIO_MAX = 255;

  private Lz4Block() {}

  /// Returns the maximum length of a block (`LZ4_COMPRESSBOUND`).
  static long bound(long length) {
    return length + length / 255 + 16;
  }

  /// Decompresses one block.
  ///
  /// @return bytes written
  static long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    long written = tryDecompress(source, offset, length, destination, destinationOffset, capacity);
    if (written < 0) {
      // liblz4 reports neither which of the two errors it is, nor the position.
      long content = Lz4BlockScanner.contentLength(source, offset, offset + length);
      throw content > capacity
          ? new CodecFailure(
              Reason.DESTINATION_TOO_SMALL,
              "the content of the LZ4 block is %d bytes long, but the destination has %d"
                  .formatted(content, capacity))
          : new CodecFailure(
              Reason.MALFORMED_INPUT,
              "the LZ4 block ends with a match instead of literals, at offset=%d"
                  .formatted(offset + length),
              offset + length);
    }
    return written;
  }

  /// Decompresses one block.
  ///
  /// @return bytes written; negative if the block is malformed or does not fit
  static long tryDecompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    if (length > Integer.MAX_VALUE) {
      return -1;
    }
    Lz4Context context = Lz4Context.POOL.acquire();
    try {
      return context.decompress(source, offset, length, destination, destinationOffset, capacity);
    } finally {
      Lz4Context.POOL.release(context);
    }
  }
}
