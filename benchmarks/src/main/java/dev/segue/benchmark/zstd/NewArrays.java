// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import java.io.IOException;
import java.io.UncheckedIOException;

/// A library that converts a byte array to a new byte array.
public final class NewArrays implements BytesCodec {
  /// Compresses or decompresses.
  @FunctionalInterface
  public interface Step {
    /// Returns a new array with the result.
    byte[] run(byte[] from) throws IOException;
  }

  private final Step compression;
  private final Step decompression;
  private final byte[] payload;
  private byte[] compressed = {};
  private byte[] restored = {};

  /// Creates a codec for a payload.
  public NewArrays(Step compression, Step decompression, byte[] payload) {
    this.compression = compression;
    this.decompression = decompression;
    this.payload = payload;
  }

  @Override
  public long compress() {
    try {
      compressed = compression.run(payload);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return compressed.length;
  }

  @Override
  public long decompress() {
    try {
      restored = decompression.run(compressed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return restored.length;
  }

  @Override
  public byte[] decompressed() {
    return restored.clone();
  }
}
