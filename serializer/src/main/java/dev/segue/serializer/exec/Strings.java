// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.segue.serializer.memory.ByteArrays;
import dev.segue.serializer.memory.Segments;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Strings, with public API alone: one byte per character where all of them fit, else two, so that
/// every string comes back as it was, lone surrogates included.
///
/// Long strings are encoded by `setString`, which is a plain copy when the string is Latin-1
/// inside, but does not tell whether it was: a character that does not fit becomes a question mark.
/// So the question marks in the result (rare) are compared with the string. It also writes a zero
/// behind the last byte, for which the payload has room: see [ObjectCodec] on `limit`.
public final class Strings {

  private static final int MAX_LATIN1 = 0xff;

  /// Up to this length, character by character is faster.
  private static final int SHORT = 12;

  private static final long ONES = 0x0101010101010101L;
  private static final long SIGNS = ONES << 7;
  private static final long QUESTION_MARKS = ONES * '?';

  private Strings() {}

  public static int write(
      @Nullable String value, byte[] array, int current, int limit, int base, int slot) {
    if (value == null) {
      Slots.put(array, slot, base, current, Slots.NULL);
      return current;
    }
    int length = value.length();
    int end = Slots.reserve(current, length, limit);
    if (length <= SHORT
        ? putShort(value, length, array, current)
        : putLong(value, length, array, current)) {
      Slots.put(array, slot, base, end, Slots.LATIN1);
      return end;
    }
    end = Slots.reserve(end, length, limit);
    for (int i = 0; i < length; i++) {
      ByteArrays.putChar(array, current + (i << 1), value.charAt(i));
    }
    Slots.put(array, slot, base, end, Slots.UTF16);
    return end;
  }

  private static boolean putShort(String value, int length, byte[] array, int current) {
    int all = 0;
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      all |= c;
      array[current + i] = (byte) c;
    }
    return all <= MAX_LATIN1;
  }

  private static boolean putLong(String value, int length, byte[] array, int current) {
    if (value.charAt(0) > MAX_LATIN1) {
      return false;
    }
    MemorySegment.ofArray(array).setString(current, value, ISO_8859_1);
    int i = 0;
    for (; i <= length - Long.BYTES; i += Long.BYTES) {
      if (hasQuestionMark(ByteArrays.getLong(array, current + i))
          && !sameQuestionMarks(value, i, i + Long.BYTES, array, current)) {
        return false;
      }
    }
    return sameQuestionMarks(value, i, length, array, current);
  }

  private static boolean sameQuestionMarks(
      String value, int from, int to, byte[] array, int current) {
    for (int i = from; i < to; i++) {
      if (array[current + i] == '?' && value.charAt(i) != '?') {
        return false;
      }
    }
    return true;
  }

  private static boolean hasQuestionMark(long bytes) {
    long difference = bytes ^ QUESTION_MARKS;
    return ((difference - ONES) & ~difference & SIGNS) != 0;
  }

  public static long write(
      @Nullable String value,
      MemorySegment segment,
      long current,
      long limit,
      long base,
      long slot) {
    if (value == null) {
      Slots.put(segment, slot, base, current, Slots.NULL);
      return current;
    }
    int length = value.length();
    long end = Slots.reserve(current, length, limit);
    if (length <= SHORT
        ? putShort(value, length, segment, current)
        : putLong(value, length, segment, current)) {
      Slots.put(segment, slot, base, end, Slots.LATIN1);
      return end;
    }
    end = Slots.reserve(end, length, limit);
    for (int i = 0; i < length; i++) {
      Segments.putChar(segment, current + ((long) i << 1), value.charAt(i));
    }
    Slots.put(segment, slot, base, end, Slots.UTF16);
    return end;
  }

  private static boolean putShort(String value, int length, MemorySegment segment, long current) {
    int all = 0;
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      all |= c;
      Segments.putByte(segment, current + i, (byte) c);
    }
    return all <= MAX_LATIN1;
  }

  private static boolean putLong(String value, int length, MemorySegment segment, long current) {
    if (value.charAt(0) > MAX_LATIN1) {
      return false;
    }
    segment.setString(current, value, ISO_8859_1);
    int i = 0;
    for (; i <= length - Long.BYTES; i += Long.BYTES) {
      if (hasQuestionMark(Segments.getLong(segment, current + i))
          && !sameQuestionMarks(value, i, i + Long.BYTES, segment, current)) {
        return false;
      }
    }
    return sameQuestionMarks(value, i, length, segment, current);
  }

  private static boolean sameQuestionMarks(
      String value, int from, int to, MemorySegment segment, long current) {
    for (int i = from; i < to; i++) {
      if (Segments.getByte(segment, current + i) == '?' && value.charAt(i) != '?') {
        return false;
      }
    }
    return true;
  }

  public static @Nullable String read(byte[] array, int current, int end, int slot) {
    int bytes = end - current;
    return switch (Slots.tag(slot)) {
      case Slots.LATIN1 -> new String(array, current, bytes, ISO_8859_1);
      case Slots.UTF16 -> {
        char[] characters = new char[characters(bytes, current)];
        for (int i = 0; i < characters.length; i++) {
          characters[i] = ByteArrays.getChar(array, current + (i << 1));
        }
        yield new String(characters);
      }
      case Slots.NULL -> nothing(current, end);
      default -> throw Failures.badTag(Slots.tag(slot), current);
    };
  }

  public static @Nullable String read(MemorySegment segment, long current, long end, int slot) {
    int bytes = (int) (end - current);
    return switch (Slots.tag(slot)) {
      case Slots.LATIN1 -> {
        byte[] latin1 = new byte[bytes];
        MemorySegment.copy(segment, JAVA_BYTE, current, latin1, 0, bytes);
        yield new String(latin1, ISO_8859_1);
      }
      case Slots.UTF16 -> {
        char[] characters = new char[characters(bytes, current)];
        for (int i = 0; i < characters.length; i++) {
          characters[i] = Segments.getChar(segment, current + ((long) i << 1));
        }
        yield new String(characters);
      }
      case Slots.NULL -> nothing(current, end);
      default -> throw Failures.badTag(Slots.tag(slot), current);
    };
  }

  private static int characters(int bytes, long position) {
    if ((bytes & 1) != 0) {
      throw Failures.malformed("corrupt: a UTF-16 string of " + bytes + " bytes", position);
    }
    return bytes >> 1;
  }

  private static @Nullable String nothing(long current, long end) {
    Slots.finish(current, end);
    return null;
  }
}
