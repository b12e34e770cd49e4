// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.routing;

import dev.segue.shm.internal.os.SharedFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Memory to write a message to that nobody gets.
///
/// For long messages it is mapped, so that what the writer does not touch takes no room.
final class DiscardBuffer {

  private static final long MOST_ALLOCATED_BYTES = 1 << 16;

  private MemorySegment memory = MemorySegment.NULL;

  /// Makes it at least that long.
  void atLeast(long length, long maxMessageLength) throws IOException {
    if (memory.byteSize() >= length) {
      return;
    }
    memory =
        length <= MOST_ALLOCATED_BYTES
            ? Arena.ofAuto().allocate(Math.min(MOST_ALLOCATED_BYTES, maxMessageLength), Long.BYTES)
            : SharedFile.mapPrivate(Math.min(Long.highestOneBit(length) * 2, maxMessageLength));
  }

  MemorySegment memory() {
    return memory;
  }
}
