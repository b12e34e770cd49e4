// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.brotli;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.NativeLibrary;
import dev.segue.compression.internal.natives.Rethrow;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// libbrotli's functions, each under its C prototype.
///
/// The functions of streams take their places and lengths from five words: bytes available to read,
/// where they are, room to write to, where that is, and bytes written so far.
final class BrotliBindings {

  static final long AVAILABLE_IN = 0;
  static final long NEXT_IN = 8;
  static final long AVAILABLE_OUT = 16;
  static final long NEXT_OUT = 24;
  private static final long TOTAL_OUT = 32;
  static final long WORDS_LENGTH = 40;

  // enum BrotliEncoderMode
  private static final int MODE_GENERIC = 0;
  // enum BrotliEncoderParameter
  private static final int PARAM_QUALITY = 1;
  private static final int PARAM_LGWIN = 2;

  private static final NativeLibrary LIBRARY = NativeLibraries.BROTLI.require();

  // BROTLI_BOOL BrotliEncoderCompress(int quality, int lgwin, BrotliEncoderMode mode,
  //     size_t input_size, const uint8_t input_buffer[],
  //     size_t* encoded_size, uint8_t encoded_buffer[]);
  private static final MethodHandle COMPRESS =
      LIBRARY.link(
          "BrotliEncoderCompress",
          FunctionDescriptor.of(
              JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
              ADDRESS, ADDRESS));

  // BrotliEncoderState* BrotliEncoderCreateInstance(
  //     brotli_alloc_func alloc_func, brotli_free_func free_func, void* opaque);
  private static final FunctionDescriptor CREATE_SHAPE =
      FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle ENCODER_CREATE =
      LIBRARY.link("BrotliEncoderCreateInstance", CREATE_SHAPE);
  // BROTLI_BOOL BrotliEncoderSetParameter(
  //     BrotliEncoderState* state, BrotliEncoderParameter param, uint32_t value);
  private static final MethodHandle ENCODER_SET_PARAMETER =
      LIBRARY.link(
          "BrotliEncoderSetParameter",
          FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT));
  // BROTLI_BOOL BrotliEncoderCompressStream(BrotliEncoderState* state, BrotliEncoderOperation op,
  //     size_t* available_in, const uint8_t** next_in,
  //     size_t* available_out, uint8_t** next_out, size_t* total_out);
  private static final MethodHandle COMPRESS_STREAM =
      LIBRARY.link(
          "BrotliEncoderCompressStream",
          FunctionDescriptor.of(
              JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
              JAVA_LONG));
  // BROTLI_BOOL BrotliEncoderHasMoreOutput(BrotliEncoderState* state);
  private static final MethodHandle ENCODER_HAS_MORE_OUTPUT =
      LIBRARY.link("BrotliEncoderHasMoreOutput", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
  // void BrotliEncoderDestroyInstance(BrotliEncoderState* state);
  private static final FunctionDescriptor DESTROY_SHAPE = FunctionDescriptor.ofVoid(JAVA_LONG);
  private static final MethodHandle ENCODER_DESTROY =
      LIBRARY.link("BrotliEncoderDestroyInstance", DESTROY_SHAPE);

  // BrotliDecoderState* BrotliDecoderCreateInstance(
  //     brotli_alloc_func alloc_func, brotli_free_func free_func, void* opaque);
  private static final MethodHandle DECODER_CREATE =
      LIBRARY.link("BrotliDecoderCreateInstance", CREATE_SHAPE);
  // BrotliDecoderResult BrotliDecoderDecompressStream(BrotliDecoderState* state,
  //     size_t* available_in, const uint8_t** next_in,
  //     size_t* available_out, uint8_t** next_out, size_t* total_out);
  private static final MethodHandle DECOMPRESS_STREAM =
      LIBRARY.link(
          "BrotliDecoderDecompressStream",
          FunctionDescriptor.of(
              JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS,
              ADDRESS));
  // BrotliDecoderErrorCode BrotliDecoderGetErrorCode(const BrotliDecoderState* state);
  private static final MethodHandle DECODER_GET_ERROR_CODE =
      LIBRARY.link("BrotliDecoderGetErrorCode", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
  // void BrotliDecoderDestroyInstance(BrotliDecoderState* state);
  private static final MethodHandle DECODER_DESTROY =
      LIBRARY.link("BrotliDecoderDestroyInstance", DESTROY_SHAPE);

  private BrotliBindings() {}

  /// Compresses a range of native memory; the two segments are held meanwhile.
  ///
  /// @param length a word for the capacity, and then for what was written
  /// @return whether it fitted
  static boolean compress(
      int quality,
      int windowBits,
      long sourceAddress,
      long sourceLength,
      long length,
      long destinationAddress,
      MemorySegment source,
      MemorySegment destination) {
    try {
      return (int)
              COMPRESS.invokeExact(
                  quality,
                  windowBits,
                  MODE_GENERIC,
                  sourceLength,
                  sourceAddress,
                  length,
                  destinationAddress,
                  source,
                  destination)
          != 0;
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// A state for one stream to be written, or 0 for want of memory.
  static long createEncoder(int quality, int windowBits) {
    try {
      long encoder = (long) ENCODER_CREATE.invokeExact(0L, 0L, 0L);
      if (encoder != 0) {
        // Cannot fail before the first byte, with values that were checked.
        int _ = (int) ENCODER_SET_PARAMETER.invokeExact(encoder, PARAM_QUALITY, quality);
        int _ = (int) ENCODER_SET_PARAMETER.invokeExact(encoder, PARAM_LGWIN, windowBits);
      }
      return encoder;
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// One step of an encoder, on memory that is its own.
  ///
  /// @return whether there was memory for it
  static boolean step(long encoder, int operation, long words) {
    try {
      return (int)
              COMPRESS_STREAM.invokeExact(
                  encoder,
                  operation,
                  words + AVAILABLE_IN,
                  words + NEXT_IN,
                  words + AVAILABLE_OUT,
                  words + NEXT_OUT,
                  words + TOTAL_OUT)
          != 0;
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  static boolean hasMoreOutput(long encoder) {
    try {
      return (int) ENCODER_HAS_MORE_OUTPUT.invokeExact(encoder) != 0;
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  static void destroyEncoder(long encoder) {
    try {
      ENCODER_DESTROY.invokeExact(encoder);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// A state for one stream to be read, or 0 for want of memory.
  static long createDecoder() {
    try {
      return (long) DECODER_CREATE.invokeExact(0L, 0L, 0L);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// One step of a decoder; the two segments are held meanwhile.
  ///
  /// @return a `BrotliDecoderResult`
  static int step(long decoder, long words, MemorySegment source, MemorySegment destination) {
    try {
      return (int)
          DECOMPRESS_STREAM.invokeExact(
              decoder,
              words + AVAILABLE_IN,
              words + NEXT_IN,
              words + AVAILABLE_OUT,
              words + NEXT_OUT,
              words + TOTAL_OUT,
              source,
              destination);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// The `BrotliDecoderErrorCode` of a decoder that failed.
  static int errorCode(long decoder) {
    try {
      return (int) DECODER_GET_ERROR_CODE.invokeExact(decoder);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  static void destroyDecoder(long decoder) {
    try {
      DECODER_DESTROY.invokeExact(decoder);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }
}
