// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.brotli.BrotliDecoder;
import java.io.IOException;
import java.io.InputStream;

/// The content of the Brotli stream in another stream.
final class BrotliInputStream extends ContentInputStream {

  private final BrotliDecoder decoder;

  BrotliInputStream(InputStream in, long maxContentLength) {
    super(in, maxContentLength);
    this.decoder = new BrotliDecoder();
  }

  @Override
  int readContent(byte[] bytes, int offset, int length) throws IOException {
    return decoder.read(in, bytes, offset, length);
  }

  @Override
  void release() {
    decoder.close();
  }
}
