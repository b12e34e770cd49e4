// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.CompressionException;
import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.Rethrow;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// What values the loaded library takes for a parameter.
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

  /// The bounds of a compression parameter; empty when the library does not know it.
  public static Optional<ParameterBounds> ofCompression(int parameter) {
    return ask(COMPRESS, parameter);
  }

  /// The bounds of a decompression parameter; empty when the library does not know it.
  public static Optional<ParameterBounds> ofDecompression(int parameter) {
    return ask(DECOMPRESS, parameter);
  }

  /// The bounds of a parameter that has to be there.
  ///
  /// @throws CompressionException of kind `UNSUPPORTED`
  public static ParameterBounds require(Optional<ParameterBounds> bounds, Enum<?> parameter) {
    return bounds.orElseThrow(() ->
        new CompressionException(
            CompressionException.Kind.UNSUPPORTED,
            ZstdLibrary.describe() + " has no parameter " + parameter));
  }

  /// Refuses a value outside the bounds.
  public void check(Enum<?> parameter, int value) {
    if (value < lower || value > upper) {
      throw new IllegalArgumentException(
          "%s=%d is not between %d and %d".formatted(parameter, value, lower, upper));
    }
  }

  private static Optional<ParameterBounds> ask(MethodHandle function, int parameter) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bounds =
          (MemorySegment) function.invokeExact((SegmentAllocator) arena, parameter);
      return ZstdErrors.isError(bounds.get(JAVA_LONG, 0))
          ? Optional.empty()
          : Optional.of(
              new ParameterBounds(bounds.get(JAVA_INT, LOWER), bounds.get(JAVA_INT, UPPER)));
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }
}
