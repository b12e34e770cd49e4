// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.NativeLibrary;
import dev.segue.compression.internal.natives.Rethrow;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// liblz4's functions, each under its C prototype. They need no context, and no memory but the
/// stack.
final class Lz4Bindings {

  private static final NativeLibrary LIBRARY = NativeLibraries.LZ4.require();
  private static final Linker.Option HEAP = Linker.Option.critical(true);
  private static final FunctionDescriptor ONE_SHOT =
      FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT);
  private static final FunctionDescriptor ONE_SHOT_ON_RANGES =
      FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
  private static final FunctionDescriptor WITH_DICTIONARY =
      FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);

  // int LZ4_compress_fast(const char* src, char* dst, int srcSize, int dstCapacity,
  //                       int acceleration);
  private static final MethodHandle COMPRESS =
      LIBRARY.link(
          "LZ4_compress_fast",
          FunctionDescriptor.of(
              JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
  private static final MethodHandle COMPRESS_HEAP =
      LIBRARY.link(
          "LZ4_compress_fast",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT),
          HEAP);
  // int LZ4_decompress_safe(const char* src, char* dst, int compressedSize, int dstCapacity);
  private static final MethodHandle DECOMPRESS =
      LIBRARY.link("LZ4_decompress_safe", ONE_SHOT_ON_RANGES);
  private static final MethodHandle DECOMPRESS_HEAP =
      LIBRARY.link("LZ4_decompress_safe", ONE_SHOT, HEAP);
  // int LZ4_decompress_safe_usingDict(const char* src, char* dst, int srcSize, int dstCapacity,
  //                                   const char* dictStart, int dictSize);
  private static final MethodHandle DECOMPRESS_USING_DICTIONARY =
      LIBRARY.link("LZ4_decompress_safe_usingDict", WITH_DICTIONARY);

  private Lz4Bindings() {}

  @SuppressWarnings("UnusedVariable") // the shape of Staging.RangeCall
  static long compress(
      MemorySegment word,
      long acceleration,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    try {
      return (int)
          COMPRESS.invokeExact(
              source.address() + offset,
              destination.address() + destinationOffset,
              (int) length,
              clamp(capacity),
              (int) acceleration,
              source,
              destination);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  @SuppressWarnings("UnusedVariable") // the shape of Staging.HeapCall
  static long compressHeap(
      MemorySegment word,
      long acceleration,
      MemorySegment source,
      long length,
      MemorySegment destination,
      long capacity) {
    try {
      return (int)
          COMPRESS_HEAP.invokeExact(
              source, destination, (int) length, clamp(capacity), (int) acceleration);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  @SuppressWarnings("UnusedVariable") // the shape of Staging.RangeCall
  static long decompress(
      MemorySegment word,
      long context,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    try {
      return (int)
          DECOMPRESS.invokeExact(
              source.address() + offset,
              destination.address() + destinationOffset,
              (int) length,
              clamp(capacity),
              source,
              destination);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  @SuppressWarnings("UnusedVariable") // the shape of Staging.HeapCall
  static long decompressHeap(
      MemorySegment word,
      long context,
      MemorySegment source,
      long length,
      MemorySegment destination,
      long capacity) {
    try {
      return (int) DECOMPRESS_HEAP.invokeExact(source, destination, (int) length, clamp(capacity));
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Decompresses a block that refers to content before it; native segments only.
  static long decompressAfter(
      MemorySegment history,
      long historyLength,
      MemorySegment source,
      long length,
      MemorySegment destination,
      long capacity) {
    try {
      return (int)
          DECOMPRESS_USING_DICTIONARY.invokeExact(
              source, destination, (int) length, clamp(capacity), history, (int) historyLength);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  static int clamp(long capacity) {
    return (int) Math.min(capacity, Integer.MAX_VALUE);
  }
}
