// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

import static dev.segue.benchmark.handwritten.Layouts.BYTE;
import static dev.segue.benchmark.handwritten.Layouts.CHAR;
import static dev.segue.benchmark.handwritten.Layouts.INT;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Strings in a segment: a header, then Latin-1 bytes, or UTF-16 characters if needed.
///
/// The header is -1 for null, or else twice the number of characters, plus one for UTF-16.
final class TextOnSegment {
  /// Up to this many characters, a plain loop is faster than the bulk operations.
  // for arrays: private static final int SHORT_TEXT = 64;
  private static final int SHORT_TEXT = 16;

  private final AsciiWriter ascii = new AsciiWriter();
  // for arrays:
  private byte[] scratch = new byte[256];

  /// Returns the offset after the string.
  int write(MemorySegment memory, int offset, @Nullable String text) {
    if (text == null) {
      memory.set(INT, offset, -1);
      return offset + 4;
    }
    int length = text.length();
    boolean narrow =
        length <= SHORT_TEXT
            ? writeLatin1(memory, offset + 4, text, length)
            : ascii.write(memory, offset + 4, text, length);
    if (narrow) {
      memory.set(INT, offset, length << 1);
      return offset + 4 + length;
    }
    memory.set(INT, offset, length << 1 | 1);
    for (int i = 0; i < length; i++) {
      memory.set(CHAR, offset + 4 + 2 * i, text.charAt(i));
    }
    return offset + 4 + 2 * length;
  }

  private static boolean writeLatin1(MemorySegment memory, int offset, String text, int length) {
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c > 0xFF) {
        return false;
      }
      memory.set(BYTE, offset + i, (byte) c);
    }
    return true;
  }

  @Nullable String read(MemorySegment memory, int offset) {
    int header = memory.get(INT, offset);
    if (header < 0) {
      return null;
    }
    int length = header >>> 1;
    return (header & 1) == 0
        // for arrays: ? new String(memory, offset + 4, length, StandardCharsets.ISO_8859_1)
        ? readNarrow(memory, offset + 4, length)
        : readWide(memory, offset + 4, length);
  }

  // not for arrays
  private String readNarrow(MemorySegment memory, int offset, int length) {
    if (scratch.length < length) {
      scratch = new byte[Math.max(length, 2 * scratch.length)];
    }
    MemorySegment.copy(memory, BYTE, offset, scratch, 0, length);
    return new String(scratch, 0, length, StandardCharsets.ISO_8859_1);
  }

  // end

  private static String readWide(MemorySegment memory, int offset, int length) {
    var chars = new char[length];
    for (int i = 0; i < length; i++) {
      chars[i] = memory.get(CHAR, offset + 2 * i);
    }
    return new String(chars);
  }

  /// Returns the offset after the string at this offset.
  static int end(MemorySegment memory, int offset) {
    int header = memory.get(INT, offset);
    return header < 0 ? offset + 4 : offset + 4 + ((header >>> 1) << (header & 1));
  }
}
