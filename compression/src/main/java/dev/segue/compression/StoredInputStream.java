// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import java.io.IOException;
import java.io.InputStream;

/// Another stream as it is, up to a bound.
final class StoredInputStream extends ContentInputStream {

  StoredInputStream(InputStream in, long maxContentLength) {
    super(in, maxContentLength);
  }

  @Override
  int readContent(byte[] bytes, int offset, int length) throws IOException {
    return in.read(bytes, offset, length);
  }

  @Override
  public int available() throws IOException {
    return isOver() ? 0 : in.available();
  }
}
