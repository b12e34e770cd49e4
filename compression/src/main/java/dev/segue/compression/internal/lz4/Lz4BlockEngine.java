// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import dev.segue.compression.internal.engine.CodecEngine;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.engine.StreamFailures;
import dev.segue.compression.internal.natives.NativeLibraries;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// Compresses to and decompresses single LZ4 blocks.
///
/// @param level [Lz4Block#LEVEL_MIN] to [Lz4Block#LEVEL_MAX]; above [Lz4Block#DEFAULT_LEVEL], LZ4
///   HC
public record Lz4BlockEngine(int level) implements CodecEngine {

  /// The length below which content becomes one literal at every level (`LZ4_minLength`).
  private static final long MATCHABLE_LENGTH = 13;

  /// Creates an engine.
  ///
  /// @throws IllegalArgumentException if there is no such level
  /// @throws CodecFailure with reason `LIBRARY_NOT_FOUND`
  public Lz4BlockEngine {
    if (level < Lz4Block.LEVEL_MIN || level > Lz4Block.LEVEL_MAX) {
      throw new IllegalArgumentException(
          "level=%d is not between %d and %d"
              .formatted(level, Lz4Block.LEVEL_MIN, Lz4Block.LEVEL_MAX));
    }
    NativeLibraries.LZ4.require();
  }

  @Override
  public long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    if (length > Lz4Block.CONTENT_LENGTH_MAX) {
      throw new IllegalArgumentException(
          "%d bytes are too long for an LZ4 block, which holds %d; use LZ4 frames (Codec.lz4)"
              .formatted(length, Lz4Block.CONTENT_LENGTH_MAX));
    }
    long written = tryCompress(source, offset, length, destination, destinationOffset, capacity);
    if (written == 0) {
      throw new CodecFailure(
          Reason.DESTINATION_TOO_SMALL,
          "the LZ4 block of %d bytes does not fit into %d (maxCompressedLength=%d)"
              .formatted(length, capacity, Lz4Block.bound(length)));
    }
    return written;
  }

  /// Compresses a range to one block, unless the block does not fit.
  ///
  /// @return bytes written; 0 if the block does not fit
  long tryCompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    if (level > Lz4Block.DEFAULT_LEVEL && length >= MATCHABLE_LENGTH) {
      Lz4HighContext context = Lz4HighContext.POOL.acquire();
      try {
        return context
            .with(level)
            .compress(source, offset, length, destination, destinationOffset, capacity);
      } finally {
        Lz4HighContext.POOL.release(context);
      }
    }
    Lz4Context context = Lz4Context.POOL.acquire();
    try {
      return context
          .with(level < Lz4Block.DEFAULT_LEVEL ? 1 - level : 1)
          .compress(source, offset, length, destination, destinationOffset, capacity);
    } finally {
      Lz4Context.POOL.release(context);
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
    return Lz4Block.decompress(source, offset, length, destination, destinationOffset, capacity);
  }

  @Override
  public long maxCompressedLength(long sourceLength) {
    return Lz4Block.bound(sourceLength);
  }

  @Override
  public long contentLength(MemorySegment source) {
    return -1;
  }

  @Override
  public String libraryDescription() {
    return NativeLibraries.LZ4.require().describe();
  }

  @Override
  public OutputStream compressing(OutputStream out, long contentLength, StreamFailures failures) {
    throw noStream();
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength, StreamFailures failures) {
    throw noStream();
  }

  private static UnsupportedOperationException noStream() {
    return CodecEngine.noStream("an LZ4 raw block; the LZ4 frame (Codec.lz4) has one");
  }
}
