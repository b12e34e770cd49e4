// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.pipeline;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A serializer for byte arrays, which are fastest for peers, combined with zstd-jni; frames are
/// copied to and from other memory.
abstract class ArrayPipeline implements Pipeline {
  /// The serialized object received.
  final byte[] restored = new byte[Pipelines.BUFFER_BYTES];

  private final ZstdCompressCtx compressor = new ZstdCompressCtx().setLevel(Pipelines.LEVEL);
  private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();
  private final byte[] frame =
      new byte[Math.toIntExact(Zstd.compressBound(Pipelines.BUFFER_BYTES))];
  private int frameLength;

  /// Compresses a serialized object into the frame.
  final long compress(byte[] source, int length) {
    frameLength = compressor.compressByteArray(frame, 0, frame.length, source, 0, length);
    return frameLength;
  }

  /// Decompresses the frame into [#restored].
  final int decompress() {
    return decompressor.decompressByteArray(restored, 0, restored.length, frame, 0, frameLength);
  }

  @Override
  public final long send(Object object, MemorySegment memory, long offset, long room) {
    send(object);
    MemorySegment.copy(frame, 0, memory, ValueLayout.JAVA_BYTE, offset, frameLength);
    return frameLength;
  }

  @Override
  public final Object receive(MemorySegment memory, long offset, long length) {
    frameLength = (int) length;
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, frame, 0, frameLength);
    return receive();
  }

  @Override
  public final void close() {
    compressor.close();
    decompressor.close();
  }
}
