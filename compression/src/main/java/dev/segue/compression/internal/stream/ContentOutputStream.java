// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.stream;

import dev.segue.compression.internal.engine.CodecEngine;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.engine.StreamFailures;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Base class of all codecs' compressing streams.
///
/// Short writes are collected. Formats throw [CodecFailure], which [StreamFailures] translates.
/// After a failure, part of the compressed form may be lost, so every later write fails, and so
/// does closing.
public abstract class ContentOutputStream extends OutputStream {

  private static final int BUFFER_LENGTH = 8 << 10;

  private final OutputStream out;
  private final StreamFailures failures;

  /// The length of the whole content; or [CodecEngine#UNKNOWN_LENGTH].
  private final long contentLength;

  /// The number of content bytes so far, if the total is known.
  private long taken;

  private final SingleUse use = new SingleUse();
  private final byte[] buffer = new byte[BUFFER_LENGTH];
  private int buffered;
  private volatile boolean closed;

  /// The first failure; nothing is written to the underlying stream after it, since it would be
  /// useless.
  private @Nullable Throwable failure;

  /// @param out receives the compressed form; closed with this stream
  /// @param contentLength the length of the content; [CodecEngine#UNKNOWN_LENGTH] if it is not
  ///   known
  protected ContentOutputStream(OutputStream out, long contentLength, StreamFailures failures) {
    this.out = Objects.requireNonNull(out, "out");
    this.failures = failures;
    if (contentLength < CodecEngine.UNKNOWN_LENGTH) {
      throw new IllegalArgumentException(
          "contentLength=%d is negative; pass Codec.UNKNOWN_LENGTH if it is not known"
              .formatted(contentLength));
    }
    this.contentLength = contentLength;
  }

  /// The length of the whole content; or [CodecEngine#UNKNOWN_LENGTH].
  protected final long contentLength() {
    return contentLength;
  }

  /// Compresses content, and writes as much of the compressed form as is ready.
  protected abstract void compress(byte[] bytes, int offset, int length) throws IOException;

  /// Writes the compressed form of all content so far, so that it can be read.
  protected abstract void flushContent() throws IOException;

  /// Ends the compressed form.
  protected abstract void finish() throws IOException;

  /// Releases the encoder; called once.
  protected void release() {}

  /// Writes some of the compressed form.
  protected final void emit(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
  }

  @Override
  public final void write(int b) throws IOException {
    begin();
    try {
      count(1);
      if (buffered == BUFFER_LENGTH) {
        drain();
      }
      buffer[buffered++] = (byte) b;
    } catch (Throwable t) {
      requireNoFlaw(t);
      throw t;
    } finally {
      use.end();
    }
  }

  @Override
  public final void write(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    begin();
    try {
      count(length);
      if (length > BUFFER_LENGTH - buffered) {
        drain();
      }
      if (length >= BUFFER_LENGTH) {
        compress(bytes, offset, length);
      } else {
        System.arraycopy(bytes, offset, buffer, buffered, length);
        buffered += length;
      }
    } catch (Throwable t) {
      requireNoFlaw(t);
      throw t;
    } finally {
      use.end();
    }
  }

  @Override
  public final void flush() throws IOException {
    begin();
    try {
      drain();
      flushContent();
      out.flush();
    } catch (Throwable t) {
      requireNoFlaw(t);
      throw t;
    } finally {
      use.end();
    }
  }

  /// Records a failure.
  ///
  /// @throws IOException if the codec has failed
  private void requireNoFlaw(Throwable thrown) throws IOException {
    RuntimeException flaw = failures.flaw(thrown);
    failure = flaw != null ? flaw : thrown;
    if (flaw != null) {
      throw failures.wrap(flaw);
    }
  }

  /// Counts content before it is processed.
  private void count(int length) {
    if (contentLength == CodecEngine.UNKNOWN_LENGTH) {
      return;
    }
    if (length > contentLength - taken) {
      throw otherLength("more");
    }
    taken += length;
  }

  private CodecFailure otherLength(String moreOrFewer) {
    return new CodecFailure(
        Reason.MALFORMED_INPUT,
        "%s than the %d bytes of content that were announced have been written; pass the exact"
                .formatted(moreOrFewer, contentLength)
            + " contentLength, or none");
  }

  private void drain() throws IOException {
    if (buffered > 0) {
      int length = buffered;
      buffered = 0;
      compress(buffer, 0, length);
    }
  }

  private void begin() throws IOException {
    if (closed) {
      throw new IOException("stream is closed");
    }
    use.begin();
    if (failure != null) {
      use.end();
      throw incomplete(failure);
    }
  }

  private static IOException incomplete(Throwable cause) {
    // A new exception each time, since an exception cannot suppress itself.
    return new IOException("an earlier write has failed, the compressed form is incomplete", cause);
  }

  /// Ends the compressed form, and closes the underlying stream in any case.
  ///
  /// @throws IOException if this fails, or anything has failed before
  /// @throws IllegalStateException if another thread is writing; the end of the compressed form is
  ///   then missing
  @Override
  public final void close() throws IOException {
    if (closed) {
      return;
    }
    boolean alone = use.tryBegin();
    closed = true;
    try (OutputStream closing = out) {
      try {
        if (!alone) {
          throw new IllegalStateException(
              "another thread writes to the stream: it is closed, the compressed form incomplete");
        }
        if (failure != null) {
          throw incomplete(failure);
        }
        if (contentLength != CodecEngine.UNKNOWN_LENGTH && taken < contentLength) {
          throw otherLength("fewer");
        }
        drain();
        finish();
      } finally {
        release();
      }
      closing.flush();
    } catch (RuntimeException e) {
      RuntimeException flaw = failures.flaw(e);
      if (flaw != null) {
        throw failures.wrap(flaw);
      }
      throw e;
    }
  }
}
