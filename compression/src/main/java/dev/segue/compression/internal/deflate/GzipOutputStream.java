// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.deflate;

import dev.segue.compression.internal.engine.StreamFailures;
import dev.segue.compression.internal.stream.ContentOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Compresses into another stream, as one gzip member; the layout is in [GzipInputStream].
final class GzipOutputStream extends ContentOutputStream {

  private static final int BUFFER_LENGTH = 32 << 10;
  private static final byte UNKNOWN_SYSTEM = (byte) 255;
  private static final byte[] HEADER = {
    0x1F, (byte) 0x8B, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, UNKNOWN_SYSTEM
  };

  private final Deflater deflater;
  private final CRC32 crc = new CRC32();
  private final byte[] compressed = new byte[BUFFER_LENGTH];
  private boolean begun;

  /// @param level 0 to 9
  GzipOutputStream(OutputStream out, long contentLength, int level, StreamFailures failures) {
    super(out, contentLength, failures);
    deflater = new Deflater(level, true);
  }

  @Override
  protected void compress(byte[] bytes, int offset, int length) throws IOException {
    begin();
    crc.update(bytes, offset, length);
    deflater.setInput(bytes, offset, length);
    while (!deflater.needsInput()) {
      deflate(Deflater.NO_FLUSH);
    }
  }

  @Override
  protected void flushContent() throws IOException {
    begin();
    while (deflate(Deflater.SYNC_FLUSH) == BUFFER_LENGTH) {
      // until there is room left, when all output has been written
    }
  }

  @Override
  protected void finish() throws IOException {
    begin();
    deflater.finish();
    while (!deflater.finished()) {
      deflate(Deflater.NO_FLUSH);
    }
    putInt(0, (int) crc.getValue());
    putInt(Integer.BYTES, (int) deflater.getBytesRead());
    emit(compressed, 0, 2 * Integer.BYTES);
  }

  private void begin() throws IOException {
    if (!begun) {
      begun = true;
      emit(HEADER, 0, HEADER.length);
    }
  }

  private int deflate(int flush) throws IOException {
    int count = deflater.deflate(compressed, 0, BUFFER_LENGTH, flush);
    if (count > 0) {
      emit(compressed, 0, count);
    }
    return count;
  }

  private void putInt(int at, int value) {
    for (int i = 0; i < Integer.BYTES; i++) {
      compressed[at + i] = (byte) (value >>> (8 * i));
    }
  }

  @Override
  protected void release() {
    deflater.end();
  }
}
