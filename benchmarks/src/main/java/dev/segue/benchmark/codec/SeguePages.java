// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.codec;

import dev.segue.benchmark.zstd.BytesCodec;
import dev.segue.compression.Codec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Segue from native segment to native segment.
final class SeguePages implements BytesCodec {
  private final Codec codec;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment page;
  private final MemorySegment buffer;
  private final MemorySegment restored;
  private long length;
  private MemorySegment compressed = MemorySegment.NULL;

  SeguePages(Codec codec, byte[] page) {
    this.codec = codec;
    this.page = arena.allocateFrom(ValueLayout.JAVA_BYTE, page);
    this.buffer = arena.allocate(codec.maxCompressedLength(page.length));
    this.restored = arena.allocate(page.length);
  }

  @Override
  public long compress() {
    length = codec.compress(page, buffer);
    return length;
  }

  @Override
  public long decompress() {
    if (compressed.byteSize() != length) {
      compressed = buffer.asSlice(0, length);
    }
    return codec.decompress(compressed, restored);
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
