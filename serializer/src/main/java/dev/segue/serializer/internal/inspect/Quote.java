// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.inspect;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.segue.serializer.internal.wire.Slots;

/// Formats strings in quotes, on one line, and shortened.
final class Quote {

  private static final int MOST_CHARACTERS = 60;
  private static final int MOST_BYTES = 4 * MOST_CHARACTERS;

  private Quote() {}

  /// The string in a range of bytes, in the encoding that its slot's tag states.
  static String of(Bytes bytes, int tag, long begin, long end) {
    long length = end - begin;
    byte[] head = bytes.copy(begin, Math.min(length, MOST_BYTES));
    return switch (tag) {
      case Slots.LATIN1 -> quoted(new String(head, ISO_8859_1), length);
      case Slots.UTF16 -> {
        if ((length & 1) != 0) {
          throw Damage.corrupt(begin, "a UTF-16 string of " + length + " bytes");
        }
        yield quoted(utf16(head), length / 2);
      }
      // The last character shown may be incomplete.
      case Slots.UTF8 -> quoted(new String(head, UTF_8), length) + " in UTF-8";
      default -> throw Damage.corrupt(begin, "a string of tag " + tag);
    };
  }

  /// Decodes UTF-16 without a `Charset`, which would replace unpaired surrogates.
  private static String utf16(byte[] bytes) {
    char[] characters = new char[bytes.length / 2];
    for (int i = 0; i < characters.length; i++) {
      characters[i] = (char) ((bytes[2 * i] & 0xff) | (bytes[2 * i + 1] << 8));
    }
    return new String(characters);
  }

  private static String quoted(String text, long length) {
    String shown = text.substring(0, Math.min(text.length(), MOST_CHARACTERS));
    return length > shown.length() ? escaped(shown) + "... (" + length + " long)" : escaped(shown);
  }

  static String of(char c) {
    return "'" + escape(c) + "'";
  }

  /// The result of a `toString`, which may hold any characters.
  static String plain(String text) {
    String shown = text.substring(0, Math.min(text.length(), 2 * MOST_CHARACTERS));
    StringBuilder line = new StringBuilder();
    shown.chars().forEach(c -> line.append(c == '"' ? "\"" : escape((char) c)));
    return text.length() > shown.length() ? line + "..." : line.toString();
  }

  private static String escaped(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (pair) {
        quoted.append(c).append(text.charAt(++i));
      } else {
        quoted.append(escape(c));
      }
    }
    return quoted.append('"').toString();
  }

  private static String escape(char c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      default ->
          Character.isISOControl(c) || Character.isSurrogate(c) || !Character.isDefined(c)
              ? "\\u%04x".formatted((int) c)
              : Character.toString(c);
    };
  }
}
