// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import java.util.Arrays;

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

  /// Checks that the payload survives a round trip.
  ///
  /// @param name the codec's name, for the message
  /// @return this
  /// @throws IllegalStateException if it does not survive
  default BytesCodec checked(String name, byte[] payload) {
    long compressed = compress();
    long length = decompress();
    if (length != payload.length || !Arrays.equals(payload, decompressed())) {
      throw new IllegalStateException(
          "%s: %d bytes became %d and then %d others"
              .formatted(name, payload.length, compressed, length));
    }
    return this;
  }

  @Override
  default void close() {}
}
