// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativeLibraries;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// The range of values that the loaded library accepts for a parameter.
///
/// @param lower the smallest
/// @param upper the largest
public record ParameterBounds(int lower, int upper) {

  // typedef struct { size_t error; int lowerBound; int upperBound; } ZSTD_bounds;
  private static final StructLayout BOUNDS =
      MemoryLayout.structLayout(
          JAVA_LONG.withName("error"),
          JAVA_INT.withName("lowerBound"),
          JAVA_INT.withName("upperBound"));
  private static final long LOWER = 8;
  private static final long UPPER = 12;

  // ZSTD_bounds ZSTD_cParam_getBounds(ZSTD_cParameter cParam);
  private static final MethodHandle COMPRESS = link("ZSTD_cParam_getBounds");
  // ZSTD_bounds ZSTD_dParam_getBounds(ZSTD_dParameter dParam);
  private static final MethodHandle DECOMPRESS = link("ZSTD_dParam_getBounds");

  private static MethodHandle link(String function) {
    return NativeLibraries.ZSTD.require().link(function, FunctionDescriptor.of(BOUNDS, JAVA_INT));
  }

  /// Returns the bounds of a compression parameter; empty if the library does not know it.
  public static Optional<ParameterBounds> ofCompression(int parameter) {
    return ask(COMPRESS, parameter);
  }

  /// Returns the bounds of a decompression parameter; empty if the library does not know it.
  public static Optional<ParameterBounds> ofDecompression(int parameter) {
    return ask(DECOMPRESS, parameter);
  }

  /// Returns the bounds of a parameter that must be supported.
  ///
  /// @throws CodecFailure with reason `UNSUPPORTED`
  public static ParameterBounds require(Optional<ParameterBounds> bounds, Enum<?> parameter) {
    return bounds.orElseThrow(() ->
        new CodecFailure(
            CodecFailure.Reason.UNSUPPORTED,
            ZstdLibrary.describe() + " has no parameter " + parameter));
  }

  /// Checks that a value is within the bounds.
  public void check(Enum<?> parameter, int value) {
    if (value < lower || value > upper) {
      throw new IllegalArgumentException(
          "%s=%d is not between %d and %d".formatted(parameter, value, lower, upper));
    }
  }

  private static Optional<ParameterBounds> ask(MethodHandle function, int parameter) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bounds =
          NativeCall.asObject(
              () -> (MemorySegment) function.invokeExact((SegmentAllocator) arena, parameter));
      return ZstdErrors.isError(bounds.get(JAVA_LONG, 0))
          ? Optional.empty()
          : Optional.of(
              new ParameterBounds(bounds.get(JAVA_INT, LOWER), bounds.get(JAVA_INT, UPPER)));
    }
  }
}
