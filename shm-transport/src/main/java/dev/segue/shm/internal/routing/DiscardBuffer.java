// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.routing;

import dev.segue.shm.internal.os.SharedFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Memory for a broadcast message that has no subscriber.
///
/// For long messages it is mapped, so that pages that are not written take no space.
final class DiscardBuffer {

  private static final long MOST_ALLOCATED_BYTES = 1 << 16;

  private MemorySegment memory = MemorySegment.NULL;

  /// Ensures a minimum length.
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
