// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.brotli.BrotliEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/// Compresses what is written to it into another stream, as one Brotli stream.
final class BrotliOutputStream extends OutputStream {

  private final OutputStream out;
  private final BrotliEncoder encoder;
  private final byte[] single = new byte[1];
  private boolean closed;

  BrotliOutputStream(OutputStream out, int quality) {
    this.out = Objects.requireNonNull(out, "out");
    this.encoder = new BrotliEncoder(quality);
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
    encoder.write(bytes, offset, length, out);
  }

  @Override
  public void flush() throws IOException {
    requireOpen();
    encoder.flush(out);
    out.flush();
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
    try (OutputStream closing = out;
        encoder) {
      encoder.finish(closing);
      closing.flush();
    }
  }
}
