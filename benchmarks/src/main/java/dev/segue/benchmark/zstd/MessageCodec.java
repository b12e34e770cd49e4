// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

/// A zstd library for many small messages, at level 3; its contexts and buffers are reused.
///
/// Not thread-safe.
public interface MessageCodec extends AutoCloseable {
  /// Compresses a message into its frame.
  ///
  /// @return the length of the frame
  long compress(int index);

  /// Decompresses the frame that [#compress] created for a message.
  ///
  /// @return the length of the message
  long decompress(int index);

  /// Returns a copy of the latest result of [#decompress].
  byte[] decompressed(int length);

  @Override
  void close();
}
