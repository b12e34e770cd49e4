// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.brotli;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.NativeLibrary;
import dev.segue.compression.internal.natives.NativeRanges;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Handles of the libbrotli functions, each below its C prototype.
///
/// The stream functions read and update five words: bytes available to read and their address, room
/// to write and its address, and the total of bytes written. `COMPRESS` and `DECOMPRESS_STREAM`
/// take two more arguments: the segments to hold during the call (see [NativeRanges]).
final class BrotliBindings {

  static final long AVAILABLE_IN = 0;
  static final long NEXT_IN = 8;
  static final long AVAILABLE_OUT = 16;
  static final long NEXT_OUT = 24;
  private static final long TOTAL_OUT = 32;
  static final long WORDS_LENGTH = 40;

  // enum BrotliEncoderMode
  static final int MODE_GENERIC = 0;
  // enum BrotliEncoderParameter
  private static final int PARAM_QUALITY = 1;
  private static final int PARAM_LGWIN = 2;

  private static final NativeLibrary LIBRARY = NativeLibraries.BROTLI.require();

  // BROTLI_BOOL BrotliEncoderCompress(int quality, int lgwin, BrotliEncoderMode mode,
  //     size_t input_size, const uint8_t input_buffer[],
  //     size_t* encoded_size, uint8_t encoded_buffer[]);
  static final MethodHandle COMPRESS =
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
  static final MethodHandle DECODER_CREATE =
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
  static final MethodHandle DECODER_DESTROY =
      LIBRARY.link("BrotliDecoderDestroyInstance", DESTROY_SHAPE);

  private BrotliBindings() {}

  /// Creates an encoder of one stream.
  ///
  /// @return its address; 0 if memory is short
  static long createEncoder(int quality, int windowBits) {
    long encoder = NativeCall.asLong(() -> (long) ENCODER_CREATE.invokeExact(0L, 0L, 0L));
    if (encoder != 0) {
      // The values are checked, so this cannot fail before the first byte.
      setParameter(encoder, PARAM_QUALITY, quality);
      setParameter(encoder, PARAM_LGWIN, windowBits);
    }
    return encoder;
  }

  private static void setParameter(long encoder, int parameter, int value) {
    int _ =
        NativeCall.asInt(() -> (int) ENCODER_SET_PARAMETER.invokeExact(encoder, parameter, value));
  }

  /// Runs an encoder on the memory that its words describe.
  ///
  /// @return false if memory is short
  static boolean step(long encoder, int operation, long words) {
    int succeeded =
        NativeCall.asInt(() ->
            (int)
                COMPRESS_STREAM.invokeExact(
                    encoder,
                    operation,
                    words + AVAILABLE_IN,
                    words + NEXT_IN,
                    words + AVAILABLE_OUT,
                    words + NEXT_OUT,
                    words + TOTAL_OUT));
    return succeeded != 0;
  }

  /// Returns whether an encoder holds output for another step.
  static boolean hasMoreOutput(long encoder) {
    return NativeCall.asInt(() -> (int) ENCODER_HAS_MORE_OUTPUT.invokeExact(encoder)) != 0;
  }

  static void destroyEncoder(long encoder) {
    NativeCall.run(() -> {
      ENCODER_DESTROY.invokeExact(encoder);
    });
  }

  /// Creates a decoder of one stream.
  ///
  /// @return its address; 0 if memory is short
  static long createDecoder() {
    return NativeCall.asLong(() -> (long) DECODER_CREATE.invokeExact(0L, 0L, 0L));
  }

  /// Runs a decoder on the buffers that its words describe.
  ///
  /// @return a `BrotliDecoderResult`
  static int step(long decoder, long words) {
    return NativeCall.asInt(
        () -> invokeStep(decoder, words, MemorySegment.NULL, MemorySegment.NULL));
  }

  /// Runs a decoder on the memory that its words describe, and holds two segments during the call.
  ///
  /// @return a `BrotliDecoderResult`
  static int invokeStep(long decoder, long words, MemorySegment source, MemorySegment destination)
      throws Throwable {
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
  }

  /// Returns the `BrotliDecoderErrorCode` of a decoder that has failed.
  static int errorCode(long decoder) {
    return NativeCall.asInt(() -> (int) DECODER_GET_ERROR_CODE.invokeExact(decoder));
  }

  static void destroyDecoder(long decoder) {
    NativeCall.run(() -> {
      DECODER_DESTROY.invokeExact(decoder);
    });
  }
}
