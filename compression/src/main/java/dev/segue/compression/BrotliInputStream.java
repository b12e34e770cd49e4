// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.brotli.BrotliDecoder;
import dev.segue.compression.internal.natives.Reclaim;
import java.io.IOException;
import java.io.InputStream;

/// Decompresses the Brotli stream in another stream.
final class BrotliInputStream extends ContentInputStream {

  private final BrotliDecoder decoder;
  private final Reclaim memory;

  BrotliInputStream(InputStream in, long maxContentLength) {
    super(in, maxContentLength);
    this.decoder = new BrotliDecoder();
    this.memory = Reclaim.whenUnreachable(this, "a decompressing Brotli stream", decoder::close);
  }

  @Override
  int readContent(byte[] bytes, int offset, int length) throws IOException {
    return decoder.read(in, this::mustWait, bytes, offset, length);
  }

  @Override
  void release() {
    memory.close();
  }
}
