// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.deflate;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.internal.natives.HeapAccess;
import dev.segue.compression.internal.natives.NativeMemory;
import dev.segue.compression.internal.natives.NativePool;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// gzip members (RFC 1952): as many as the content's length takes are written, any number are read.
///
/// libdeflate reads what it compresses twice and trusts its counts of the first time: where the
/// content changes in between, it leaves its tables and the destination. So it is given a private
/// copy, and content longer than [#MEMBER_CONTENT_LENGTH], which would take a copy as long as
/// itself, becomes several members.
public final class GzipMember {

  /// The strongest level.
  public static final int LEVEL_MAX = 12;

  /// The most content of a member that is written; scratch memory of that length is still kept for
  /// the next call.
  static final long MEMBER_CONTENT_LENGTH = NativePool.LARGEST_KEPT_BYTES;

  private static final long DECOMPRESS_DIRECT_LIMIT = HeapAccess.directLimit(250_000_000);
  private static final int MEMBER_OVERHEAD = 18;
  private static final int STORED_BLOCK_LENGTH_MIN = 5000;
  private static final int STORED_BLOCK_OVERHEAD = 5;
  private static final int OUTPUT_END_PADDING = 8;

  /// DEFLATE's best: 258 bytes for two bits.
  private static final long RATIO_MAX = 1032;

  private static final AtomicReferenceArray<NativePool<DeflateContext>> COMPRESSORS =
      new AtomicReferenceArray<>(LEVEL_MAX + 1);

  private GzipMember() {}

  /// The longest the members of some content can become.
  public static long bound(long length) {
    long whole = length / MEMBER_CONTENT_LENGTH;
    long rest = length % MEMBER_CONTENT_LENGTH;
    return whole * boundOfMember(MEMBER_CONTENT_LENGTH)
        + (rest > 0 || whole == 0 ? boundOfMember(rest) : 0);
  }

  /// The longest a member can become (`libdeflate_gzip_compress_bound`).
  private static long boundOfMember(long length) {
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

  /// Compresses a segment.
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
    try {
      long taken = 0;
      long written = 0;
      do {
        long portion = Math.min(length - taken, MEMBER_CONTENT_LENGTH);
        long room = capacity - written;
        long member =
            context.staging.runOnCopy(
                DeflateBindings::compress,
                context.address,
                source,
                offset + taken,
                portion,
                destination,
                destinationOffset + written,
                room,
                Math.min(boundOfMember(portion), room));
        if (member == 0) {
          throw new CompressionException(
              Kind.DESTINATION_TOO_SMALL,
              "the gzip members of %d bytes do not fit into %d (maxCompressedLength=%d)"
                  .formatted(length, capacity, bound(length)));
        }
        taken += portion;
        written += member;
      } while (taken < length);
      return written;
    } finally {
      pool.release(context);
    }
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
          long copy = context.staging.input().addressOf(left);
          MemorySegment.copy(source, offset + consumed, NativeMemory.ALL, copy, left);
          from = NativeMemory.ALL;
          base = copy - consumed;
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
      } while (consumed < length && !isPadding(source, offset + consumed, offset + length));
      return produced;
    } finally {
      DeflateContext.DECOMPRESSORS.release(context);
    }
  }

  /// Whether a range after a member is zeros, which are taken for padding as `gzip` does.
  private static boolean isPadding(MemorySegment source, long start, long end) {
    for (long i = start; i < end; i++) {
      if (source.get(JAVA_BYTE, i) != 0) {
        return false;
      }
    }
    return true;
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
