// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.brotli;

import dev.segue.compression.internal.natives.Guard;
import java.io.IOException;
import java.io.InputStream;

/// Reads one Brotli stream piece by piece, to the end of its input.
///
/// Holds native memory until closed. One thread at a time may use it. Concurrent calls, and calls
/// after [#close], fail with an [IllegalStateException].
public final class BrotliDecoder implements AutoCloseable {

  // Native memory is allocated last, since it would leak if a later heap allocation failed.
  private final byte[] input = new byte[BrotliBuffers.LENGTH];
  private final Guard guard = new Guard("the Brotli decoder", this::free);
  private final BrotliBuffers buffers = new BrotliBuffers();
  private final long decoder = BrotliBindings.createDecoder();
  private long taken;
  private boolean complete;
  private boolean isAtEnd;

  /// Creates a decoder of a new stream.
  public BrotliDecoder() {
    if (decoder == 0) {
      buffers.free();
      throw BrotliErrors.outOfMemory();
    }
  }

  /// Decides whether a read from the input should be avoided because it might block.
  public interface Wait {
    /// Returns whether a read should be avoided now.
    boolean isNeeded() throws IOException;
  }

  /// Decompresses the next content, and reads as much input as necessary.
  ///
  /// @param wait decides whether reading the input is avoided
  /// @param length at least 1
  /// @return bytes of content; -1 at the end of the stream; 0 if the input would have to be read
  /// @throws dev.segue.compression.internal.engine.CodecFailure if the input is not a Brotli stream
  public int read(InputStream in, Wait wait, byte[] bytes, int offset, int length)
      throws IOException {
    guard.acquireExclusively();
    try {
      while (!complete) {
        buffers.makeRoom(Math.min(length, BrotliBuffers.LENGTH));
        int result = BrotliBindings.step(decoder, buffers.words());
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
