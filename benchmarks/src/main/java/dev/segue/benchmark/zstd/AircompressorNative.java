// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import io.airlift.compress.v3.zstd.ZstdNativeCompressor;
import io.airlift.compress.v3.zstd.ZstdNativeDecompressor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// aircompressor's binding of libzstd, from native segment to native segment.
final class AircompressorNative implements ZstdCodec {
  private final ZstdNativeCompressor compressor = new ZstdNativeCompressor(ZstdLibrary.LEVEL);
  private final ZstdNativeDecompressor decompressor = new ZstdNativeDecompressor();
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment payload;
  private final MemorySegment frame;
  private final MemorySegment restored;
  private long frameLength;

  AircompressorNative(byte[] payload) {
    this.payload = arena.allocateFrom(ValueLayout.JAVA_BYTE, payload);
    this.frame = arena.allocate(compressor.maxCompressedLength(payload.length));
    this.restored = arena.allocate(payload.length);
  }

  @Override
  public long compress() {
    frameLength = compressor.compress(payload, frame);
    return frameLength;
  }

  @Override
  public long decompress() {
    return decompressor.decompress(frame.asSlice(0, frameLength), restored);
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
