// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativeLibraries;
import java.lang.foreign.MemorySegment;

/// The version, level limits and error names of the loaded libzstd.
public final class ZstdLibrary {

  private static final int LONGEST_NAME = 256;

  private ZstdLibrary() {}

  /// Loads the library, so that later calls find it.
  ///
  /// @throws dev.segue.compression.internal.engine.CodecFailure with reason `LIBRARY_NOT_FOUND`
  public static void require() {
    NativeLibraries.ZSTD.require();
  }

  /// Returns the version as `major * 10000 + minor * 100 + release`.
  public static int versionNumber() {
    return NativeCall.asInt(() -> (int) ZstdBindings.VERSION_NUMBER.invokeExact());
  }

  /// Describes the library: name, version and origin.
  public static String describe() {
    return NativeLibraries.ZSTD.require().describe();
  }

  /// Returns the fastest level, a negative number.
  public static int minLevel() {
    return NativeCall.asInt(() -> (int) ZstdBindings.MIN_LEVEL.invokeExact());
  }

  /// Returns the highest level.
  public static int maxLevel() {
    return NativeCall.asInt(() -> (int) ZstdBindings.MAX_LEVEL.invokeExact());
  }

  /// Returns the description that the library gives an error.
  @SuppressWarnings("restricted")
  static String errorName(long result) {
    MemorySegment name =
        NativeCall.asObject(() -> (MemorySegment) ZstdBindings.GET_ERROR_NAME.invokeExact(result));
    return name.reinterpret(LONGEST_NAME).getString(0);
  }
}
