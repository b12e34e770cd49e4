// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.deflate;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.segue.compression.internal.engine.CodecEngine;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.engine.StreamFailures;
import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.NativeMemory;
import dev.segue.compression.internal.natives.NativePool;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.zip.Deflater;

/// Compresses to and decompresses gzip members: through libdeflate for segments, the JDK's zlib for
/// streams.
///
/// Writes one member for each [#MEMBER_CONTENT_LENGTH] of content, since the compressor copies the
/// content of a member. Reads any number of members.
///
/// @param level 0 (stored) to [#LEVEL_MAX]
public record GzipEngine(int level) implements CodecEngine {

  /// The default level of a codec.
  public static final int DEFAULT_LEVEL = 6;

  /// The highest level.
  public static final int LEVEL_MAX = 12;

  /// The maximum content of a written member. A pool keeps scratch memory of this length.
  static final long MEMBER_CONTENT_LENGTH = NativePool.LARGEST_KEPT_BYTES;

  /// Creates an engine.
  ///
  /// @throws IllegalArgumentException if there is no such level
  /// @throws CodecFailure with reason `LIBRARY_NOT_FOUND`
  public GzipEngine {
    if (level < 0 || level > LEVEL_MAX) {
      throw new IllegalArgumentException(
          "level=%d is not between 0 and %d".formatted(level, LEVEL_MAX));
    }
    NativeLibraries.DEFLATE.require();
  }

  @Override
  public long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    NativePool<DeflateCompressor> pool = DeflateCompressor.pool(level);
    DeflateCompressor compressor = pool.acquire();
    try {
      long taken = 0;
      long written = 0;
      do {
        long portion = Math.min(length - taken, MEMBER_CONTENT_LENGTH);
        long member =
            compressor.compress(
                source,
                offset + taken,
                portion,
                destination,
                destinationOffset + written,
                capacity - written);
        if (member == 0) {
          throw new CodecFailure(
              Reason.DESTINATION_TOO_SMALL,
              "the gzip members of %d bytes do not fit into %d (maxCompressedLength=%d)"
                  .formatted(length, capacity, maxCompressedLength(length)));
        }
        taken += portion;
        written += member;
      } while (taken < length);
      return written;
    } finally {
      pool.release(compressor);
    }
  }

  @Override
  public long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    MemorySegment from = source;
    long base = offset; // the start of the range in `from`
    long consumed = 0;
    long produced = 0;
    DeflateDecompressor decompressor = DeflateDecompressor.POOL.acquire();
    try {
      do {
        long left = length - consumed;
        if (consumed > 0 && !from.isNative()) {
          // Copy all remaining members once, instead of the rest of the range for each of them.
          base = decompressor.copyAhead(source, offset + consumed, left) - consumed;
          from = NativeMemory.ALL;
        }
        long written =
            decompressor.decompress(
                from,
                base + consumed,
                left,
                destination,
                destinationOffset + produced,
                capacity - produced);
        if (written < 0) {
          throw written == DeflateDecompressor.INSUFFICIENT_SPACE
              ? tooSmall(offset + consumed, length, capacity)
              : flaw(source, offset + consumed, offset + length);
        }
        produced += written;
        consumed += decompressor.consumed();
      } while (consumed < length && !isPadding(source, offset + consumed, offset + length));
      return produced;
    } finally {
      DeflateDecompressor.POOL.release(decompressor);
    }
  }

  /// Returns whether a range after a member is all zeros, which count as padding, as in `gzip`.
  private static boolean isPadding(MemorySegment source, long start, long end) {
    for (long i = start; i < end; i++) {
      if (source.get(JAVA_BYTE, i) != 0) {
        return false;
      }
    }
    return true;
  }

  private static CodecFailure tooSmall(long member, long length, long capacity) {
    return new CodecFailure(
        Reason.DESTINATION_TOO_SMALL,
        "the content of the gzip members of %d bytes does not fit into %d"
            .formatted(length, capacity),
        member);
  }

  /// Returns the error in a damaged member. libdeflate does not report why it failed, so the stream
  /// decodes the member again to find out.
  private static CodecFailure flaw(MemorySegment source, long member, long end) {
    CodecFailure flaw = GzipInputStream.flaw(source, member, end);
    return flaw != null
        ? flaw
        : new CodecFailure(
            Reason.MALFORMED_INPUT,
            "the gzip member at offset=%d is corrupt or truncated".formatted(member),
            member);
  }

  @Override
  public long maxCompressedLength(long sourceLength) {
    long whole = sourceLength / MEMBER_CONTENT_LENGTH;
    long rest = sourceLength % MEMBER_CONTENT_LENGTH;
    return whole * GzipMember.bound(MEMBER_CONTENT_LENGTH)
        + (rest > 0 || whole == 0 ? GzipMember.bound(rest) : 0);
  }

  @Override
  public long contentLength(MemorySegment source) {
    return -1;
  }

  @Override
  public String libraryDescription() {
    return NativeLibraries.DEFLATE.require().describe();
  }

  @Override
  public OutputStream compressing(OutputStream out, long contentLength, StreamFailures failures) {
    return new GzipOutputStream(
        out, contentLength, Math.min(level, Deflater.BEST_COMPRESSION), failures);
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength, StreamFailures failures) {
    return new GzipInputStream(in, maxContentLength, failures);
  }
}
