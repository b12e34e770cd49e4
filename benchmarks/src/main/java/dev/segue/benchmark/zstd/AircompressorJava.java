// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import io.airlift.compress.v3.zstd.ZstdJavaCompressor;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;

/// aircompressor's zstd in Java, from byte array to byte array.
final class AircompressorJava implements BytesCodec {
  private final ZstdJavaCompressor compressor = new ZstdJavaCompressor();
  private final ZstdJavaDecompressor decompressor = new ZstdJavaDecompressor();
  private final byte[] payload;
  private final byte[] frame;
  private final byte[] restored;
  private int frameLength;

  AircompressorJava(byte[] payload) {
    this.payload = payload;
    this.frame = new byte[compressor.maxCompressedLength(payload.length)];
    this.restored = new byte[payload.length];
  }

  @Override
  public long compress() {
    frameLength = compressor.compress(payload, 0, payload.length, frame, 0, frame.length);
    return frameLength;
  }

  @Override
  public long decompress() {
    return decompressor.decompress(frame, 0, frameLength, restored, 0, restored.length);
  }

  @Override
  public byte[] decompressed() {
    return restored.clone();
  }
}
