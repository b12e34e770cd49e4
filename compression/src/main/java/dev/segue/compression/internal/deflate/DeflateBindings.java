// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.deflate;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.NativeLibrary;
import dev.segue.compression.internal.natives.NativeRanges;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/// Handles of the libdeflate functions, each below its C prototype.
///
/// `COMPRESS` and `DECOMPRESS` take the addresses of ranges, and two more arguments: the segments
/// that contain them (see [NativeRanges]).
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
  static final MethodHandle COMPRESS =
      LIBRARY.link(
          "libdeflate_gzip_compress",
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS));

  // enum libdeflate_result libdeflate_gzip_decompress_ex(
  //     struct libdeflate_decompressor *decompressor, const void *in, size_t in_nbytes,
  //     void *out, size_t out_nbytes_avail,
  //     size_t *actual_in_nbytes_ret, size_t *actual_out_nbytes_ret);
  static final MethodHandle DECOMPRESS =
      LIBRARY.link(
          "libdeflate_gzip_decompress_ex",
          FunctionDescriptor.of(
              JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
              ADDRESS, ADDRESS));
  static final MethodHandle DECOMPRESS_HEAP =
      LIBRARY.link(
          "libdeflate_gzip_decompress_ex",
          FunctionDescriptor.of(
              JAVA_INT, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG),
          HEAP);

  private DeflateBindings() {}
}
