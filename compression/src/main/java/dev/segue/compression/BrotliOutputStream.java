// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.brotli.BrotliEncoder;
import dev.segue.compression.internal.natives.Reclaim;
import java.io.IOException;
import java.io.OutputStream;

/// Compresses into another stream, as one Brotli stream.
final class BrotliOutputStream extends ContentOutputStream {

  private final BrotliEncoder encoder;
  private final Reclaim memory;

  BrotliOutputStream(OutputStream out, long contentLength, int quality) {
    super(out, contentLength);
    this.encoder = new BrotliEncoder(quality);
    this.memory = Reclaim.whenUnreachable(this, "a compressing Brotli stream", encoder::close);
  }

  @Override
  void compress(byte[] bytes, int offset, int length) throws IOException {
    encoder.write(bytes, offset, length, this::emit);
  }

  @Override
  void flushContent() throws IOException {
    encoder.flush(this::emit);
  }

  @Override
  void finish() throws IOException {
    encoder.finish(this::emit);
  }

  @Override
  void release() {
    memory.close();
  }
}
