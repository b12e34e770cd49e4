// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;

/// Reassembles the fragments of one message at a time, in memory that grows as needed.
final class Assembly {

  private static final int LEAST_BYTES = 1 << 16;
  private static final long NO_MESSAGE = -1;

  private final IntFunction<MemorySegment> allocator;
  private MemorySegment memory;
  private long length = NO_MESSAGE;

  /// Creates an empty assembly.
  ///
  /// @param allocator allocates memory of at least the given number of bytes
  Assembly(IntFunction<MemorySegment> allocator) {
    this.allocator = allocator;
    this.memory = allocator.apply(LEAST_BYTES);
  }

  void begin() {
    length = 0;
  }

  /// Adds a fragment. If this fails, the whole message is lost, and its later fragments are
  /// ignored.
  ///
  /// @param mostBytes the length of the longest possible message
  /// @return whether all fragments from the first to this one were added
  /// @throws OutOfMemoryError if there is no memory for the fragment
  boolean add(MemorySegment fragment, int mostBytes) {
    long begin = length;
    long end = begin + fragment.byteSize();
    length = NO_MESSAGE; // until the fragment is added
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
