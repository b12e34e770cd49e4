// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.brotli;

import dev.segue.compression.internal.engine.StreamFailures;
import dev.segue.compression.internal.natives.Reclaim;
import dev.segue.compression.internal.stream.ContentOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// Compresses into another stream, as one Brotli stream.
final class BrotliOutputStream extends ContentOutputStream {

  private final BrotliEncoder encoder;
  private final Reclaim memory;

  BrotliOutputStream(OutputStream out, long contentLength, int quality, StreamFailures failures) {
    super(out, contentLength, failures);
    this.encoder = new BrotliEncoder(quality);
    this.memory = Reclaim.whenUnreachable(this, "a compressing Brotli stream", encoder::close);
  }

  @Override
  protected void compress(byte[] bytes, int offset, int length) throws IOException {
    encoder.write(bytes, offset, length, this::emit);
  }

  @Override
  protected void flushContent() throws IOException {
    encoder.flush(this::emit);
  }

  @Override
  protected void finish() throws IOException {
    encoder.finish(this::emit);
  }

  @Override
  protected void release() {
    memory.close();
  }
}
