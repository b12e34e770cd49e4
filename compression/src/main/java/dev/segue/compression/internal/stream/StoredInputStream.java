// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.stream;

import dev.segue.compression.internal.engine.StreamFailures;
import java.io.IOException;
import java.io.InputStream;

/// Reads another stream unchanged, up to a maximum length.
final class StoredInputStream extends ContentInputStream {

  StoredInputStream(InputStream in, long maxContentLength, StreamFailures failures) {
    super(in, maxContentLength, failures);
  }

  @Override
  protected int readContent(byte[] bytes, int offset, int length) throws IOException {
    if (mustWait()) {
      return 0;
    }
    int count;
    do {
      count = in.read(bytes, offset, length);
    } while (count == 0); // a source may return 0 if it has no bytes yet
    return count;
  }

  @Override
  protected int ready() throws IOException {
    return in.available();
  }
}
