// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

/// A compression library with one payload; its contexts and buffers are reused.
///
/// Not thread-safe.
public interface BytesCodec extends AutoCloseable {
  /// Compresses the payload, overwriting the previous result.
  ///
  /// @return the compressed length
  long compress();

  /// Decompresses the latest result of [#compress]. May be called repeatedly.
  ///
  /// @return the length of the payload
  long decompress();

  /// Returns a copy of the latest result of [#decompress].
  byte[] decompressed();

  @Override
  default void close() {}
}
