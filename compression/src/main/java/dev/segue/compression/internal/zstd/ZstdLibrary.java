// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.Rethrow;
import java.lang.foreign.MemorySegment;

/// What the loaded libzstd says about itself.
public final class ZstdLibrary {

  private static final int LONGEST_NAME = 256;

  private ZstdLibrary() {}

  /// Makes sure that the library is there, so that later calls need not.
  ///
  /// @throws dev.segue.compression.CompressionException of kind `LIBRARY_NOT_FOUND`
  public static void require() {
    NativeLibraries.ZSTD.require();
  }

  /// The version as `major * 10000 + minor * 100 + release`.
  public static int versionNumber() {
    try {
      return (int) ZstdBindings.VERSION_NUMBER.invokeExact();
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Version and place of the library, in words.
  public static String describe() {
    return NativeLibraries.ZSTD.require().describe();
  }

  /// The fastest level, a negative number.
  public static int minLevel() {
    try {
      return (int) ZstdBindings.MIN_LEVEL.invokeExact();
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// The strongest level.
  public static int maxLevel() {
    try {
      return (int) ZstdBindings.MAX_LEVEL.invokeExact();
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// The library's words for an error.
  @SuppressWarnings("restricted")
  static String errorName(long result) {
    try {
      MemorySegment name = (MemorySegment) ZstdBindings.GET_ERROR_NAME.invokeExact(result);
      return name.reinterpret(LONGEST_NAME).getString(0);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }
}
