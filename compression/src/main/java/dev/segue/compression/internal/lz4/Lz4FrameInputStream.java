// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import dev.segue.compression.internal.engine.StreamFailures;
import dev.segue.compression.internal.stream.ContentInputStream;
import java.io.IOException;
import java.io.InputStream;

/// Decompresses the LZ4 frames in another stream.
final class Lz4FrameInputStream extends ContentInputStream {

  private final Lz4FrameSource source;
  private int position;

  Lz4FrameInputStream(InputStream in, long maxContentLength, StreamFailures failures) {
    super(in, maxContentLength, failures);
    this.source = new Lz4FrameSource(in);
  }

  @Override
  protected int readContent(byte[] bytes, int offset, int length) throws IOException {
    if (position == source.end()) {
      if (mustWait()) {
        return 0;
      }
      if (!source.next()) {
        position = source.end();
        return -1;
      }
      position = source.start();
    }
    int count = Math.min(length, source.end() - position);
    System.arraycopy(source.content(), position, bytes, offset, count);
    position += count;
    return count;
  }

  @Override
  protected int ready() {
    return source.end() - position;
  }
}
