// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.CompressionException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The content of the zstd frames in another stream, up to a bound.
final class DecompressingInputStream extends InputStream {

  private static final int BUFFER_LENGTH = 64 << 10;

  private final InputStream in;
  private final Decompressor decompressor;
  private final byte[] buffer = new byte[BUFFER_LENGTH];
  private final byte[] single = new byte[1];
  private MemorySegment rest = MemorySegment.ofArray(new byte[0]);
  private long remaining;
  private boolean ended;
  private boolean closed;

  /// What was wrong with the source; there is no more to come then.
  private @Nullable CompressionException failure;

  DecompressingInputStream(InputStream in, ZstdOptions options, long maxContentLength) {
    this.in = Objects.requireNonNull(in, "in");
    this.remaining = maxContentLength;
    this.decompressor = Decompressor.zstd(options);
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
      return readSome(MemorySegment.ofArray(bytes).asSlice(offset, length));
    } catch (CompressionException e) {
      failure = e;
      throw e;
    }
  }

  private int readSome(MemorySegment destination) throws IOException {
    while (true) {
      // Before more is read: the decompressor may hold content back that did not fit.
      long written = decompressor.step(rest, destination);
      rest = rest.asSlice(decompressor.consumed());
      if (written > 0) {
        remaining -= written;
        if (remaining < 0) {
          throw new CompressionException(
              Kind.LIMIT_EXCEEDED,
              "the content is longer than allowed",
              decompressor.totalConsumed());
        }
        return Math.toIntExact(written);
      }
      if (rest.byteSize() == 0 && !fill()) {
        return -1;
      }
    }
  }

  private boolean fill() throws IOException {
    int read = ended ? -1 : in.read(buffer, 0, buffer.length);
    if (read >= 0) {
      rest = MemorySegment.ofArray(buffer).asSlice(0, read);
      return true;
    }
    ended = true;
    if (!decompressor.isFrameComplete() || decompressor.totalConsumed() == 0) {
      throw new CompressionException(
          Kind.MALFORMED_INPUT,
          "the stream ends within a frame, at offset=" + decompressor.totalConsumed(),
          decompressor.totalConsumed());
    }
    return false;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    decompressor.close();
    in.close();
  }
}
