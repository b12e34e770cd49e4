// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.wire;

import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.memory.ArraysInSegments;
import dev.segue.serializer.internal.memory.Latin1;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.memory.StringInternals;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Strings in Latin-1, one byte per character, if all characters fit, otherwise in UTF-16, so that
/// every string round-trips unchanged, including lone surrogates.
///
/// If the application has opened `java.lang` to this module, a string's internal bytes are copied,
/// see [StringInternals]. Otherwise public API is used: a check of all characters, see [Latin1],
/// then a plain copy, which for segments also writes a zero after the last byte; the payload has
/// room for it, see `limit` in `ObjectCodec`.
public final class Strings {

  /// The number of UTF-16 characters in a word.
  private static final int FOUR = Long.BYTES / Character.BYTES;

  private Strings() {}

  private static long fourCharacters(String value, int from) {
    return value.charAt(from)
        | (long) value.charAt(from + 1) << 16
        | (long) value.charAt(from + 2) << 32
        | (long) value.charAt(from + 3) << 48;
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
    if (StringInternals.OPEN) {
      byte[] bytes = StringInternals.bytes(value);
      long end = Slots.reserve(current, bytes.length, limit);
      ArraysInSegments.put(bytes, segment, current);
      Slots.put(
          segment, slot, base, end, StringInternals.isLatin1(value) ? Slots.LATIN1 : Slots.UTF16);
      return end;
    }
    int length = value.length();
    long end = Slots.reserve(current, length, limit);
    if (Latin1.isLatin1(value, length)) {
      Segments.putLatin1(segment, current, value);
      Slots.put(segment, slot, base, end, Slots.LATIN1);
      return end;
    }
    end = Slots.reserve(end, length, limit);
    putUtf16(value, segment, current);
    Slots.put(segment, slot, base, end, Slots.UTF16);
    return end;
  }

  /// Writes the characters of a string, two bytes each. The caller has checked that there is room.
  static void putUtf16(String value, MemorySegment segment, long current) {
    int length = value.length();
    int i = 0;
    for (; i <= length - FOUR; i += FOUR) {
      Segments.putLong(segment, current + ((long) i << 1), fourCharacters(value, i));
    }
    for (; i < length; i++) {
      Segments.putChar(segment, current + ((long) i << 1), value.charAt(i));
    }
  }

  public static @Nullable String read(MemorySegment segment, long current, long end, int slot) {
    int bytes = (int) (end - current);
    return switch (Slots.tag(slot)) {
      case Slots.LATIN1 -> Segments.getLatin1(segment, current, bytes);
      case Slots.UTF16 -> {
        int length = characters(bytes, current);
        if (StringInternals.OPEN) {
          String text = StringInternals.ofUtf16(Segments.getBytes(segment, current, bytes));
          if (text != null) {
            yield text;
          }
        }
        char[] characters = new char[length];
        for (int i = 0; i < length; i++) {
          characters[i] = Segments.getChar(segment, current + ((long) i << 1));
        }
        yield new String(characters);
      }
      case Slots.UTF8 -> Utf8Strings.read(segment, current, end);
      default -> nothing(current, end);
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
