// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.memory.ArraysInSegments;
import dev.segue.serializer.internal.memory.Latin1;
import dev.segue.serializer.internal.memory.Segments;
import java.lang.foreign.MemorySegment;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import org.jspecify.annotations.Nullable;

/// Strings with the UTF-8 option: Latin-1 if all characters fit, otherwise UTF-8, and UTF-16 for
/// strings that UTF-8 cannot encode.
public final class Utf8Strings {

  private static final char REPLACEMENT = '\ufffd';

  private Utf8Strings() {}

  public static long write(
      @Nullable String value,
      MemorySegment segment,
      long current,
      long limit,
      long base,
      long slot) {
    byte[] bytes = encode(value);
    if (bytes == null) {
      return Strings.write(value, segment, current, limit, base, slot);
    }
    long end = Slots.reserve(current, bytes.length, limit);
    ArraysInSegments.put(bytes, segment, current);
    Slots.put(segment, slot, base, end, Slots.UTF8);
    return end;
  }

  /// Encodes a string in UTF-8; returns null if it must be written in another encoding.
  static byte @Nullable [] encode(@Nullable String value) {
    if (value == null || Latin1.isLatin1(value, value.length()) || hasLoneSurrogate(value)) {
      return null;
    }
    return value.getBytes(UTF_8);
  }

  private static boolean hasLoneSurrogate(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < value.length()
                && Character.isLowSurrogate(value.charAt(i + 1));
        if (!pair) {
          return true;
        }
        i++;
      }
    }
    return false;
  }

  static String read(MemorySegment segment, long current, long end) {
    int length = (int) (end - current);
    String text = new String(Segments.getBytes(segment, current, length), UTF_8);
    // Malformed parts are replaced, but a replacement character can also be part of the text.
    return text.indexOf(REPLACEMENT) < 0 ? text : readExactly(segment, current, length);
  }

  private static String readExactly(MemorySegment segment, long current, int length) {
    try {
      return UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(Segments.buffer(segment, current, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw Failures.malformed("corrupt: a string is not valid UTF-8", current);
    }
  }
}
