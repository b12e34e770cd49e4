// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

import static dev.segue.benchmark.handwritten.Views.CHAR;
import static dev.segue.benchmark.handwritten.Views.INT;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Strings in a byte array: a header, then Latin-1 bytes, or UTF-16 characters if needed.
///
/// The header is -1 for null, or else twice the number of characters, plus one for UTF-16.
final class TextOnArray {
  /// Up to this many characters, a plain loop is faster than the bulk operations.
  private static final int SHORT_TEXT = 64;

  private final AsciiWriter ascii = new AsciiWriter();

  /// Returns the offset after the string.
  int write(byte[] memory, int offset, @Nullable String text) {
    if (text == null) {
      INT.set(memory, offset, -1);
      return offset + 4;
    }
    int length = text.length();
    boolean narrow =
        length <= SHORT_TEXT
            ? writeLatin1(memory, offset + 4, text, length)
            : ascii.write(memory, offset + 4, text, length);
    if (narrow) {
      INT.set(memory, offset, length << 1);
      return offset + 4 + length;
    }
    INT.set(memory, offset, length << 1 | 1);
    for (int i = 0; i < length; i++) {
      CHAR.set(memory, offset + 4 + 2 * i, text.charAt(i));
    }
    return offset + 4 + 2 * length;
  }

  private static boolean writeLatin1(byte[] memory, int offset, String text, int length) {
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c > 0xFF) {
        return false;
      }
      memory[offset + i] = (byte) c;
    }
    return true;
  }

  @Nullable String read(byte[] memory, int offset) {
    int header = (int) INT.get(memory, offset);
    if (header < 0) {
      return null;
    }
    int length = header >>> 1;
    return (header & 1) == 0
        ? new String(memory, offset + 4, length, StandardCharsets.ISO_8859_1)
        : readWide(memory, offset + 4, length);
  }

  private static String readWide(byte[] memory, int offset, int length) {
    var chars = new char[length];
    for (int i = 0; i < length; i++) {
      chars[i] = (char) CHAR.get(memory, offset + 2 * i);
    }
    return new String(chars);
  }

  /// Returns the offset after the string at this offset.
  static int end(byte[] memory, int offset) {
    int header = (int) INT.get(memory, offset);
    return header < 0 ? offset + 4 : offset + 4 + ((header >>> 1) << (header & 1));
  }
}
