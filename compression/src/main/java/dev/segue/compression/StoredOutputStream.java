// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import java.io.IOException;
import java.io.OutputStream;

/// Passes content on to another stream unchanged.
final class StoredOutputStream extends ContentOutputStream {

  StoredOutputStream(OutputStream out, long contentLength) {
    super(out, contentLength);
  }

  @Override
  void compress(byte[] bytes, int offset, int length) throws IOException {
    emit(bytes, offset, length);
  }

  @Override
  void flushContent() {}

  @Override
  void finish() {}
}
