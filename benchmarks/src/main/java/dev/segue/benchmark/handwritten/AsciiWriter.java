// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

import static dev.segue.benchmark.handwritten.Layouts.BYTE;
import static dev.segue.benchmark.handwritten.Layouts.LONG;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.charset.StandardCharsets;

/// Writes ASCII strings in bulk, with the only public method that copies a string's bytes without
/// an intermediate array.
///
/// The JDK asks this allocator for the length of the string in UTF-8 plus a terminator. If that
/// length equals the number of characters, the string is ASCII or has a lone surrogate, which
/// becomes a question mark in UTF-8.
final class AsciiWriter implements SegmentAllocator {
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGHS = 0x8080_8080_8080_8080L;
  private static final long QUESTION_MARKS = '?' * ONES;

  private byte[] array = {};
  private MemorySegment memory = MemorySegment.ofArray(array);
  private long start;
  private long encodedLength;

  /// Writes the string and one more byte, unless it has non-ASCII characters.
  @SuppressWarnings("ReferenceEquality") // an identity check
  boolean write(byte[] target, int offset, String text, int length) {
    if (target != array) {
      array = target;
      memory = MemorySegment.ofArray(target);
    }
    return encode(offset, text, length);
  }

  /// Writes the string and one more byte, unless it has non-ASCII characters.
  boolean write(MemorySegment target, int offset, String text, int length) {
    memory = target;
    return encode(offset, text, length);
  }

  private boolean encode(int offset, String text, int length) {
    start = offset;
    var _ = allocateFrom(text, StandardCharsets.UTF_8);
    return encodedLength == length && (!hasQuestionMark(offset, length) || isAscii(text, length));
  }

  @Override
  public MemorySegment allocate(long byteSize, long byteAlignment) {
    encodedLength = byteSize - 1;
    return memory.asSlice(start, byteSize);
  }

  private boolean hasQuestionMark(int offset, int length) {
    long found = 0;
    int i = 0;
    for (; i <= length - Long.BYTES; i += Long.BYTES) {
      found |= zeros(memory.get(LONG, offset + i) ^ QUESTION_MARKS);
    }
    for (; i < length; i++) {
      found |= memory.get(BYTE, offset + i) == '?' ? 1 : 0;
    }
    return found != 0;
  }

  /// Returns non-zero if a byte of the word is zero. (All bytes are below 128 here.)
  private static long zeros(long word) {
    return (word - ONES) & ~word & HIGHS;
  }

  private static boolean isAscii(String text, int length) {
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) > 0x7F) {
        return false;
      }
    }
    return true;
  }
}
