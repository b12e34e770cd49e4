// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.wire;

import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.memory.Segments;
import java.lang.foreign.MemorySegment;

/// Variable-length numbers: zigzag-encoded, so that small negative numbers are also short, then
/// seven bits per byte, the lowest first, with the eighth bit set in all bytes but the last. The
/// encoding is always the shortest; `80 00`, which encodes no number, is null.
public final class Varints {

  /// The width of null.
  public static final int NULL_BYTES = 2;

  private static final int MORE = 0x80;
  private static final int LOW_BITS = MORE - 1;
  private static final int MOST_BYTES = 10;

  private Varints() {}

  private static long zigzag(long value) {
    return value << 1 ^ value >> 63;
  }

  /// The number of bytes that a number takes.
  public static int size(long value) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(zigzag(value) | 1);
    return (bits + 6) / 7;
  }

  /// @return the end of the number
  public static long put(MemorySegment segment, long position, long limit, long value) {
    long end = Slots.reserve(position, size(value), limit);
    long bits = zigzag(value);
    long at = position;
    for (; at < end - 1; at++) {
      Segments.putByte(segment, at, (byte) (bits | MORE));
      bits >>>= 7;
    }
    Segments.putByte(segment, at, (byte) bits);
    return end;
  }

  /// @return the end of the null
  public static long putNull(MemorySegment segment, long position, long limit) {
    long end = Slots.reserve(position, NULL_BYTES, limit);
    Segments.putShort(segment, position, (short) MORE);
    return end;
  }

  /// Whether there is a null at a position.
  public static boolean isNull(MemorySegment segment, long position, long end) {
    return end - position >= NULL_BYTES && Segments.getShort(segment, position) == MORE;
  }

  /// The number at a position; it takes [#size] bytes.
  public static long getLong(MemorySegment segment, long position, long end) {
    long bits = 0;
    for (int i = 0; i < MOST_BYTES; i++) {
      Slots.block(position, i + 1, end);
      int next = Segments.getByte(segment, position + i);
      bits |= (long) (next & LOW_BITS) << (7 * i);
      if (next >= 0) {
        return checked(bits, next, i, position);
      }
    }
    throw tooLong(position);
  }

  /// The number at a position, which must be an `int`.
  public static int getInt(MemorySegment segment, long position, long end) {
    return toInt(getLong(segment, position, end), position);
  }

  public static int toInt(long value, long position) {
    if ((int) value != value) {
      throw Failures.malformed("corrupt: " + value + " is not an int", position);
    }
    return (int) value;
  }

  private static long checked(long bits, int last, int index, long position) {
    boolean overlong = index > 0 && last == 0;
    if (overlong || (index == MOST_BYTES - 1 && last > 1)) {
      throw tooLong(position);
    }
    return bits >>> 1 ^ -(bits & 1);
  }

  private static RuntimeException tooLong(long position) {
    return Failures.malformed("corrupt: a number that takes more bytes than it needs", position);
  }
}
