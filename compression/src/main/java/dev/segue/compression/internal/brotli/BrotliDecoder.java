// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.brotli;

import dev.segue.compression.internal.natives.Guard;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;

/// Reads one Brotli stream piece by piece, to the end of its input.
///
/// Holds native memory until closed. One thread at a time may use it: a second one, and any after
/// [#close], gets an [IllegalStateException], never a crash.
public final class BrotliDecoder implements AutoCloseable {

  private final BrotliBuffers buffers = new BrotliBuffers();
  private final long decoder = BrotliBindings.createDecoder();
  private final Guard guard = new Guard("the Brotli decoder", this::free);
  private final byte[] input = new byte[BrotliBuffers.LENGTH];
  private long taken;
  private boolean complete;
  private boolean isAtEnd;

  /// A decoder at the beginning of its stream.
  public BrotliDecoder() {
    if (decoder == 0) {
      buffers.free();
      throw BrotliErrors.outOfMemory();
    }
  }

  /// Whether reading the input would take too long now.
  public interface Wait {
    /// Whether it would.
    boolean isNeeded() throws IOException;
  }

  /// Gives content, as far as there is any, reading from the input what it takes.
  ///
  /// @param wait where it is needed, the input is not read
  /// @param length at least 1
  /// @return bytes; -1 where the stream ends; 0 where it would have to wait
  /// @throws dev.segue.compression.CompressionException where the input is no such stream
  public int read(InputStream in, Wait wait, byte[] bytes, int offset, int length)
      throws IOException {
    guard.acquireExclusively();
    try {
      while (!complete) {
        buffers.makeRoom(Math.min(length, BrotliBuffers.LENGTH));
        int result =
            BrotliBindings.step(decoder, buffers.words(), MemorySegment.NULL, MemorySegment.NULL);
        if (result == BrotliErrors.ERROR) {
          throw BrotliErrors.failed(BrotliBindings.errorCode(decoder), taken - buffers.unread());
        }
        complete = result == BrotliErrors.SUCCESS;
        if (complete && (buffers.unread() > 0 || !wait.isNeeded())) {
          requireEnd(in);
        }
        int written = buffers.take(bytes, offset);
        if (written > 0) {
          return written;
        }
        if (result == BrotliErrors.NEEDS_MORE_INPUT) {
          if (wait.isNeeded()) {
            return 0;
          }
          if (!fill(in)) {
            throw BrotliErrors.truncated(taken);
          }
        }
      }
      if (!isAtEnd) {
        if (wait.isNeeded()) {
          return 0;
        }
        requireEnd(in);
      }
      return -1;
    } finally {
      guard.release();
    }
  }

  private void requireEnd(InputStream in) throws IOException {
    if (buffers.unread() > 0 || fill(in)) {
      throw BrotliErrors.trailing(taken - buffers.unread());
    }
    isAtEnd = true;
  }

  private boolean fill(InputStream in) throws IOException {
    int read;
    do {
      read = in.read(input, 0, input.length);
    } while (read == 0);
    if (read < 0) {
      return false;
    }
    buffers.put(input, 0, read);
    taken += read;
    return true;
  }

  private void free() {
    BrotliBindings.destroyDecoder(decoder);
    buffers.free();
  }

  @Override
  public void close() {
    guard.close();
  }
}
