// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;

/// The fragments of one message so far, in memory that grows with the messages.
final class Assembly {

  private static final int LEAST_BYTES = 1 << 16;
  private static final long NO_MESSAGE = -1;

  private final IntFunction<MemorySegment> allocator;
  private MemorySegment memory;
  private long length = NO_MESSAGE;

  /// No message yet.
  ///
  /// @param allocator gives memory of at least that many bytes
  Assembly(IntFunction<MemorySegment> allocator) {
    this.allocator = allocator;
    this.memory = allocator.apply(LEAST_BYTES);
  }

  void begin() {
    length = 0;
  }

  /// Adds a fragment. A message that cannot be put together is lost as a whole: what follows of it
  /// is not added, and belongs to no message.
  ///
  /// @param mostBytes the length of the longest message that there can be
  /// @return whether it has all fragments from the first on
  /// @throws OutOfMemoryError when there is no memory for it
  boolean add(MemorySegment fragment, int mostBytes) {
    long begin = length;
    long end = begin + fragment.byteSize();
    length = NO_MESSAGE; // until the fragment is there
    if (begin == NO_MESSAGE || end > mostBytes) {
      return false;
    }
    if (end > memory.byteSize()) {
      grow(begin, Math.max(end, Math.min(2 * memory.byteSize(), mostBytes)));
    }
    MemorySegment.copy(fragment, 0, memory, begin, fragment.byteSize());
    length = end;
    return true;
  }

  private void grow(long used, long bytes) {
    MemorySegment larger = allocator.apply(Math.toIntExact(bytes));
    MemorySegment.copy(memory, 0, larger, 0, used);
    memory = larger;
  }

  MemorySegment end() {
    MemorySegment message = memory.asSlice(0, length);
    length = NO_MESSAGE;
    return message;
  }
}
