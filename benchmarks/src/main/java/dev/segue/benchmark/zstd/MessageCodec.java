// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

/// One zstd library with its contexts and buffers, all reused, at level 3, for many small messages.
///
/// Belongs to one thread.
public interface MessageCodec extends AutoCloseable {
  /// Compresses a message into its frame.
  ///
  /// @return the length of the frame
  long compress(int index);

  /// Decompresses the frame that [#compress] made of a message.
  ///
  /// @return the length of the message
  long decompress(int index);

  /// Copies out what [#decompress] made last.
  byte[] decompressed(int length);

  @Override
  void close();
}
