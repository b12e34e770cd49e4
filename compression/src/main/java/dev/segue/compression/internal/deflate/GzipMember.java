// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.deflate;

/// The gzip member format (RFC 1952): a header of 10 bytes, DEFLATE blocks, and a trailer of 8.
final class GzipMember {

  /// The maximum expansion by DEFLATE: 258 bytes from 2 bits.
  static final long RATIO_MAX = 1032;

  private static final int OVERHEAD = 18;
  private static final int STORED_BLOCK_LENGTH_MIN = 5000;
  private static final int STORED_BLOCK_OVERHEAD = 5;
  private static final int OUTPUT_END_PADDING = 8;

  private GzipMember() {}

  /// Returns the maximum length of a member (`libdeflate_gzip_compress_bound`).
  static long bound(long length) {
    long blocks = Math.max(1, length / STORED_BLOCK_LENGTH_MIN + 1);
    return OVERHEAD + length + blocks * STORED_BLOCK_OVERHEAD + 1 + OUTPUT_END_PADDING;
  }
}
