// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.brotli;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.MemorySegment;

/// Brotli streams (RFC 7932) that are in memory as a whole.
///
/// libbrotli sets a state up for each of them, and frees it: there is none that can be used again.
public final class BrotliStream {

  /// The strongest quality (`BROTLI_MAX_QUALITY`).
  public static final int QUALITY_MAX = 11;

  /// The window that is written, 4 MiB (`BROTLI_DEFAULT_WINDOW`). Readers take up to 16 MiB.
  static final int WINDOW_BITS = 22;

  /// Up to this quality libbrotli reads the content where it is, and more than once; above it, it
  /// copies the content to memory of its own first.
  private static final int QUALITY_THAT_COUNTS_FIRST = 1;

  private static final int STORED_BLOCK_BITS = 14;
  private static final int STORED_BLOCK_OVERHEAD = 4;
  private static final int STREAM_OVERHEAD = 6;
  private static final int EMPTY_STREAM_LENGTH = 2;

  /// Results of a call below zero, beside `BrotliDecoderErrorCode`s, which are above these.
  private static final long OUT_OF_MEMORY = -1001;

  private static final long TRUNCATED = -1002;
  private static final long TOO_LONG = -1003;
  private static final long TRAILING = -1004;

  private BrotliStream() {}

  /// The longest a stream can become (`BrotliEncoderMaxCompressedSize`).
  public static long bound(long length) {
    return length == 0
        ? EMPTY_STREAM_LENGTH
        : length + (length >> STORED_BLOCK_BITS) * STORED_BLOCK_OVERHEAD + STREAM_OVERHEAD;
  }

  /// Version and place of the library, in words.
  public static String library() {
    return NativeLibraries.BROTLI.require().describe();
  }

  /// Compresses a range to one stream.
  ///
  /// @return bytes written
  public static long compress(
      int quality,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    Staging staging = Staging.POOL.acquire();
    long written;
    try {
      long outputLength = Math.min(bound(length), capacity);
      written =
          quality <= QUALITY_THAT_COUNTS_FIRST
              ? staging.runOnCopy(
                  BrotliStream::compressNative,
                  quality,
                  source,
                  offset,
                  length,
                  destination,
                  destinationOffset,
                  capacity,
                  outputLength)
              : staging.run(
                  BrotliStream::compressNative,
                  quality,
                  source,
                  offset,
                  length,
                  destination,
                  destinationOffset,
                  capacity,
                  outputLength);
    } finally {
      Staging.POOL.release(staging);
    }
    if (written < 0) {
      if (capacity >= bound(length)) {
        throw BrotliErrors.outOfMemory();
      }
      throw new CompressionException(
          Kind.DESTINATION_TOO_SMALL,
          "the Brotli stream of %d bytes does not fit into %d (maxCompressedLength=%d)"
              .formatted(length, capacity, bound(length)));
    }
    return written;
  }

  /// The shape of Staging.RangeCall, with the quality as the context.
  private static long compressNative(
      MemorySegment words,
      long quality,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    words.set(JAVA_LONG, 0, capacity);
    boolean fitted =
        BrotliBindings.compress(
            (int) quality,
            WINDOW_BITS,
            source.address() + offset,
            length,
            words.address(),
            destination.address() + destinationOffset,
            source,
            destination);
    return fitted ? words.get(JAVA_LONG, 0) : TOO_LONG;
  }

  /// Decompresses a range that is one stream, and nothing else.
  ///
  /// @return bytes written
  public static long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    Staging staging = Staging.POOL.acquire();
    try {
      long written =
          staging.run(
              BrotliStream::decompressNative,
              0,
              source,
              offset,
              length,
              destination,
              destinationOffset,
              capacity,
              capacity);
      if (written < 0) {
        long left = staging.words().get(JAVA_LONG, BrotliBindings.AVAILABLE_IN);
        throw failure(written, offset + length - left, length, capacity);
      }
      return written;
    } finally {
      Staging.POOL.release(staging);
    }
  }

  @SuppressWarnings("UnusedVariable") // the shape of Staging.RangeCall
  private static long decompressNative(
      MemorySegment words,
      long context,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    words.set(JAVA_LONG, BrotliBindings.AVAILABLE_IN, length);
    words.set(JAVA_LONG, BrotliBindings.NEXT_IN, source.address() + offset);
    words.set(JAVA_LONG, BrotliBindings.AVAILABLE_OUT, capacity);
    words.set(JAVA_LONG, BrotliBindings.NEXT_OUT, destination.address() + destinationOffset);
    long decoder = BrotliBindings.createDecoder();
    if (decoder == 0) {
      return OUT_OF_MEMORY;
    }
    try {
      return switch (BrotliBindings.step(decoder, words.address(), source, destination)) {
        case BrotliErrors.SUCCESS ->
            words.get(JAVA_LONG, BrotliBindings.AVAILABLE_IN) > 0
                ? TRAILING
                : capacity - words.get(JAVA_LONG, BrotliBindings.AVAILABLE_OUT);
        case BrotliErrors.NEEDS_MORE_INPUT -> TRUNCATED;
        case BrotliErrors.NEEDS_MORE_OUTPUT -> TOO_LONG;
        default -> BrotliBindings.errorCode(decoder);
      };
    } finally {
      BrotliBindings.destroyDecoder(decoder);
    }
  }

  private static CompressionException failure(
      long result, long offset, long length, long capacity) {
    if (result == TOO_LONG) {
      return new CompressionException(
          Kind.DESTINATION_TOO_SMALL,
          "the content of %d bytes of Brotli does not fit into %d".formatted(length, capacity));
    }
    if (result == OUT_OF_MEMORY) {
      return BrotliErrors.outOfMemory();
    }
    if (result == TRUNCATED) {
      return BrotliErrors.truncated(offset);
    }
    return result == TRAILING
        ? BrotliErrors.trailing(offset)
        : BrotliErrors.failed((int) result, offset);
  }
}
