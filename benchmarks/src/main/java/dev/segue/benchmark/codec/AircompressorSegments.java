// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.codec;

import dev.segue.benchmark.zstd.BytesCodec;
import io.airlift.compress.v3.Compressor;
import io.airlift.compress.v3.Decompressor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// aircompressor's bindings, from native segment to native segment.
final class AircompressorSegments implements BytesCodec {
  private final Compressor compressor;
  private final Decompressor decompressor;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment page;
  private final MemorySegment buffer;
  private final MemorySegment restored;
  private long length;
  private MemorySegment compressed = MemorySegment.NULL;

  AircompressorSegments(Compressor compressor, Decompressor decompressor, byte[] page) {
    this.compressor = compressor;
    this.decompressor = decompressor;
    this.page = arena.allocateFrom(ValueLayout.JAVA_BYTE, page);
    this.buffer = arena.allocate(compressor.maxCompressedLength(page.length));
    this.restored = arena.allocate(page.length);
  }

  @Override
  public long compress() {
    length = compressor.compress(page, buffer);
    return length;
  }

  @Override
  public long decompress() {
    if (compressed.byteSize() != length) {
      compressed = buffer.asSlice(0, length);
    }
    return decompressor.decompress(compressed, restored);
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
