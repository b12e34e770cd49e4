// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.engine.StreamFailures;
import dev.segue.compression.internal.natives.Reclaim;
import dev.segue.compression.internal.stream.ContentOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/// Compresses into another stream, as one zstd frame.
final class ZstdOutputStream extends ContentOutputStream {

  private static final int BUFFER_LENGTH = 64 << 10;
  private static final int FLUSH = 1; // ZSTD_e_flush

  private final StreamCompressor compressor;
  private final Reclaim memory;
  private final byte[] buffer = new byte[BUFFER_LENGTH];
  private final MemorySegment bufferSegment = MemorySegment.ofArray(buffer);

  ZstdOutputStream(
      OutputStream out, long contentLength, CompressSettings settings, StreamFailures failures) {
    super(out, contentLength, failures);
    this.compressor = new StreamCompressor(settings, null);
    this.memory = Reclaim.whenUnreachable(this, "a compressing zstd stream", compressor::close);
    begin(contentLength);
  }

  private void begin(long contentLength) {
    try {
      compressor.begin(contentLength, MemorySegment.NULL);
    } catch (RuntimeException | Error e) {
      memory.close(); // the caller gets no object to close
      throw e;
    }
  }

  @Override
  protected void compress(byte[] bytes, int offset, int length) throws IOException {
    MemorySegment rest = MemorySegment.ofArray(bytes).asSlice(offset, length);
    while (rest.byteSize() > 0) {
      step(rest, CompressContext.CONTINUE);
      rest = rest.asSlice(compressor.consumed());
    }
  }

  @Override
  protected void flushContent() throws IOException {
    complete(FLUSH);
  }

  @Override
  protected void finish() throws IOException {
    complete(CompressContext.END);
  }

  private void complete(int directive) throws IOException {
    do {
      step(MemorySegment.NULL, directive);
    } while (!compressor.isComplete());
  }

  private void step(MemorySegment source, int directive) throws IOException {
    long written;
    try {
      written = compressor.step(source, bufferSegment, directive);
    } finally {
      Reference.reachabilityFence(this);
    }
    if (written > 0) {
      emit(buffer, 0, Math.toIntExact(written));
    }
  }

  @Override
  protected void release() {
    memory.close();
  }
}
