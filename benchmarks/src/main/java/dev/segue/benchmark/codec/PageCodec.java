// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.codec;

/// The formats to compress pages with.
public enum PageCodec {
  /// Zstandard at level 3.
  ZSTD,
  /// LZ4 as a raw block.
  LZ4,
  /// Snappy as a block.
  SNAPPY,
  /// DEFLATE with a checksum, at level 6.
  GZIP,
  /// Brotli at quality 5.
  BROTLI
}
