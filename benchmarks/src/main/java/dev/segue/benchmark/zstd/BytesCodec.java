// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

/// One compression library with a payload, and its contexts and buffers, all reused.
///
/// Belongs to one thread.
public interface BytesCodec extends AutoCloseable {
  /// Compresses the payload over what was there before.
  ///
  /// @return the compressed length
  long compress();

  /// Decompresses what [#compress] made last. May be called again and again.
  ///
  /// @return the length of the payload
  long decompress();

  /// Copies out what [#decompress] made last.
  byte[] decompressed();

  @Override
  default void close() {}
}
