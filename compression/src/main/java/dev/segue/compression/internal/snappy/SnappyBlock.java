// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.snappy;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.internal.natives.HeapAccess;
import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.NativeLibrary;
import dev.segue.compression.internal.natives.NativeMemory;
import dev.segue.compression.internal.natives.Rethrow;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The Snappy block: the content length in 7-bit groups, then literals and copies.
public final class SnappyBlock {

  /// The longest content the length field holds.
  public static final long CONTENT_LENGTH_MAX = 0xFFFFFFFFL;

  private static final long COMPRESS_DIRECT_LIMIT = HeapAccess.directLimit(250_000_000);
  private static final long DECOMPRESS_DIRECT_LIMIT = HeapAccess.directLimit(500_000_000);
  private static final long MALFORMED = -1;
  private static final int OK = 0;

  private static final NativeLibrary LIBRARY = NativeLibraries.SNAPPY.require();
  private static final Linker.Option HEAP = Linker.Option.critical(true);
  private static final FunctionDescriptor ONE_SHOT =
      FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG);
  private static final FunctionDescriptor ONE_SHOT_ON_RANGES =
      FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS);

  // snappy_status snappy_compress(const char* input, size_t input_length,
  //                               char* compressed, size_t* compressed_length);
  private static final MethodHandle COMPRESS = LIBRARY.link("snappy_compress", ONE_SHOT_ON_RANGES);
  private static final MethodHandle COMPRESS_HEAP = LIBRARY.link("snappy_compress", ONE_SHOT, HEAP);
  // snappy_status snappy_uncompress(const char* compressed, size_t compressed_length,
  //                                 char* uncompressed, size_t* uncompressed_length);
  private static final MethodHandle UNCOMPRESS =
      LIBRARY.link("snappy_uncompress", ONE_SHOT_ON_RANGES);
  private static final MethodHandle UNCOMPRESS_HEAP =
      LIBRARY.link(
          "snappy_uncompress",
          FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG),
          HEAP);

  private SnappyBlock() {}

  /// The longest a compressed block can become (`snappy_max_compressed_length`).
  public static long bound(long length) {
    return 32 + length + length / 6;
  }

  /// Compresses a segment to one block.
  ///
  /// @return bytes written
  public static long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    if (length > CONTENT_LENGTH_MAX) {
      throw new IllegalArgumentException(
          "a Snappy block holds %d bytes at most: source.byteSize=%d"
              .formatted(CONTENT_LENGTH_MAX, length));
    }
    Staging staging = Staging.POOL.acquire();
    long written;
    try {
      written =
          staging.run(
              SnappyBlock::callCompress,
              SnappyBlock::callCompressHeap,
              0,
              source,
              offset,
              length,
              destination,
              destinationOffset,
              capacity,
              length,
              COMPRESS_DIRECT_LIMIT,
              bound(length));
    } finally {
      Staging.POOL.release(staging);
    }
    if (written < 0) {
      throw new CompressionException(Kind.INTERNAL, "libsnappy refuses to compress");
    }
    if (written > capacity) {
      throw new CompressionException(
          Kind.DESTINATION_TOO_SMALL,
          "the Snappy block of %d bytes does not fit into %d (maxCompressedLength=%d)"
              .formatted(written, capacity, bound(length)));
    }
    return written;
  }

  /// Decompresses one block.
  ///
  /// Of a copy: libsnappy reads the content length again before it writes that much, and whoever
  /// else has the source might change it in between.
  ///
  /// @return bytes written
  public static long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    long content = contentLength(source, offset, length);
    if (content > capacity) {
      throw new CompressionException(
          Kind.DESTINATION_TOO_SMALL,
          "the content of the Snappy block is %d bytes long, the destination %d"
              .formatted(content, capacity));
    }
    Staging staging = Staging.POOL.acquire();
    long written;
    try {
      long copy = staging.input().addressOf(length);
      MemorySegment.copy(source, offset, NativeMemory.ALL, copy, length);
      if (contentLength(NativeMemory.ALL, copy, length) != content) {
        throw new CompressionException(
            Kind.MALFORMED_INPUT, "the Snappy block is changed while it is read", offset);
      }
      boolean isShort = Math.max(content, length) <= DECOMPRESS_DIRECT_LIMIT;
      written =
          isShort && !destination.isNative() && destinationOffset == 0
              ? callUncompressHeap(staging.words(), copy, length, destination, capacity)
              : staging.run(
                  SnappyBlock::callUncompress,
                  0,
                  NativeMemory.ALL,
                  copy,
                  length,
                  destination,
                  destinationOffset,
                  capacity,
                  content);
    } finally {
      Staging.POOL.release(staging);
    }
    if (written < 0) {
      throw new CompressionException(
          Kind.MALFORMED_INPUT,
          "the Snappy block of %d bytes is corrupt or truncated".formatted(length),
          offset);
    }
    return written;
  }

  /// The content length that a block begins with.
  public static long contentLength(MemorySegment source, long offset, long length) {
    long content = 0;
    for (int i = 0; i < 5; i++) {
      if (i == length) {
        throw new CompressionException(
            Kind.MALFORMED_INPUT, "the Snappy block ends within its length", offset + i);
      }
      int group = source.get(JAVA_BYTE, offset + i) & 0xFF;
      content |= (long) (group & 0x7F) << (7 * i);
      if (group < 0x80 && content <= CONTENT_LENGTH_MAX) {
        requirePossible(content, length - i - 1, offset);
        return content;
      }
    }
    throw new CompressionException(
        Kind.MALFORMED_INPUT, "the Snappy block's length has more than 32 bits", offset);
  }

  /// A copy of 64 bytes takes three: no block has more content than that.
  private static void requirePossible(long content, long bodyLength, long offset) {
    if (content > bodyLength * 64 / 3) {
      throw new CompressionException(
          Kind.MALFORMED_INPUT,
          "the Snappy block states a length of %d bytes, which its %d bytes can't give"
              .formatted(content, bodyLength),
          offset);
    }
  }

  @SuppressWarnings("UnusedVariable") // the shape of Staging.RangeCall
  private static long callCompress(
      MemorySegment word,
      long context,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    word.set(JAVA_LONG, 0, capacity);
    try {
      int status =
          (int)
              COMPRESS.invokeExact(
                  source.address() + offset,
                  length,
                  destination.address() + destinationOffset,
                  word.address(),
                  source,
                  destination);
      return status == OK ? word.get(JAVA_LONG, 0) : MALFORMED;
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  @SuppressWarnings("UnusedVariable") // the shape of Staging.HeapCall
  private static long callCompressHeap(
      MemorySegment word,
      long context,
      MemorySegment source,
      long length,
      MemorySegment destination,
      long capacity) {
    word.set(JAVA_LONG, 0, capacity);
    try {
      int status = (int) COMPRESS_HEAP.invokeExact(source, length, destination, word.address());
      return status == OK ? word.get(JAVA_LONG, 0) : MALFORMED;
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  @SuppressWarnings("UnusedVariable") // the shape of Staging.RangeCall
  private static long callUncompress(
      MemorySegment word,
      long context,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    word.set(JAVA_LONG, 0, capacity);
    try {
      int status =
          (int)
              UNCOMPRESS.invokeExact(
                  source.address() + offset,
                  length,
                  destination.address() + destinationOffset,
                  word.address(),
                  source,
                  destination);
      return status == OK ? word.get(JAVA_LONG, 0) : MALFORMED;
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  private static long callUncompressHeap(
      MemorySegment word, long address, long length, MemorySegment destination, long capacity) {
    word.set(JAVA_LONG, 0, capacity);
    try {
      int status = (int) UNCOMPRESS_HEAP.invokeExact(address, length, destination, word.address());
      return status == OK ? word.get(JAVA_LONG, 0) : MALFORMED;
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }
}
