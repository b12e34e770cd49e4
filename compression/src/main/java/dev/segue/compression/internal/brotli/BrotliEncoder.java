// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.brotli;

import dev.segue.compression.internal.natives.Guard;
import java.io.IOException;

/// Writes one Brotli stream piece by piece.
///
/// Holds native memory until closed. One thread at a time may use it. Concurrent calls, and calls
/// after [#close], fail with an [IllegalStateException].
public final class BrotliEncoder implements AutoCloseable {

  // enum BrotliEncoderOperation
  private static final int PROCESS = 0;
  private static final int FLUSH = 1;
  private static final int FINISH = 2;

  // Native memory is allocated last, since it would leak if a later heap allocation failed.
  private final byte[] output = new byte[BrotliBuffers.LENGTH];
  private final Guard guard = new Guard("the Brotli encoder", this::free);
  private final BrotliBuffers buffers = new BrotliBuffers();
  private final long encoder;

  /// Receives the stream.
  public interface Sink {
    /// Receives the next bytes of the stream.
    void write(byte[] bytes, int offset, int length) throws IOException;
  }

  /// Creates an encoder of a new stream.
  ///
  /// @param quality the quality, from 0 to [BrotliEngine#QUALITY_MAX]
  public BrotliEncoder(int quality) {
    encoder = BrotliBindings.createEncoder(quality, BrotliEngine.WINDOW_BITS);
    if (encoder == 0) {
      buffers.free();
      throw BrotliErrors.outOfMemory();
    }
  }

  /// Compresses content, and writes the output that is ready.
  public void write(byte[] bytes, int offset, int length, Sink out) throws IOException {
    int done = 0;
    while (done < length) {
      int portion = Math.min(BrotliBuffers.LENGTH, length - done);
      run(PROCESS, bytes, offset + done, portion, out);
      done += portion;
    }
  }

  /// Writes the output for all content so far, so that it can be decompressed.
  public void flush(Sink out) throws IOException {
    run(FLUSH, output, 0, 0, out);
  }

  /// Ends the stream.
  public void finish(Sink out) throws IOException {
    run(FINISH, output, 0, 0, out);
  }

  private void run(int operation, byte[] bytes, int offset, int length, Sink out)
      throws IOException {
    guard.acquireExclusively();
    try {
      buffers.put(bytes, offset, length);
      do {
        buffers.makeRoom(BrotliBuffers.LENGTH);
        if (!BrotliBindings.step(encoder, operation, buffers.words())) {
          throw BrotliErrors.outOfMemory();
        }
        int written = buffers.take(output, 0);
        if (written > 0) {
          out.write(output, 0, written);
        }
      } while (buffers.unread() > 0 || BrotliBindings.hasMoreOutput(encoder));
    } finally {
      guard.release();
    }
  }

  private void free() {
    BrotliBindings.destroyEncoder(encoder);
    buffers.free();
  }

  @Override
  public void close() {
    guard.close();
  }
}
