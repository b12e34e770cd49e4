// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.brotli.BrotliDecoder;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/// The content of the Brotli stream in another stream.
final class BrotliInputStream extends InputStream {

  private final InputStream in;
  private final BrotliDecoder decoder;
  private final byte[] single = new byte[1];
  private boolean closed;

  BrotliInputStream(InputStream in) {
    this.in = Objects.requireNonNull(in, "in");
    this.decoder = new BrotliDecoder();
  }

  @Override
  public int read() throws IOException {
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (closed) {
      throw new IOException("stream is closed");
    }
    return length == 0 ? 0 : decoder.read(in, bytes, offset, length);
  }

  @Override
  public void close() throws IOException {
    closed = true;
    decoder.close();
    in.close();
  }
}
