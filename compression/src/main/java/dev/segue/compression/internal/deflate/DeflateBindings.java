// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.deflate;

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

/// libdeflate's functions, each under its C prototype.
final class DeflateBindings {

  private static final NativeLibrary LIBRARY = NativeLibraries.DEFLATE.require();
  private static final Linker.Option HEAP = Linker.Option.critical(true);

  // struct libdeflate_compressor *libdeflate_alloc_compressor_ex(int compression_level,
  //     const struct libdeflate_options *options);
  static final MethodHandle ALLOC_COMPRESSOR =
      LIBRARY.link(
          "libdeflate_alloc_compressor_ex", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS));
  // void libdeflate_free_compressor(struct libdeflate_compressor *compressor);
  static final MethodHandle FREE_COMPRESSOR =
      LIBRARY.link("libdeflate_free_compressor", FunctionDescriptor.ofVoid(JAVA_LONG));
  // struct libdeflate_decompressor *libdeflate_alloc_decompressor_ex(
  //     const struct libdeflate_options *options);
  static final MethodHandle ALLOC_DECOMPRESSOR =
      LIBRARY.link("libdeflate_alloc_decompressor_ex", FunctionDescriptor.of(JAVA_LONG, ADDRESS));
  // void libdeflate_free_decompressor(struct libdeflate_decompressor *decompressor);
  static final MethodHandle FREE_DECOMPRESSOR =
      LIBRARY.link("libdeflate_free_decompressor", FunctionDescriptor.ofVoid(JAVA_LONG));

  // size_t libdeflate_gzip_compress(struct libdeflate_compressor *compressor,
  //     const void *in, size_t in_nbytes, void *out, size_t out_nbytes_avail);
  private static final FunctionDescriptor COMPRESS_RANGES_SHAPE =
      FunctionDescriptor.of(
          JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS);
  private static final MethodHandle COMPRESS =
      LIBRARY.link("libdeflate_gzip_compress", COMPRESS_RANGES_SHAPE);

  // enum libdeflate_result libdeflate_gzip_decompress_ex(
  //     struct libdeflate_decompressor *decompressor, const void *in, size_t in_nbytes,
  //     void *out, size_t out_nbytes_avail,
  //     size_t *actual_in_nbytes_ret, size_t *actual_out_nbytes_ret);
  private static final FunctionDescriptor DECOMPRESS_SHAPE =
      FunctionDescriptor.of(
          JAVA_INT, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final FunctionDescriptor DECOMPRESS_RANGES_SHAPE =
      FunctionDescriptor.of(
          JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
          ADDRESS, ADDRESS);
  private static final MethodHandle DECOMPRESS =
      LIBRARY.link("libdeflate_gzip_decompress_ex", DECOMPRESS_RANGES_SHAPE);
  private static final MethodHandle DECOMPRESS_HEAP =
      LIBRARY.link("libdeflate_gzip_decompress_ex", DECOMPRESS_SHAPE, HEAP);

  /// Results of decompression below zero: the negative of a `libdeflate_result`.
  static final long BAD_DATA = -1;

  static final long INSUFFICIENT_SPACE = -3;

  private DeflateBindings() {}

  @SuppressWarnings("UnusedVariable") // the shape of Staging.RangeCall
  static long compress(
      MemorySegment word,
      long compressor,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    try {
      return (long)
          COMPRESS.invokeExact(
              compressor,
              source.address() + offset,
              length,
              destination.address() + destinationOffset,
              capacity,
              source,
              destination);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Decompresses one member; its length is in the first word after it, that of the content is the
  /// result.
  static long decompress(
      MemorySegment words,
      long decompressor,
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    try {
      int result =
          (int)
              DECOMPRESS.invokeExact(
                  decompressor,
                  source.address() + offset,
                  length,
                  destination.address() + destinationOffset,
                  capacity,
                  words.address(),
                  words.address() + Long.BYTES,
                  source,
                  destination);
      return result == 0 ? words.get(JAVA_LONG, Long.BYTES) : -result;
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// [#decompress] for segments of any kind.
  static long decompressHeap(
      MemorySegment words,
      long decompressor,
      MemorySegment source,
      long length,
      MemorySegment destination,
      long capacity) {
    try {
      int result =
          (int)
              DECOMPRESS_HEAP.invokeExact(
                  decompressor,
                  source,
                  length,
                  destination,
                  capacity,
                  words.address(),
                  words.address() + Long.BYTES);
      return result == 0 ? words.get(JAVA_LONG, Long.BYTES) : -result;
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }
}
