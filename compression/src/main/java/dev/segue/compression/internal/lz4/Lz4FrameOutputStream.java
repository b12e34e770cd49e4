// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import dev.segue.compression.internal.engine.StreamFailures;
import dev.segue.compression.internal.stream.ContentOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// Compresses into another stream, as one LZ4 frame of independent blocks.
final class Lz4FrameOutputStream extends ContentOutputStream {

  private static final int BLOCK_OVERHEAD = 16;

  private final byte[] block = new byte[Lz4FrameWriter.STREAM_BLOCK_LENGTH];
  private final MemorySegment blockSegment = MemorySegment.ofArray(block);
  private final byte[] compressed = new byte[Lz4FrameWriter.STREAM_BLOCK_LENGTH + BLOCK_OVERHEAD];
  private final MemorySegment compressedSegment = MemorySegment.ofArray(compressed);
  private final Lz4FrameWriter writer;
  private int length;
  private boolean begun;

  Lz4FrameOutputStream(
      OutputStream out, long contentLength, Lz4FrameWriter writer, StreamFailures failures) {
    super(out, contentLength, failures);
    this.writer = writer;
  }

  @Override
  protected void compress(byte[] bytes, int offset, int count) throws IOException {
    int taken = 0;
    while (taken < count) {
      int portion = Math.min(count - taken, block.length - length);
      System.arraycopy(bytes, offset + taken, block, length, portion);
      taken += portion;
      length += portion;
      if (length == block.length) {
        writeBlock();
      }
    }
  }

  @Override
  protected void flushContent() throws IOException {
    writeBlock();
  }

  @Override
  protected void finish() throws IOException {
    writeBlock();
    emit(Lz4FrameWriter.writeEnd(compressedSegment, 0, compressed.length));
  }

  private void writeBlock() throws IOException {
    begin();
    if (length > 0) {
      int content = length;
      length = 0;
      emit(writer.writeBlock(blockSegment, 0, content, compressedSegment, 0, compressed.length));
    }
  }

  private void begin() throws IOException {
    if (!begun) {
      begun = true;
      emit(Lz4FrameWriter.beginStream(compressedSegment, contentLength()));
    }
  }

  private void emit(long written) throws IOException {
    emit(compressed, 0, Math.toIntExact(written));
  }
}
