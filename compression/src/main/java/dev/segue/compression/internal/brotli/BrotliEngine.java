// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.brotli;

import dev.segue.compression.internal.engine.CodecEngine;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.engine.StreamFailures;
import dev.segue.compression.internal.natives.NativeLibraries;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// Compresses to and decompresses whole Brotli streams (RFC 7932), through libbrotli.
///
/// @param quality 0 (fastest) to [#QUALITY_MAX]
public record BrotliEngine(int quality) implements CodecEngine {

  /// The default quality of a codec.
  public static final int DEFAULT_QUALITY = 5;

  /// The highest quality (`BROTLI_MAX_QUALITY`).
  public static final int QUALITY_MAX = 11;

  /// The window of streams that are written, 4 MiB (`BROTLI_DEFAULT_WINDOW`). Streams with windows
  /// of up to 16 MiB can be read.
  static final int WINDOW_BITS = 22;

  private static final int STORED_BLOCK_BITS = 14;
  private static final int STORED_BLOCK_OVERHEAD = 4;
  private static final int STREAM_OVERHEAD = 6;
  private static final int EMPTY_STREAM_LENGTH = 2;

  /// Creates an engine.
  ///
  /// @throws IllegalArgumentException if there is no such quality
  /// @throws CodecFailure with reason `LIBRARY_NOT_FOUND`
  public BrotliEngine {
    if (quality < 0 || quality > QUALITY_MAX) {
      throw new IllegalArgumentException(
          "quality=%d is not between 0 and %d".formatted(quality, QUALITY_MAX));
    }
    NativeLibraries.BROTLI.require();
  }

  /// Returns the maximum length of a stream (`BrotliEncoderMaxCompressedSize`).
  static long bound(long length) {
    return length == 0
        ? EMPTY_STREAM_LENGTH
        : length + (length >> STORED_BLOCK_BITS) * STORED_BLOCK_OVERHEAD + STREAM_OVERHEAD;
  }

  @Override
  public long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    BrotliContext context = BrotliContext.POOL.acquire();
    long written;
    try {
      written =
          context
              .with(quality)
              .compress(source, offset, length, destination, destinationOffset, capacity);
    } finally {
      BrotliContext.POOL.release(context);
    }
    if (written < 0) {
      throw capacity >= bound(length)
          ? BrotliErrors.outOfMemory()
          : new CodecFailure(
              Reason.DESTINATION_TOO_SMALL,
              "the Brotli stream of %d bytes does not fit into %d (maxCompressedLength=%d)"
                  .formatted(length, capacity, bound(length)));
    }
    return written;
  }

  @Override
  public long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    BrotliContext context = BrotliContext.POOL.acquire();
    try {
      long written =
          context.decompress(source, offset, length, destination, destinationOffset, capacity);
      if (written < 0) {
        long end = offset + length - context.unread();
        throw failure(written, end, length, capacity);
      }
      return written;
    } finally {
      BrotliContext.POOL.release(context);
    }
  }

  private static CodecFailure failure(long result, long offset, long length, long capacity) {
    if (result == BrotliContext.TOO_LONG) {
      return new CodecFailure(
          Reason.DESTINATION_TOO_SMALL,
          "the content of the Brotli stream of %d bytes does not fit into %d"
              .formatted(length, capacity));
    }
    if (result == BrotliContext.OUT_OF_MEMORY) {
      return BrotliErrors.outOfMemory();
    }
    if (result == BrotliContext.TRUNCATED) {
      return BrotliErrors.truncated(offset);
    }
    return result == BrotliContext.TRAILING
        ? BrotliErrors.trailing(offset)
        : BrotliErrors.failed((int) result, offset);
  }

  @Override
  public long maxCompressedLength(long sourceLength) {
    return bound(sourceLength);
  }

  @Override
  public long contentLength(MemorySegment source) {
    return -1;
  }

  @Override
  public String libraryDescription() {
    return NativeLibraries.BROTLI.require().describe();
  }

  @Override
  public int level() {
    return quality;
  }

  @Override
  public OutputStream compressing(OutputStream out, long contentLength, StreamFailures failures) {
    return new BrotliOutputStream(out, contentLength, quality, failures);
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength, StreamFailures failures) {
    return new BrotliInputStream(in, maxContentLength, failures);
  }
}
