// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.brotli;

import dev.segue.compression.internal.engine.StreamFailures;
import dev.segue.compression.internal.natives.Reclaim;
import dev.segue.compression.internal.stream.ContentInputStream;
import java.io.IOException;
import java.io.InputStream;

/// Decompresses the Brotli stream in another stream.
final class BrotliInputStream extends ContentInputStream {

  private final BrotliDecoder decoder;
  private final Reclaim memory;

  BrotliInputStream(InputStream in, long maxContentLength, StreamFailures failures) {
    super(in, maxContentLength, failures);
    this.decoder = new BrotliDecoder();
    this.memory = Reclaim.whenUnreachable(this, "a decompressing Brotli stream", decoder::close);
  }

  @Override
  protected int readContent(byte[] bytes, int offset, int length) throws IOException {
    return decoder.read(in, this::mustWait, bytes, offset, length);
  }

  @Override
  protected void release() {
    memory.close();
  }
}
