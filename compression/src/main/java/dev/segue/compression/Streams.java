// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.CompressionException.Kind;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

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

  /// Has no marks: what is read again would count again.
  private static final class Bounded extends FilterInputStream {

    private final long limit;
    private long remaining;
    private boolean closed;

    Bounded(InputStream in, long limit) {
      super(in);
      this.limit = limit;
      this.remaining = limit;
    }

    @Override
    public int read() throws IOException {
      requireOpen();
      int read = in.read();
      if (read >= 0) {
        count(1);
      }
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, bytes.length);
      requireOpen();
      if (length == 0) {
        return 0;
      }
      int read = in.read(bytes, offset, length);
      if (read > 0) {
        count(read);
      }
      return read;
    }

    @Override
    public long skip(long n) throws IOException {
      requireOpen();
      long skipped = in.skip(n);
      count(skipped);
      return skipped;
    }

    @Override
    public boolean markSupported() {
      return false;
    }

    @Override
    public void mark(int readLimit) {
      // there are none
    }

    @Override
    public void reset() throws IOException {
      throw new IOException("mark and reset are not supported");
    }

    @Override
    public void close() throws IOException {
      closed = true;
      in.close();
    }

    private void requireOpen() throws IOException {
      if (closed) {
        throw new IOException("stream is closed");
      }
    }

    private void count(long read) {
      remaining -= read;
      if (remaining < 0) {
        throw new CompressionException(
            Kind.LIMIT_EXCEEDED, "the content is longer than maxContentLength=" + limit);
      }
    }
  }
}
