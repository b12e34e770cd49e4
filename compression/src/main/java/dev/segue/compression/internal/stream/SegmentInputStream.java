// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.stream;

import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/// Reads a range of a segment as a stream.
public final class SegmentInputStream extends InputStream {

  private final MemorySegment source;
  private final long end;
  private long position;

  /// Creates a stream of the bytes from an offset to an end.
  public SegmentInputStream(MemorySegment source, long offset, long end) {
    this.source = source;
    this.position = offset;
    this.end = end;
  }

  @Override
  public int read() {
    return position == end ? -1 : source.get(ValueLayout.JAVA_BYTE, position++) & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    int count = (int) Math.min(length, end - position);
    MemorySegment.copy(source, ValueLayout.JAVA_BYTE, position, bytes, offset, count);
    position += count;
    return count == 0 ? -1 : count;
  }

  @Override
  public int available() {
    return (int) Math.min(end - position, Integer.MAX_VALUE);
  }
}
