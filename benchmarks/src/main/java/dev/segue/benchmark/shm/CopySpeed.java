// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Measures the cost of one copy of each message: `MemorySegment.copy` on one thread, to a moving
/// destination as in a ring.
final class CopySpeed {

  private static final long SHARE_OF_THE_TIME = 2_000_000;

  private CopySpeed() {}

  /// Returns the throughput in GB/s for messages of that length.
  static double gigabytesPerSecond(int length, long millis) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocate(length, Long.BYTES).fill((byte) 1);
      MemorySegment to = arena.allocate(SharedFiles.capacity(length), Long.BYTES).fill((byte) 2);
      copy(from, to, millis * SHARE_OF_THE_TIME / 4);
      return copy(from, to, millis * SHARE_OF_THE_TIME / 4);
    }
  }

  private static double copy(MemorySegment from, MemorySegment to, long nanos) {
    long length = from.byteSize();
    long bytes = 0;
    long start = System.nanoTime();
    long now = start;
    while (now - start < nanos) {
      for (long at = 0; at + length <= to.byteSize(); at += length) {
        MemorySegment.copy(from, 0, to, at, length);
        bytes += length;
      }
      now = System.nanoTime();
    }
    return bytes / (double) (now - start);
  }
}
