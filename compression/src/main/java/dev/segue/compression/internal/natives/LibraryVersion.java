// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.function.IntFunction;

/// Reads the version of a library from the library itself, if it has a function that returns it.
final class LibraryVersion {

  private LibraryVersion() {}

  /// Returns the version of a library.
  static Optional<String> of(String name, NativeLibrary library) {
    return switch (name) {
      // unsigned ZSTD_versionNumber(void);
      case "zstd" -> call(library, "ZSTD_versionNumber", LibraryVersion::decimal);
      // int LZ4_versionNumber(void);
      case "lz4" -> call(library, "LZ4_versionNumber", LibraryVersion::decimal);
      // uint32_t BrotliDecoderVersion(void);
      case "brotli" -> call(library, "BrotliDecoderVersion", LibraryVersion::binary);
      default -> Optional.empty();
    };
  }

  private static Optional<String> call(
      NativeLibrary library, String function, IntFunction<String> format) {
    Optional<MethodHandle> handle =
        library.linkIfPresent(function, FunctionDescriptor.of(JAVA_INT));
    return handle.map(version -> format.apply(NativeCall.asInt(() -> (int) version.invokeExact())));
  }

  private static String decimal(int version) {
    return "%d.%d.%d".formatted(version / 10_000, version / 100 % 100, version % 100);
  }

  /// Formats a version of 8 bits for major, and 12 each for minor and patch.
  private static String binary(int version) {
    return "%d.%d.%d".formatted(version >>> 24, version >>> 12 & 0xFFF, version & 0xFFF);
  }
}
