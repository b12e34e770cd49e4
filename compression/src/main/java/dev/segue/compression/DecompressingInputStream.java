// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.internal.zstd.StreamDecompressor;
import java.io.IOException;
import java.io.InputStream;

/// Decompresses the zstd frames in another stream.
final class DecompressingInputStream extends ContentInputStream {

  private final ZstdDecompressor decompressor;
  private final byte[] buffer = new byte[StreamDecompressor.PIECE_LENGTH];
  private boolean ended;

  DecompressingInputStream(InputStream in, ZstdOptions options, long maxContentLength) {
    super(in, maxContentLength);
    this.decompressor = ZstdDecompressor.create(options);
  }

  @Override
  int readContent(byte[] bytes, int offset, int length) throws IOException {
    while (true) {
      // Before more is read: the decompressor may hold content back that did not fit.
      int written = decompressor.take(bytes, offset, length);
      if (written > 0) {
        return written;
      }
      if (mustWait()) {
        return 0;
      }
      if (!fill()) {
        return -1;
      }
    }
  }

  private boolean fill() throws IOException {
    int read = ended ? -1 : in.read(buffer, 0, buffer.length);
    if (read >= 0) {
      decompressor.put(buffer, read);
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
  long sourceOffset() {
    return decompressor.totalConsumed();
  }

  @Override
  void release() {
    decompressor.close();
  }
}
