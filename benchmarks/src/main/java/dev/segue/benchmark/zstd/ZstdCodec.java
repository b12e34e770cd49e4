// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

/// One zstd library with its contexts and buffers, all reused, at level 3.
///
/// Belongs to one thread.
public interface ZstdCodec extends AutoCloseable {
  /// Compresses the payload into the frame.
  ///
  /// @return the length of the frame
  long compress();

  /// Decompresses the frame that [#compress] made last. May be called again and again.
  ///
  /// @return the length of the payload
  long decompress();

  /// Copies out what [#decompress] made last.
  byte[] decompressed();

  @Override
  default void close() {}
}
