// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.codec;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.Decoder;
import com.aayushatharva.brotli4j.decoder.DirectDecompress;
import com.aayushatharva.brotli4j.encoder.Encoder;
import dev.segue.benchmark.zstd.BytesCodec;
import java.io.IOException;
import java.io.UncheckedIOException;

/// brotli4j's binding, from a byte array to a new byte array, its only method for a whole content.
final class Brotli4j implements BytesCodec {
  private static final int QUALITY = 5;

  private final Encoder.Parameters parameters = new Encoder.Parameters().setQuality(QUALITY);
  private final byte[] page;
  private byte[] compressed = {};
  private byte[] restored = {};

  Brotli4j(byte[] page) {
    this.page = page;
    Brotli4jLoader.ensureAvailability();
  }

  @Override
  public long compress() {
    try {
      compressed = Encoder.compress(page, parameters);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return compressed.length;
  }

  @Override
  public long decompress() {
    try {
      DirectDecompress result = Decoder.decompress(compressed);
      restored = result.getDecompressedData();
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
