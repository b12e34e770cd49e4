// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.stream;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.engine.StreamFailures;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Base class of all codecs' decompressing streams, with a bound on the content length.
///
/// Content for short reads is decompressed ahead. Formats throw [CodecFailure], which
/// [StreamFailures] translates. After a failure, of the input or of the underlying stream, every
/// read fails. Marks are not supported, since content that is read twice would count twice towards
/// the bound.
public abstract class ContentInputStream extends InputStream {

  private static final int AHEAD_LENGTH = 8 << 10;

  /// The compressed form.
  protected final InputStream in;

  private final StreamFailures failures;
  private final SingleUse use = new SingleUse();
  private final long maxContentLength;
  private byte[] ahead = new byte[0];
  private int position;
  private int limit;
  private long remaining;
  private boolean polling;
  private boolean ended;
  private boolean exceeded;
  private volatile boolean closed;

  /// The first failure of the codec, as reported to the caller; nothing can be read after it.
  private @Nullable RuntimeException flaw;

  /// The first other failure; nothing can be read after it.
  private @Nullable Throwable failure;

  /// @param in the compressed form; closed with this stream
  protected ContentInputStream(InputStream in, long maxContentLength, StreamFailures failures) {
    this.in = Objects.requireNonNull(in, "in");
    if (maxContentLength < 0) {
      throw new IllegalArgumentException("maxContentLength=" + maxContentLength + " is negative");
    }
    this.failures = failures;
    this.maxContentLength = maxContentLength;
    this.remaining = maxContentLength;
  }

  /// Reads content.
  ///
  /// @param length at least 1
  /// @return bytes read; -1 at the end; 0 only if the source [#mustWait]
  protected abstract int readContent(byte[] bytes, int offset, int length) throws IOException;

  /// The number of content bytes that are available immediately, in addition to the content that
  /// was read ahead here.
  protected int ready() throws IOException {
    return 0;
  }

  /// The position in the source, for errors.
  protected long sourceOffset() {
    return CodecFailure.UNKNOWN_OFFSET;
  }

  /// Releases the decoder; called each time the stream is closed.
  protected void release() {}

  /// Whether this is a call of [#available], and reading the source would block.
  protected final boolean mustWait() throws IOException {
    return polling && in.available() == 0;
  }

  @Override
  public final int read() throws IOException {
    begin();
    try {
      return position < limit || readAhead() ? ahead[position++] & 0xFF : -1;
    } finally {
      use.end();
    }
  }

  @Override
  public final int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    begin();
    try {
      if (length == 0) {
        return 0;
      }
      if (position == limit) {
        if (length >= AHEAD_LENGTH) {
          return readBounded(bytes, offset, length);
        }
        if (!readAhead()) {
          return -1;
        }
      }
      int count = Math.min(length, limit - position);
      System.arraycopy(ahead, position, bytes, offset, count);
      position += count;
      return count;
    } finally {
      use.end();
    }
  }

  /// Returns the number of content bytes that can be read without waiting for the source: the
  /// content that is already decompressed or, if there is none, the content in the available part
  /// of the source. It is 0 only at the end, or if the source has nothing available; it is 1 if the
  /// next read fails.
  @Override
  public final int available() throws IOException {
    begin();
    try {
      polling = true;
      int there = (int) Math.min(Math.max(remaining, 1), ready());
      if (position < limit || there > 0 || ended) {
        return limit - position + there;
      }
      return readAhead() ? limit - position : 0;
    } catch (CodecFailure | IOException e) {
      return 1; // the next read throws the exception
    } finally {
      polling = false;
      use.end();
    }
  }

  private void begin() throws IOException {
    if (closed) {
      throw new IOException("stream is closed");
    }
    use.begin();
  }

  private boolean readAhead() throws IOException {
    if (ahead.length == 0) {
      ahead = new byte[AHEAD_LENGTH];
    }
    int count = readBounded(ahead, 0, AHEAD_LENGTH);
    position = 0;
    limit = Math.max(count, 0);
    return count > 0;
  }

  private int readBounded(byte[] bytes, int offset, int length) throws IOException {
    if (ended) {
      return -1;
    }
    if (flaw != null) {
      throw failures.wrap(flaw); // a new exception, since others may be suppressed in it
    }
    if (failure != null) {
      throw new IOException("an earlier read has failed", failure);
    }
    try {
      int count = exceeded ? 1 : readContent(bytes, offset, length);
      ended = count < 0;
      if (count > remaining) {
        // Content within the bound is still returned.
        exceeded = true;
        count = (int) remaining;
        if (count == 0) {
          throw new CodecFailure(
              Reason.LIMIT_EXCEEDED,
              "the content is longer than the limit of %d bytes".formatted(maxContentLength),
              sourceOffset());
        }
      }
      remaining -= Math.max(count, 0);
      return count;
    } catch (Throwable t) {
      flaw = failures.flaw(t);
      if (flaw != null) {
        throw failures.wrap(flaw);
      }
      failure = t;
      throw t;
    }
  }

  @Override
  public final void close() throws IOException {
    closed = true;
    try (in) {
      release();
    } catch (RuntimeException e) {
      RuntimeException atClose = failures.flaw(e);
      if (atClose != null) {
        throw failures.wrap(atClose);
      }
      throw e;
    }
  }
}
