// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.zstd.ParameterBounds;
import dev.segue.compression.internal.zstd.ZstdLibrary;
import java.util.Optional;

/// A parameter of zstd decompression (`ZSTD_d_...` in zstd.h, which documents each in detail).
///
/// The loaded library decides which parameters exist and which values they accept: see
/// [#isSupported()], [#lowerBound()] and [#upperBound()]. A switch is 0 (off) or 1 (on). Parameters
/// that libzstd calls experimental may change their meaning, or disappear, with another version of
/// the library.
///
/// Later versions may add constants; a `switch` needs a `default`.
public enum ZstdDecompressionParameter {
  /// Log2 of the largest window for which decompressing a stream may allocate memory.
  WINDOW_LOG_MAX(100),
  /// The frame format: 0 with magic bytes, 1 without. If it is not set,
  /// [ZstdCompressionParameter#FORMAT] applies. Experimental in libzstd.
  FORMAT(1000),
  /// Whether the destination of a [ZstdDecompressor] stays in place between steps; it must be
  /// native memory. Experimental in libzstd.
  STABLE_OUT_BUFFER(1001),
  /// Whether checksums are skipped rather than verified. Experimental in libzstd.
  FORCE_IGNORE_CHECKSUM(1002),
  /// Whether the assembly version of the Huffman decoder is disabled. Experimental in libzstd.
  DISABLE_HUFFMAN_ASSEMBLY(1004),
  /// The maximum accepted content of one block, in bytes. Experimental in libzstd.
  MAX_BLOCK_SIZE(1005);

  private final int number;

  ZstdDecompressionParameter(int number) {
    this.number = number;
  }

  /// The number of this parameter in zstd.h.
  int number() {
    return number;
  }

  /// Returns whether the loaded library has this parameter.
  ///
  /// @return true if it can be set
  public boolean isSupported() {
    return supportedBounds().isPresent();
  }

  /// Returns the smallest value that the loaded library accepts.
  ///
  /// @return the value
  /// @throws CompressionException of kind `UNSUPPORTED` if it does not have the parameter
  public int lowerBound() {
    return bounds().lower();
  }

  /// Returns the largest value that the loaded library accepts.
  ///
  /// @return the value
  /// @throws CompressionException of kind `UNSUPPORTED` if it does not have the parameter
  public int upperBound() {
    return bounds().upper();
  }

  ParameterBounds bounds() {
    return FailureTranslation.get(() -> ParameterBounds.require(supportedBounds(), this));
  }

  private Optional<ParameterBounds> supportedBounds() {
    return FailureTranslation.get(() -> {
      ZstdLibrary.require();
      return ParameterBounds.ofDecompression(number);
    });
  }
}
