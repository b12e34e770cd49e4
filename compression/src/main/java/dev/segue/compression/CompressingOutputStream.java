// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Compresses what is written to it into another stream, as one zstd frame.
final class CompressingOutputStream extends OutputStream {

  private static final int BUFFER_LENGTH = 64 << 10;

  private final OutputStream out;
  private final Compressor compressor;
  private final byte[] buffer = new byte[BUFFER_LENGTH];
  private final MemorySegment bufferSegment = MemorySegment.ofArray(buffer);
  private final byte[] single = new byte[1];
  private boolean closed;

  CompressingOutputStream(OutputStream out, ZstdOptions options) {
    this.out = Objects.requireNonNull(out, "out");
    this.compressor = Compressor.zstd(options);
  }

  @Override
  public void write(int b) throws IOException {
    single[0] = (byte) b;
    write(single, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    requireOpen();
    MemorySegment rest = MemorySegment.ofArray(bytes).asSlice(offset, length);
    while (rest.byteSize() > 0) {
      step(rest, Compressor.Directive.CONTINUE);
      rest = rest.asSlice(compressor.consumed());
    }
  }

  @Override
  public void flush() throws IOException {
    requireOpen();
    finish(Compressor.Directive.FLUSH);
    out.flush();
  }

  private void finish(Compressor.Directive directive) throws IOException {
    do {
      step(MemorySegment.NULL, directive);
    } while (!compressor.isComplete());
  }

  private void step(MemorySegment source, Compressor.Directive directive) throws IOException {
    long written = compressor.step(source, bufferSegment, directive);
    if (written > 0) {
      out.write(buffer, 0, Math.toIntExact(written));
    }
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("stream is closed");
    }
    if (compressor.hasFailed()) {
      throw new IOException("an earlier write has failed");
    }
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (OutputStream closing = out;
        compressor) {
      if (!compressor.hasFailed()) { // else whoever wrote was told
        finish(Compressor.Directive.END);
      }
      closing.flush();
    }
  }
}
