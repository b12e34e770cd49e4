// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A number of bytes. The sender's message is created once and copied each time; the receiver reads
/// each cache line.
final class ByteContent implements Content {
  private static final long CACHE_LINE = 64;
  private static final long ONES = 0x01_01_01_01_01_01_01_01L;

  private final int length;
  private long sum;

  ByteContent(int length) {
    this.length = length;
  }

  @Override
  public int mostBytes() {
    return length;
  }

  @Override
  public int prepare(MemorySegment message) {
    return length;
  }

  @Override
  public int make(MemorySegment memory, long offset) {
    long words = length & -Long.BYTES;
    for (long at = STAMP_BYTES; at < words; at += Long.BYTES) {
      memory.set(ValueLayout.JAVA_LONG, offset + at, ONES);
    }
    for (long at = words; at < length; at++) {
      memory.set(ValueLayout.JAVA_BYTE, offset + at, (byte) 1);
    }
    return length;
  }

  @Override
  public void read(MemorySegment memory, long offset, long bytes) {
    long lines = 0;
    for (long at = CACHE_LINE; at < bytes; at += CACHE_LINE) {
      lines += memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + at);
    }
    sum += lines;
  }

  /// Uses the values read, so that reading is not optimized away.
  @Override
  public void check() {
    if (sum == Long.MIN_VALUE) {
      throw new IllegalStateException("sum=" + sum);
    }
  }
}
