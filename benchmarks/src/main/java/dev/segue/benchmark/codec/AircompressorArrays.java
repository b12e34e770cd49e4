// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.codec;

import dev.segue.benchmark.zstd.BytesCodec;
import io.airlift.compress.v3.Compressor;
import io.airlift.compress.v3.Decompressor;

/// aircompressor's codecs in Java, from byte array to byte array.
final class AircompressorArrays implements BytesCodec {
  private final Compressor compressor;
  private final Decompressor decompressor;
  private final byte[] page;
  private final byte[] compressed;
  private final byte[] restored;
  private int length;

  AircompressorArrays(Compressor compressor, Decompressor decompressor, byte[] page) {
    this.compressor = compressor;
    this.decompressor = decompressor;
    this.page = page;
    this.compressed = new byte[compressor.maxCompressedLength(page.length)];
    this.restored = new byte[page.length];
  }

  @Override
  public long compress() {
    length = compressor.compress(page, 0, page.length, compressed, 0, compressed.length);
    return length;
  }

  @Override
  public long decompress() {
    return decompressor.decompress(compressed, 0, length, restored, 0, restored.length);
  }

  @Override
  public byte[] decompressed() {
    return restored.clone();
  }
}
