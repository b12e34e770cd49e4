// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.CompressionException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The content of a compressed stream, up to a bound: what the streams of all codecs have in
/// common.
///
/// Gives nothing more after an error. Has no marks, as what is read again would count again.
abstract class ContentInputStream extends InputStream {

  final InputStream in;
  private final long maxContentLength;
  private final byte[] single = new byte[1];
  private long remaining;
  private boolean closed;

  /// What was wrong with the source; there is no more to come then.
  private @Nullable CompressionException failure;

  /// @param in the compressed form, which is closed with this
  ContentInputStream(InputStream in, long maxContentLength) {
    this.in = Objects.requireNonNull(in, "in");
    this.maxContentLength = maxContentLength;
    this.remaining = maxContentLength;
  }

  /// Gives content.
  ///
  /// @param length at least 1
  /// @return how many bytes; -1 at the end
  abstract int readContent(byte[] bytes, int offset, int length) throws IOException;

  /// How far the source was read, for errors.
  long sourceOffset() {
    return CompressionException.UNKNOWN_OFFSET;
  }

  /// Gives back what it takes to read content; as often as this is closed.
  void release() {}

  @Override
  public final int read() throws IOException {
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
  }

  @Override
  public final int read(byte[] bytes, int offset, int length) throws IOException {
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
      int count = readContent(bytes, offset, length);
      requireWithinBound(Math.max(count, 0));
      return count;
    } catch (CompressionException e) {
      failure = e;
      throw e;
    }
  }

  private void requireWithinBound(int count) {
    remaining -= count;
    if (remaining < 0) {
      throw new CompressionException(
          Kind.LIMIT_EXCEEDED,
          "the content is longer than maxContentLength=" + maxContentLength,
          sourceOffset());
    }
  }

  /// Whether nothing is to be had from this any more, for it is closed or has failed.
  final boolean isOver() {
    return closed || failure != null;
  }

  @Override
  public final void close() throws IOException {
    closed = true;
    try (in) {
      release();
    }
  }
}
