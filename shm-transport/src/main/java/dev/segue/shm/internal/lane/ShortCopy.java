// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// Copies a short message in two or four words, which may overlap.
final class ShortCopy {

  private static final long SHORTEST = Long.BYTES;
  private static final long LONGEST = 4 * Long.BYTES;
  private static final long TWO_WORDS = 2 * Long.BYTES;

  private static final VarHandle WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.varHandle().withInvokeExactBehavior();

  private ShortCopy() {}

  /// Copies a whole segment, if it is of a length for this copy and belongs to no thread.
  ///
  /// @param length the length of the source
  /// @return false, without any effect, if it is not
  static boolean tryCopy(MemorySegment source, MemorySegment target, long offset, long length) {
    if (!LaneLayout.isShared(target)
        || length < SHORTEST
        || length > LONGEST
        || !source.isAccessibleBy(LaneLayout.NO_THREAD)) {
      return false;
    }
    long first = (long) WORD.get(source, 0L);
    long last = (long) WORD.get(source, length - Long.BYTES);
    if (length > TWO_WORDS) {
      long second = (long) WORD.get(source, (long) Long.BYTES);
      long third = (long) WORD.get(source, length - TWO_WORDS);
      WORD.set(target, offset + Long.BYTES, second);
      WORD.set(target, offset + length - TWO_WORDS, third);
    }
    WORD.set(target, offset, first);
    WORD.set(target, offset + length - Long.BYTES, last);
    return true;
  }
}
