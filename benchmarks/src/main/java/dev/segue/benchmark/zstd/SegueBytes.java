// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import dev.segue.compression.Codec;
import java.lang.foreign.MemorySegment;

/// Segue from byte array to byte array; arrays are wrapped for each call, as a caller would do.
final class SegueBytes implements BytesCodec {
  private final Codec codec = Codec.zstd(ZstdLibrary.LEVEL);
  private final byte[] payload;
  private final byte[] frame;
  private final byte[] restored;
  private long frameLength;

  SegueBytes(byte[] payload) {
    this.payload = payload;
    this.frame = new byte[Math.toIntExact(codec.maxCompressedLength(payload.length))];
    this.restored = new byte[payload.length];
  }

  @Override
  public long compress() {
    frameLength = codec.compress(MemorySegment.ofArray(payload), MemorySegment.ofArray(frame));
    return frameLength;
  }

  @Override
  public long decompress() {
    return codec.decompress(
        MemorySegment.ofArray(frame).asSlice(0, frameLength), MemorySegment.ofArray(restored));
  }

  @Override
  public byte[] decompressed() {
    return restored.clone();
  }
}
