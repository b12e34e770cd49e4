// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import dev.segue.compression.Codec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Segue from native segment to native segment.
final class SegueSegments implements BytesCodec {
  private final Codec codec = Codec.zstd(ZstdLibrary.LEVEL);
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment payload;
  private final MemorySegment frameBuffer;
  private final MemorySegment restored;
  private long frameLength;
  private MemorySegment frame = MemorySegment.NULL;

  SegueSegments(byte[] payload) {
    this.payload = arena.allocateFrom(ValueLayout.JAVA_BYTE, payload);
    this.frameBuffer = arena.allocate(codec.maxCompressedLength(payload.length));
    this.restored = arena.allocate(payload.length);
  }

  @Override
  public long compress() {
    frameLength = codec.compress(payload, frameBuffer);
    return frameLength;
  }

  @Override
  public long decompress() {
    if (frame.byteSize() != frameLength) {
      frame = frameBuffer.asSlice(0, frameLength);
    }
    return codec.decompress(frame, restored);
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
