// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.wire;

import dev.segue.serializer.internal.memory.ArraysInSegments;
import dev.segue.serializer.internal.memory.Latin1;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.memory.StringInternals;
import java.lang.foreign.MemorySegment;

/// Strings and numbers in trees, see [TreeCodes].
public final class TreeScalars {

  private TreeScalars() {}

  /// Writes a code without further bytes.
  public static long putCode(int code, MemorySegment segment, long current, long limit) {
    long end = Slots.reserve(current, Byte.BYTES, limit);
    Segments.putByte(segment, current, (byte) code);
    return end;
  }

  public static long putInt(int number, MemorySegment segment, long current, long limit) {
    if (number >= 0 && number < TreeCodes.SMALLS) {
      return putCode(TreeCodes.SMALL + number, segment, current, limit);
    }
    return putBits(TreeCodes.INTEGER, number, segment, current, limit);
  }

  /// Writes a number in as few bytes as it needs.
  ///
  /// @param code the code for one byte
  public static long putBits(
      int code, long value, MemorySegment segment, long current, long limit) {
    int width = width(value);
    long end = Slots.reserve(current, 1 + width, limit);
    Segments.putByte(segment, current, (byte) (code + width - 1));
    long at = current + 1;
    if (width > Integer.BYTES) {
      Segments.putInt(segment, at, (int) value);
      Segments.putInt(segment, end - Integer.BYTES, (int) (value >> shift(width)));
    } else if (width == Integer.BYTES) {
      Segments.putInt(segment, at, (int) value);
    } else if (width == Byte.BYTES) {
      Segments.putByte(segment, at, (byte) value);
    } else {
      Segments.putShort(segment, at, (short) value);
      if (width > Short.BYTES) {
        Segments.putByte(segment, at + Short.BYTES, (byte) (value >> Short.SIZE));
      }
    }
    return end;
  }

  /// The number of bytes that a number needs in two's complement.
  static int width(long value) {
    return (Long.SIZE - Long.numberOfLeadingZeros(value ^ (value >> (Long.SIZE - 1)))) / Byte.SIZE
        + 1;
  }

  /// The distance of the last four bytes of a number from its first, in bits.
  private static int shift(int width) {
    return (width - Integer.BYTES) * Byte.SIZE;
  }

  /// Reads a number of one to eight bytes, all of which are in bounds.
  public static long getBits(MemorySegment segment, long at, int width) {
    return switch (width) {
      case 1 -> Segments.getByte(segment, at);
      case 2 -> Segments.getShort(segment, at);
      case 3 ->
          Short.toUnsignedInt(Segments.getShort(segment, at))
              | Segments.getByte(segment, at + Short.BYTES) << Short.SIZE;
      case 4 -> Segments.getInt(segment, at);
      default ->
          Integer.toUnsignedLong(Segments.getInt(segment, at))
              | (long) Segments.getInt(segment, at + width - Integer.BYTES) << shift(width);
    };
  }

  public static long putDouble(double number, MemorySegment segment, long current, long limit) {
    long end = Slots.reserve(current, 1 + Double.BYTES, limit);
    Segments.putByte(segment, current, (byte) TreeCodes.DOUBLE);
    Segments.putDouble(segment, current + 1, number);
    return end;
  }

  /// Writes a string.
  ///
  /// @param utf8 whether strings beyond Latin-1 are written as UTF-8
  public static long putText(
      String text, MemorySegment segment, long current, long limit, boolean utf8) {
    int length = text.length();
    if (StringInternals.OPEN ? !StringInternals.isLatin1(text) : !Latin1.isLatin1(text, length)) {
      return putWide(text, segment, current, limit, utf8);
    }
    long body =
        length < TreeCodes.TEXTS
            ? putCode(TreeCodes.TEXT + length, segment, current, limit)
            : putHead(TreeCodes.LATIN1, length, segment, current, limit);
    long end = Slots.reserve(body, length, limit);
    if (StringInternals.OPEN) {
      ArraysInSegments.put(StringInternals.bytes(text), segment, body);
    } else {
      Segments.putLatin1(segment, body, text);
    }
    return end;
  }

  private static long putWide(
      String text, MemorySegment segment, long current, long limit, boolean utf8) {
    byte[] encoded = utf8 ? Utf8Strings.encode(text) : null;
    if (encoded != null) {
      long body = putHead(TreeCodes.UTF8, encoded.length, segment, current, limit);
      long end = Slots.reserve(body, encoded.length, limit);
      ArraysInSegments.put(encoded, segment, body);
      return end;
    }
    int length = text.length();
    Slots.reserve(current, length, Character.BYTES, limit);
    long body = putHead(TreeCodes.UTF16, length * Character.BYTES, segment, current, limit);
    long end = Slots.reserve(body, length, Character.BYTES, limit);
    if (StringInternals.OPEN) {
      ArraysInSegments.put(StringInternals.bytes(text), segment, body);
    } else {
      Strings.putUtf16(text, segment, body);
    }
    return end;
  }

  /// Writes a code and a count.
  public static long putHead(int code, int count, MemorySegment segment, long current, long limit) {
    return Counts.put(count, segment, putCode(code, segment, current, limit), limit);
  }
}
