// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.stream;

import dev.segue.compression.internal.engine.StreamFailures;
import java.io.IOException;
import java.io.OutputStream;

/// Writes content to another stream unchanged.
final class StoredOutputStream extends ContentOutputStream {

  StoredOutputStream(OutputStream out, long contentLength, StreamFailures failures) {
    super(out, contentLength, failures);
  }

  @Override
  protected void compress(byte[] bytes, int offset, int length) throws IOException {
    emit(bytes, offset, length);
  }

  @Override
  protected void flushContent() {}

  @Override
  protected void finish() {}
}
