// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.wire;

import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.memory.Segments;
import java.lang.foreign.MemorySegment;

/// Variable-length counts and lengths: seven bits per byte, the lowest first, with the eighth bit
/// set in all bytes but the last, in as few bytes as possible.
public final class Counts {

  private static final int MORE = 0x80;
  private static final int LOW_BITS = MORE - 1;
  private static final int MOST_BYTES = 5;

  private Counts() {}

  /// The number of bytes that a count takes.
  public static int size(int count) {
    return (Integer.SIZE - Integer.numberOfLeadingZeros(count | 1) + 6) / 7;
  }

  /// @return the end of the count
  public static long put(int count, MemorySegment segment, long position, long limit) {
    long end = Slots.reserve(position, size(count), limit);
    int rest = count;
    long at = position;
    for (; at < end - 1; at++) {
      Segments.putByte(segment, at, (byte) (rest | MORE));
      rest >>>= 7;
    }
    Segments.putByte(segment, at, (byte) rest);
    return end;
  }

  /// The count at a position, which is never negative; it takes [#size] bytes.
  public static int get(MemorySegment segment, long position, long end) {
    int count = 0;
    for (int i = 0; i < MOST_BYTES; i++) {
      Slots.block(position, i + 1, end);
      int one = Segments.getByte(segment, position + i);
      count |= (one & LOW_BITS) << (7 * i);
      if (one >= 0) {
        return checked(count, one, i, position);
      }
    }
    throw malformed(position);
  }

  private static int checked(int count, int last, int index, long position) {
    boolean overlong = index > 0 && last == 0;
    if (overlong || (index == MOST_BYTES - 1 && last > 7)) {
      throw malformed(position);
    }
    return count;
  }

  /// The error for bytes that are not a count.
  public static RuntimeException malformed(long position) {
    return Failures.malformed("corrupt: a count that is too large or too long", position);
  }
}
