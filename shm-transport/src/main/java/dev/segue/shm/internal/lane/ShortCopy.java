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

  /// Copies bytes, if their number is suitable and neither segment belongs to a thread.
  ///
  /// @return false, without any effect, if that is not so
  static boolean tryCopy(
      MemorySegment source, long from, MemorySegment target, long to, long length) {
    if (!LaneLayout.isShared(target)
        || length < SHORTEST
        || length > LONGEST
        || !source.isAccessibleBy(LaneLayout.NO_THREAD)) {
      return false;
    }
    long first = (long) WORD.get(source, from);
    long last = (long) WORD.get(source, from + length - Long.BYTES);
    if (length > TWO_WORDS) {
      long second = (long) WORD.get(source, from + Long.BYTES);
      long third = (long) WORD.get(source, from + length - TWO_WORDS);
      WORD.set(target, to + Long.BYTES, second);
      WORD.set(target, to + length - TWO_WORDS, third);
    }
    WORD.set(target, to, first);
    WORD.set(target, to + length - Long.BYTES, last);
    return true;
  }
}
