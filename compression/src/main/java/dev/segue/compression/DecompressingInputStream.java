// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.CompressionException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;

/// The content of the zstd frames in another stream, up to a bound.
final class DecompressingInputStream extends ContentInputStream {

  private static final int BUFFER_LENGTH = 64 << 10;

  private final Decompressor decompressor;
  private final byte[] buffer = new byte[BUFFER_LENGTH];
  private MemorySegment rest = MemorySegment.ofArray(new byte[0]);
  private boolean ended;

  DecompressingInputStream(InputStream in, ZstdOptions options, long maxContentLength) {
    super(in, maxContentLength);
    this.decompressor = Decompressor.zstd(options);
  }

  @Override
  int readContent(byte[] bytes, int offset, int length) throws IOException {
    MemorySegment destination = MemorySegment.ofArray(bytes).asSlice(offset, length);
    while (true) {
      // Before more is read: the decompressor may hold content back that did not fit.
      long written = decompressor.step(rest, destination);
      rest = rest.asSlice(decompressor.consumed());
      if (written > 0) {
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
  long sourceOffset() {
    return decompressor.totalConsumed();
  }

  @Override
  void release() {
    decompressor.close();
  }
}
