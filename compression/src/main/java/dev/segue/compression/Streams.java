// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.CompressionException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/// What the codecs' streams have in common.
final class Streams {

  private static final int BUFFER_LENGTH = 32 << 10;

  private Streams() {}

  static UnsupportedOperationException unsupported(String what) {
    return new UnsupportedOperationException("there is no stream form of " + what);
  }

  /// A stream that fails rather than give more than so many bytes.
  static InputStream bounded(InputStream in, long maxContentLength) {
    return new Bounded(in, maxContentLength);
  }

  static OutputStream gzip(OutputStream out, int level) {
    try {
      return new JdkGzipOutputStream(out, Math.min(level, Deflater.BEST_COMPRESSION));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class JdkGzipOutputStream extends GZIPOutputStream {

    JdkGzipOutputStream(OutputStream out, int level) throws IOException {
      super(out, BUFFER_LENGTH, true);
      def.setLevel(level);
    }
  }

  /// Gives nothing more after an error; has no marks, as what is read again would count again.
  private static final class Bounded extends InputStream {

    private final InputStream in;
    private final long limit;
    private final byte[] single = new byte[1];
    private long remaining;
    private boolean closed;
    private @Nullable CompressionException failure;

    Bounded(InputStream in, long limit) {
      this.in = in;
      this.limit = limit;
      this.remaining = limit;
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
      if (failure != null) {
        throw failure;
      }
      try {
        int read = in.read(bytes, offset, length);
        count(Math.max(read, 0));
        return read;
      } catch (CompressionException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public int available() throws IOException {
      return closed || failure != null ? 0 : in.available();
    }

    @Override
    public void close() throws IOException {
      closed = true;
      in.close();
    }

    private void count(int read) {
      remaining -= read;
      if (remaining < 0) {
        throw new CompressionException(
            Kind.LIMIT_EXCEEDED, "the content is longer than maxContentLength=" + limit);
      }
    }
  }
}
