// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.deflate;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.natives.HeapAccess;
import dev.segue.compression.natives.NativePool;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// gzip members (RFC 1952): one is written, any number are read.
public final class GzipMember {

  /// The strongest level.
  public static final int LEVEL_MAX = 12;

  private static final long COMPRESS_DIRECT_LIMIT = HeapAccess.directLimit(20_000_000);
  private static final long DECOMPRESS_DIRECT_LIMIT = HeapAccess.directLimit(250_000_000);
  private static final int LEVEL_WHERE_SLOW = 7;
  private static final int MEMBER_OVERHEAD = 18;
  private static final int STORED_BLOCK_LENGTH_MIN = 5000;
  private static final int STORED_BLOCK_OVERHEAD = 5;
  private static final int OUTPUT_END_PADDING = 8;

  /// DEFLATE's best: 258 bytes for two bits.
  private static final long RATIO_MAX = 1032;

  private static final AtomicReferenceArray<NativePool<DeflateContext>> COMPRESSORS =
      new AtomicReferenceArray<>(LEVEL_MAX + 1);

  private GzipMember() {}

  /// The longest a member can become (`libdeflate_gzip_compress_bound`).
  public static long bound(long length) {
    long blocks = Math.max(1, length / STORED_BLOCK_LENGTH_MIN + 1);
    return MEMBER_OVERHEAD + length + blocks * STORED_BLOCK_OVERHEAD + 1 + OUTPUT_END_PADDING;
  }

  private static NativePool<DeflateContext> compressors(int level) {
    NativePool<DeflateContext> pool = COMPRESSORS.get(level);
    if (pool != null) {
      return pool;
    }
    synchronized (COMPRESSORS) {
      pool = COMPRESSORS.get(level);
      if (pool == null) {
        pool = new NativePool<>(() -> DeflateContext.compressor(level));
        COMPRESSORS.set(level, pool);
      }
      return pool;
    }
  }

  /// Compresses a segment to one member.
  ///
  /// @return bytes written
  public static long compress(
      int level,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    NativePool<DeflateContext> pool = compressors(level);
    DeflateContext context = pool.acquire();
    long written;
    try {
      written =
          context.staging.run(
              DeflateBindings::compress,
              DeflateBindings::compressHeap,
              context.address,
              source,
              offset,
              length,
              destination,
              destinationOffset,
              capacity,
              length,
              level < LEVEL_WHERE_SLOW ? COMPRESS_DIRECT_LIMIT : -1,
              Math.min(bound(length), capacity));
    } finally {
      pool.release(context);
    }
    if (written == 0) {
      throw new CompressionException(
          Kind.DESTINATION_TOO_SMALL,
          "the gzip member of %d bytes does not fit into %d (maxCompressedLength=%d)"
              .formatted(length, capacity, bound(length)));
    }
    return written;
  }

  /// Decompresses every member of a segment.
  ///
  /// @return bytes written
  public static long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    MemorySegment from = source;
    long base = offset; // where in it the range begins
    long consumed = 0;
    long produced = 0;
    DeflateContext context = DeflateContext.DECOMPRESSORS.acquire();
    try {
      do {
        long left = length - consumed;
        if (consumed > 0 && !from.isNative()) {
          // The members to come are copied together, not what is left of them for each anew.
          from = context.staging.input().atLeast(left);
          base = -consumed;
          MemorySegment.copy(source, offset + consumed, from, 0, left);
        }
        long room = capacity - produced;
        long content = Math.min(room, Math.multiplyExact(RATIO_MAX, left));
        long written =
            context.staging.run(
                DeflateBindings::decompress,
                DeflateBindings::decompressHeap,
                context.address,
                from,
                base + consumed,
                left,
                destination,
                destinationOffset + produced,
                room,
                Math.max(content, left),
                DECOMPRESS_DIRECT_LIMIT,
                content);
        if (written < 0) {
          throw failure(written, offset + consumed, length, capacity);
        }
        produced += written;
        consumed += context.staging.words().get(JAVA_LONG, 0);
      } while (consumed < length);
      return produced;
    } finally {
      DeflateContext.DECOMPRESSORS.release(context);
    }
  }

  private static CompressionException failure(
      long result, long offset, long length, long capacity) {
    return result == DeflateBindings.INSUFFICIENT_SPACE
        ? new CompressionException(
            Kind.DESTINATION_TOO_SMALL,
            "the content of %d bytes of gzip does not fit into %d".formatted(length, capacity),
            offset)
        : new CompressionException(
            Kind.MALFORMED_INPUT,
            "the gzip member at offset=%d is corrupt or truncated".formatted(offset),
            offset);
  }
}
