// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// Compresses into another stream, as one zstd frame.
final class CompressingOutputStream extends ContentOutputStream {

  private static final int BUFFER_LENGTH = 64 << 10;

  private final ZstdCompressor compressor;
  private final byte[] buffer = new byte[BUFFER_LENGTH];
  private final MemorySegment bufferSegment = MemorySegment.ofArray(buffer);

  CompressingOutputStream(OutputStream out, long contentLength, ZstdOptions options) {
    super(out, contentLength);
    this.compressor = ZstdCompressor.create(options);
    if (contentLength != Codec.UNKNOWN_LENGTH) {
      compressor.begin(contentLength);
    }
  }

  @Override
  void compress(byte[] bytes, int offset, int length) throws IOException {
    MemorySegment rest = MemorySegment.ofArray(bytes).asSlice(offset, length);
    while (rest.byteSize() > 0) {
      step(rest, ZstdCompressor.EndDirective.CONTINUE);
      rest = rest.asSlice(compressor.consumed());
    }
  }

  @Override
  void flushContent() throws IOException {
    complete(ZstdCompressor.EndDirective.FLUSH);
  }

  @Override
  void finish() throws IOException {
    complete(ZstdCompressor.EndDirective.END);
  }

  private void complete(ZstdCompressor.EndDirective directive) throws IOException {
    do {
      step(MemorySegment.NULL, directive);
    } while (!compressor.isComplete());
  }

  private void step(MemorySegment source, ZstdCompressor.EndDirective directive)
      throws IOException {
    long written = compressor.step(source, bufferSegment, directive);
    if (written > 0) {
      emit(buffer, 0, Math.toIntExact(written));
    }
  }

  @Override
  void release() {
    compressor.close();
  }
}
