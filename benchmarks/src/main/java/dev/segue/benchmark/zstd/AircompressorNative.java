// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import io.airlift.compress.v3.zstd.ZstdNativeCompressor;
import io.airlift.compress.v3.zstd.ZstdNativeDecompressor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// aircompressor's binding of libzstd, from native segment to native segment.
final class AircompressorNative implements BytesCodec {
  private final ZstdNativeCompressor compressor = new ZstdNativeCompressor(ZstdLibrary.LEVEL);
  private final ZstdNativeDecompressor decompressor = new ZstdNativeDecompressor();
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment payload;
  private final MemorySegment frameBuffer;
  private final MemorySegment restored;
  private long frameLength;
  private MemorySegment frame = MemorySegment.NULL;

  AircompressorNative(byte[] payload) {
    this.payload = arena.allocateFrom(ValueLayout.JAVA_BYTE, payload);
    this.frameBuffer = arena.allocate(compressor.maxCompressedLength(payload.length));
    this.restored = arena.allocate(payload.length);
  }

  @Override
  public long compress() {
    frameLength = compressor.compress(payload, frameBuffer);
    return frameLength;
  }

  @Override
  public long decompress() {
    if (frame.byteSize() != frameLength) {
      frame = frameBuffer.asSlice(0, frameLength);
    }
    return decompressor.decompress(frame, restored);
  }

  @Override
  public byte[] decompressed() {
    return restored.toArray(ValueLayout.JAVA_BYTE);
  }

  @Override
  public void close() {
    arena.close();
  }
}
