// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.engine.StreamFailures;
import dev.segue.compression.internal.natives.Reclaim;
import dev.segue.compression.internal.stream.ContentInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/// Decompresses the zstd frames in another stream.
final class ZstdInputStream extends ContentInputStream {

  private final StreamDecompressor decompressor;
  private final Reclaim memory;
  private final byte[] buffer = new byte[StreamDecompressor.PIECE_LENGTH];
  private boolean ended;

  ZstdInputStream(
      InputStream in, long maxContentLength, DecompressSettings settings, StreamFailures failures) {
    super(in, maxContentLength, failures);
    this.decompressor = new StreamDecompressor(settings, null);
    this.memory = Reclaim.whenUnreachable(this, "a decompressing zstd stream", decompressor::close);
    begin();
  }

  private void begin() {
    try {
      decompressor.begin(MemorySegment.NULL);
    } catch (RuntimeException | Error e) {
      memory.close(); // the caller gets no object to close
      throw e;
    }
  }

  @Override
  protected int readContent(byte[] bytes, int offset, int length) throws IOException {
    while (true) {
      // Before reading more, since the decompressor may have retained content that did not fit.
      int written = take(bytes, offset, length);
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

  private int take(byte[] bytes, int offset, int length) {
    try {
      return decompressor.take(bytes, offset, length);
    } finally {
      Reference.reachabilityFence(this);
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
      throw new CodecFailure(
          Reason.MALFORMED_INPUT,
          "the stream ends within a frame, at offset=" + decompressor.totalConsumed(),
          decompressor.totalConsumed());
    }
    return false;
  }

  @Override
  protected long sourceOffset() {
    return decompressor.totalConsumed();
  }

  @Override
  protected void release() {
    memory.close();
  }
}
