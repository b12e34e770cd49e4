// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.lz4.Lz4FrameSource;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/// The content of the LZ4 frames in another stream.
final class Lz4FrameInputStream extends InputStream {

  private final InputStream in;
  private final Lz4FrameSource source;
  private final byte[] single = new byte[1];
  private int position;
  private boolean closed;

  Lz4FrameInputStream(InputStream in) {
    this.in = Objects.requireNonNull(in, "in");
    this.source = new Lz4FrameSource(in);
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
    if (length == 0) {
      return 0;
    }
    if (position == source.end()) {
      if (!source.next()) {
        position = source.end();
        return -1;
      }
      position = source.start();
    }
    int count = Math.min(length, source.end() - position);
    System.arraycopy(source.content(), position, bytes, offset, count);
    position += count;
    return count;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    in.close();
  }
}
