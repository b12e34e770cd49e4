// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.zstd.ParameterBounds;
import dev.segue.compression.zstd.ZstdLibrary;

/// A parameter of zstd's decompressor (`ZSTD_d_...` in zstd.h, which says more about each).
///
/// The loaded library decides which ones it has and which values they take: ask [#isSupported()],
/// [#lowerBound()] and [#upperBound()]. Switches are 0 or 1.
public enum ZstdDecompressParameter {
  /// Log2 of the largest window that decompressing a stream takes memory for.
  WINDOW_LOG_MAX(100),
  /// The frame format: 0 with magic, 1 without; when not set, that of [ZstdParameter#FORMAT].
  FORMAT(1000),
  /// The caller keeps a stream's output in place; native segments only.
  STABLE_OUT_BUFFER(1001),
  /// Whether checksums are skipped rather than verified.
  FORCE_IGNORE_CHECKSUM(1002),
  /// Whether a frame may need any of several dictionaries. Options have one, so it changes nothing:
  /// libzstd is not told, as it would keep dictionaries of options that used a context before.
  REF_MULTIPLE_DICTIONARIES(1003),
  /// Whether the Huffman decoder in assembly is left alone.
  DISABLE_HUFFMAN_ASSEMBLY(1004),
  /// The most content of one block that is accepted.
  MAX_BLOCK_SIZE(1005);

  private final int number;

  ZstdDecompressParameter(int number) {
    this.number = number;
  }

  /// The number of this parameter in zstd.h.
  int number() {
    return number;
  }

  /// Whether the loaded library has this parameter.
  ///
  /// @return true when it can be set
  public boolean isSupported() {
    ZstdLibrary.require();
    return ParameterBounds.ofDecompression(number).isPresent();
  }

  /// The smallest value the loaded library takes.
  ///
  /// @return the value
  /// @throws CompressionException of kind `UNSUPPORTED` when it does not have the parameter
  public int lowerBound() {
    return bounds().lower();
  }

  /// The largest value the loaded library takes.
  ///
  /// @return the value
  /// @throws CompressionException of kind `UNSUPPORTED` when it does not have the parameter
  public int upperBound() {
    return bounds().upper();
  }

  ParameterBounds bounds() {
    ZstdLibrary.require();
    return ParameterBounds.require(ParameterBounds.ofDecompression(number), this);
  }
}
