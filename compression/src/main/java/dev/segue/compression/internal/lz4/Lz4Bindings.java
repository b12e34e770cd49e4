// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.NativeLibrary;
import dev.segue.compression.internal.natives.NativeRanges;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/// Handles of the liblz4 functions, each below its C prototype.
///
/// A handle without `_HEAP` takes the addresses of ranges, and two more arguments: the segments
/// that contain them (see [NativeRanges]).
final class Lz4Bindings {

  private static final NativeLibrary LIBRARY = NativeLibraries.LZ4.require();
  private static final Linker.Option HEAP = Linker.Option.critical(true);

  // int LZ4_compress_fast(const char* src, char* dst, int srcSize, int dstCapacity,
  //                       int acceleration);
  static final MethodHandle COMPRESS_FAST =
      LIBRARY.link(
          "LZ4_compress_fast",
          FunctionDescriptor.of(
              JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
  static final MethodHandle COMPRESS_FAST_HEAP =
      LIBRARY.link(
          "LZ4_compress_fast",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT),
          HEAP);

  // int LZ4_sizeofStateHC(void);
  static final MethodHandle SIZEOF_STATE_HC =
      LIBRARY.link("LZ4_sizeofStateHC", FunctionDescriptor.of(JAVA_INT));
  // int LZ4_compress_HC_extStateHC(void* stateHC, const char* src, char* dst, int srcSize,
  //                                int maxDstSize, int compressionLevel);
  static final MethodHandle COMPRESS_HC =
      LIBRARY.link(
          "LZ4_compress_HC_extStateHC",
          FunctionDescriptor.of(
              JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS,
              ADDRESS));

  // int LZ4_decompress_safe(const char* src, char* dst, int compressedSize, int dstCapacity);
  static final MethodHandle DECOMPRESS =
      LIBRARY.link(
          "LZ4_decompress_safe",
          FunctionDescriptor.of(
              JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
  static final MethodHandle DECOMPRESS_HEAP =
      LIBRARY.link(
          "LZ4_decompress_safe",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT),
          HEAP);
  // int LZ4_decompress_safe_usingDict(const char* src, char* dst, int srcSize, int dstCapacity,
  //                                   const char* dictStart, int dictSize);
  static final MethodHandle DECOMPRESS_USING_DICT =
      LIBRARY.link(
          "LZ4_decompress_safe_usingDict",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));

  private Lz4Bindings() {}

  /// Returns a capacity as the `int` that liblz4 takes.
  static int clamp(long capacity) {
    return (int) Math.min(capacity, Integer.MAX_VALUE);
  }
}
