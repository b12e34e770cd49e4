// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Stores the content unchanged.
final class PlainForm implements StoredForm {
  @Override
  public long maxLength(long contentLength) {
    return contentLength;
  }

  @Override
  public long write(MemorySegment content, MemorySegment destination) {
    MemorySegment.copy(content, 0, destination, 0, content.byteSize());
    return content.byteSize();
  }

  @Override
  public ByteBuffer read(ByteBuffer stored, int maxLength) {
    return stored; // already in memory, so no bound is needed
  }
}
