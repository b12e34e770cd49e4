// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import dev.segue.compression.internal.engine.CodecFailure;
import org.jspecify.annotations.Nullable;

/// The native libraries of the codecs. Each is loaded once, on first use.
public final class NativeLibraries {

  /// libzstd.
  public static final NativeLibraries ZSTD =
      new NativeLibraries("zstd", 1, "ZSTD_compressStream2_simpleArgs");

  /// liblz4.
  public static final NativeLibraries LZ4 =
      new NativeLibraries("lz4", 1, "LZ4_decompress_safe_usingDict");

  /// libsnappy, through its C functions.
  public static final NativeLibraries SNAPPY =
      new NativeLibraries("snappy", 1, "snappy_uncompressed_length");

  /// libdeflate.
  public static final NativeLibraries DEFLATE =
      new NativeLibraries("deflate", 0, "libdeflate_alloc_compressor_ex");

  /// libbrotli: encoder, decoder and common code in one library.
  public static final NativeLibraries BROTLI =
      new NativeLibraries("brotli", 1, "BrotliEncoderHasMoreOutput");

  private final String name;
  private final int systemVersion;
  private final String newestFunction;
  private @Nullable NativeLibrary library;

  private NativeLibraries(String name, int systemVersion, String newestFunction) {
    this.name = name;
    this.systemVersion = systemVersion;
    this.newestFunction = newestFunction;
  }

  /// Returns the library, which is loaded if necessary.
  ///
  /// @throws CodecFailure with reason `LIBRARY_NOT_FOUND`, with a list of the locations tried
  public synchronized NativeLibrary require() {
    if (library == null) {
      library = new LibraryLoader(name, systemVersion, newestFunction, Platform.current()).load();
    }
    return library;
  }
}
