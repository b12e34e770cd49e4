// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.nio.ByteBuffer;

/// zstd-jni from direct buffer to direct buffer.
final class ZstdJniDirect implements BytesCodec {
  private final ZstdCompressCtx compressor = new ZstdCompressCtx().setLevel(ZstdLibraries.LEVEL);
  private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();
  private final ByteBuffer payload;
  private final ByteBuffer frame;
  private final ByteBuffer restored;
  private int frameLength;

  ZstdJniDirect(byte[] payload) {
    this.payload = ByteBuffer.allocateDirect(payload.length).put(0, payload);
    this.frame = ByteBuffer.allocateDirect(Math.toIntExact(Zstd.compressBound(payload.length)));
    this.restored = ByteBuffer.allocateDirect(payload.length);
  }

  @Override
  public long compress() {
    frameLength =
        compressor.compressDirectByteBuffer(
            frame, 0, frame.capacity(), payload, 0, payload.capacity());
    return frameLength;
  }

  @Override
  public long decompress() {
    return decompressor.decompressDirectByteBuffer(
        restored, 0, restored.capacity(), frame, 0, frameLength);
  }

  @Override
  public byte[] decompressed() {
    var bytes = new byte[restored.capacity()];
    restored.get(0, bytes);
    return bytes;
  }

  @Override
  public void close() {
    compressor.close();
    decompressor.close();
  }
}
