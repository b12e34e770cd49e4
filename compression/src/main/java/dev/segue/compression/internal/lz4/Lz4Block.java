// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.internal.natives.HeapAccess;
import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.MemorySegment;

/// The raw LZ4 block: sequences and nothing around them, neither length nor checksum.
public final class Lz4Block {

  /// The longest content of one block (`LZ4_MAX_INPUT_SIZE`).
  public static final long CONTENT_LENGTH_MAX = 0x7E000000;

  /// The level of `LZ4_compress_default`.
  public static final int DEFAULT_LEVEL = 1;

  /// The strongest level (`LZ4HC_CLEVEL_MAX`).
  public static final int LEVEL_MAX = 12;

  /// The fastest level: one less than liblz4's greatest acceleration (`LZ4_ACCELERATION_MAX`),
  /// negated.
  public static final int LEVEL_MIN = -65_536;

  /// The most bytes of content that one byte of a block can encode.
  static final long RATIO_MAX = 255;

  /// Shorter content is one literal at every level (`LZ4_minLength`).
  private static final long MATCHABLE_LENGTH = 13;

  private static final long COMPRESS_DIRECT_LIMIT = HeapAccess.directLimit(250_000_000);
  private static final long DECOMPRESS_DIRECT_LIMIT = HeapAccess.directLimit(1_000_000_000);

  private Lz4Block() {}

  /// Makes sure that there is such a level, and the library, so that later calls need not.
  public static void require(int level) {
    if (level < LEVEL_MIN || level > LEVEL_MAX) {
      throw new IllegalArgumentException(
          "level=%d is not between %d and %d".formatted(level, LEVEL_MIN, LEVEL_MAX));
    }
    NativeLibraries.LZ4.require();
  }

  /// The longest a compressed block can become (`LZ4_COMPRESSBOUND`).
  public static long bound(long length) {
    return length + length / 255 + 16;
  }

  /// Compresses a segment to one block.
  ///
  /// @param level [#LEVEL_MIN] to [#LEVEL_MAX]; above [#DEFAULT_LEVEL], by LZ4 HC
  /// @return bytes written
  public static long compress(
      int level,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    if (length > CONTENT_LENGTH_MAX) {
      throw new IllegalArgumentException(
          "an LZ4 block holds %d bytes at most: source.byteSize=%d"
              .formatted(CONTENT_LENGTH_MAX, length));
    }
    long written =
        tryCompress(level, source, offset, length, destination, destinationOffset, capacity);
    if (written == 0) {
      throw new CompressionException(
          Kind.DESTINATION_TOO_SMALL,
          "the LZ4 block of %d bytes does not fit into %d (maxCompressedLength=%d)"
              .formatted(length, capacity, bound(length)));
    }
    return written;
  }

  /// Compresses a segment to one block, unless it does not fit.
  ///
  /// @return bytes written; 0 when it does not fit
  static long tryCompress(
      int level,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    if (level > DEFAULT_LEVEL && length >= MATCHABLE_LENGTH) {
      return Lz4HighContext.compress(
          level, source, offset, length, destination, destinationOffset, capacity);
    }
    long acceleration = level == DEFAULT_LEVEL ? 1 : 1 - (long) level;
    Staging staging = Staging.POOL.acquire();
    try {
      return staging.run(
          Lz4Bindings::compress,
          Lz4Bindings::compressHeap,
          acceleration,
          source,
          offset,
          length,
          destination,
          destinationOffset,
          capacity,
          length,
          COMPRESS_DIRECT_LIMIT,
          Math.min(bound(length), capacity));
    } finally {
      Staging.POOL.release(staging);
    }
  }

  /// Decompresses one block.
  ///
  /// @return bytes written
  public static long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    long written = tryDecompress(source, offset, length, destination, destinationOffset, capacity);
    if (written < 0) {
      // The library does not tell which it was, and not where.
      long content = Lz4BlockScanner.contentLength(source, offset, offset + length);
      throw content > capacity
          ? new CompressionException(
              Kind.DESTINATION_TOO_SMALL,
              "the content of the LZ4 block is %d bytes long, the destination %d"
                  .formatted(content, capacity))
          : new CompressionException(
              Kind.MALFORMED_INPUT, "the LZ4 block does not end as blocks end", offset + length);
    }
    return written;
  }

  /// Decompresses one block.
  ///
  /// @return bytes written; negative when it is malformed or does not fit
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
    long content = Math.min(capacity, RATIO_MAX * length);
    Staging staging = Staging.POOL.acquire();
    try {
      return staging.run(
          Lz4Bindings::decompress,
          Lz4Bindings::decompressHeap,
          0,
          source,
          offset,
          length,
          destination,
          destinationOffset,
          capacity,
          Math.max(content, length),
          DECOMPRESS_DIRECT_LIMIT,
          content);
    } finally {
      Staging.POOL.release(staging);
    }
  }
}
