// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.pipeline;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The peers' compressor: zstd-jni on byte arrays, to which they serialize fastest.
final class ZstdJni implements AutoCloseable {
  private final ZstdCompressCtx compressor = new ZstdCompressCtx().setLevel(Pipelines.LEVEL);
  private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();
  private final byte[] frame =
      new byte[Math.toIntExact(Zstd.compressBound(Pipelines.BUFFER_BYTES))];
  private int frameLength;

  long compress(byte[] source, int length) {
    frameLength = compressor.compressByteArray(frame, 0, frame.length, source, 0, length);
    return frameLength;
  }

  int decompress(byte[] target) {
    return decompressor.decompressByteArray(target, 0, target.length, frame, 0, frameLength);
  }

  /// Copies the frame to memory of the caller.
  ///
  /// @return its length
  int put(MemorySegment memory, long offset) {
    MemorySegment.copy(frame, 0, memory, ValueLayout.JAVA_BYTE, offset, frameLength);
    return frameLength;
  }

  /// Copies a frame from memory of the caller.
  void get(MemorySegment memory, long offset, long length) {
    frameLength = (int) length;
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, frame, 0, frameLength);
  }

  @Override
  public void close() {
    compressor.close();
    decompressor.close();
  }
}
