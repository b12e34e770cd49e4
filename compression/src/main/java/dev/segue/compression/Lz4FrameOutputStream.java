// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.lz4.Lz4FrameWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Compresses what is written to it into another stream, as one LZ4 frame of independent blocks.
final class Lz4FrameOutputStream extends OutputStream {

  private static final int BLOCK_OVERHEAD = 16;

  private final OutputStream out;
  private final byte[] block = new byte[Lz4FrameWriter.STREAM_BLOCK_LENGTH];
  private final MemorySegment blockSegment = MemorySegment.ofArray(block);
  private final byte[] compressed = new byte[Lz4FrameWriter.STREAM_BLOCK_LENGTH + BLOCK_OVERHEAD];
  private final MemorySegment compressedSegment = MemorySegment.ofArray(compressed);
  private int length;
  private boolean begun;
  private boolean closed;

  Lz4FrameOutputStream(OutputStream out) {
    this.out = Objects.requireNonNull(out, "out");
  }

  @Override
  public void write(int b) throws IOException {
    requireOpen();
    block[length++] = (byte) b;
    if (length == block.length) {
      writeBlock();
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    Objects.checkFromIndexSize(offset, count, bytes.length);
    requireOpen();
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
  public void flush() throws IOException {
    requireOpen();
    writeBlock();
    out.flush();
  }

  private void writeBlock() throws IOException {
    begin();
    if (length > 0) {
      write(
          Lz4FrameWriter.writeBlock(
              blockSegment, 0, length, compressedSegment, 0, compressed.length));
      length = 0;
    }
  }

  private void begin() throws IOException {
    if (!begun) {
      begun = true;
      write(Lz4FrameWriter.beginStream(compressedSegment));
    }
  }

  private void write(long written) throws IOException {
    out.write(compressed, 0, Math.toIntExact(written));
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("stream is closed");
    }
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (OutputStream closing = out) {
      writeBlock();
      write(Lz4FrameWriter.writeEnd(compressedSegment, 0, compressed.length));
      closing.flush();
    }
  }
}
