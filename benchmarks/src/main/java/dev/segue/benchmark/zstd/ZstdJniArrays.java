// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;

/// zstd-jni from byte array to byte array.
final class ZstdJniArrays implements BytesCodec {
  private final ZstdCompressCtx compressor = new ZstdCompressCtx().setLevel(ZstdLibrary.LEVEL);
  private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();
  private final byte[] payload;
  private final byte[] frame;
  private final byte[] restored;
  private int frameLength;

  ZstdJniArrays(byte[] payload) {
    this.payload = payload;
    this.frame = new byte[Math.toIntExact(Zstd.compressBound(payload.length))];
    this.restored = new byte[payload.length];
  }

  @Override
  public long compress() {
    frameLength = compressor.compressByteArray(frame, 0, frame.length, payload, 0, payload.length);
    return frameLength;
  }

  @Override
  public long decompress() {
    return decompressor.decompressByteArray(restored, 0, restored.length, frame, 0, frameLength);
  }

  @Override
  public byte[] decompressed() {
    return restored.clone();
  }

  @Override
  public void close() {
    compressor.close();
    decompressor.close();
  }
}
