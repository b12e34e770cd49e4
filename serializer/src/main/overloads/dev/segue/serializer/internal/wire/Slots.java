// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.wire;

import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.memory.Segments;
import java.lang.foreign.MemorySegment;

/// The slot of a variable-length value: four bytes in a fixed block, with the end of the value's
/// bytes and a tag for their kind.
///
///     31                               2 1   0
///     +---------------------------------+-----+
///     | end, from the fixed block's end | tag |
///     +---------------------------------+-----+
///
/// A value's bytes begin at the end of the previous slot's value (the first one's at the end of the
/// fixed block), so two slots are enough to reach any field. A null takes no bytes.
public final class Slots {

  public static final int NULL = 0;

  /// A value of the default class of the declared type.
  public static final int EXACT = 1;

  /// A type reference, then a value of that type.
  public static final int TYPED = 2;

  /// A string of one byte per character.
  public static final int LATIN1 = 1;

  /// A string of two bytes per character.
  public static final int UTF16 = 2;

  /// A string in UTF-8.
  public static final int UTF8 = 3;

  /// Four bytes: the position of a value that was written before, from the payload's start.
  public static final int REFERENCE = 3;

  public static final int TAG_BITS = 2;
  private static final int TAG_MASK = (1 << TAG_BITS) - 1;
  private static final long MAX_EXTENT = (1L << (Integer.SIZE - TAG_BITS)) - 1;

  private Slots() {}

  public static int tag(int slot) {
    return slot & TAG_MASK;
  }

  public static int of(long base, long end, int tag) {
    long extent = end - base;
    if (extent > MAX_EXTENT) {
      throw Failures.tooLarge(extent, MAX_EXTENT, base);
    }
    return (int) extent << TAG_BITS | tag;
  }

  /// Joins the end of a value and its tag, for [#untagged] and [#tagOf].
  public static long tagged(long end, int tag) {
    return end << TAG_BITS | tag;
  }

  /// The end of a value, from [#tagged].
  public static long untagged(long tagged) {
    return tagged >> TAG_BITS;
  }

  /// The tag of a value, from [#tagged].
  public static int tagOf(long tagged) {
    return (int) tagged & TAG_MASK;
  }

  public static void put(MemorySegment segment, long position, long base, long end, int tag) {
    Segments.putInt(segment, position, of(base, end, tag));
  }

  /// The end of a value that begins at `current`, according to its slot: never before `current`,
  /// and never after `end`, the end of the enclosing value.
  // overload
  public static long end(int slot, long base, long current, long end) {
    long next = base + (slot >>> TAG_BITS);
    if (next < current || next > end) {
      throw Failures.badExtent(next, current, end);
    }
    return next;
  }

  /// Reserves room for a block of known size, and returns its end.
  // overload
  public static long reserve(long position, long bytes, long limit) {
    if (bytes > limit - position) {
      throw Failures.destinationTooSmall(position, bytes, limit);
    }
    return position + bytes;
  }

  /// Reserves room for `count` elements of a given width, and returns their end.
  public static int reserve(int position, int count, int widthBytes, int limit) {
    return (int) reserve(position, (long) count * widthBytes, (long) limit);
  }

  /// Reserves room for `count` elements of a given width, and returns their end.
  public static long reserve(long position, int count, int widthBytes, long limit) {
    return reserve(position, (long) count * widthBytes, limit);
  }

  /// Reserves room for a content of any length, and returns its end.
  public static int reserveContent(int position, long byteSize, int limit) {
    return (int) reserve(position, byteSize, (long) limit);
  }

  /// Reserves room for a content of any length, and returns its end.
  public static long reserveContent(long position, long byteSize, long limit) {
    return reserve(position, byteSize, limit);
  }

  /// Checks that a block of known size is complete, and returns its end.
  // overload
  public static long block(long position, long bytes, long end) {
    if (bytes > end - position) {
      throw Failures.truncated(position, bytes, end);
    }
    return position + bytes;
  }

  public static int block(int position, int count, int widthBytes, int end) {
    return (int) block(position, (long) count * widthBytes, (long) end);
  }

  public static long block(long position, int count, int widthBytes, long end) {
    return block(position, (long) count * widthBytes, end);
  }

  /// The start of a block of known size that ends at `end`.
  public static int back(int base, int bytes, int end) {
    return (int) back((long) base, bytes, end);
  }

  /// The start of a block of known size that ends at `end`.
  public static long back(long base, int bytes, long end) {
    if (bytes < 0 || bytes > end - base) {
      throw Failures.malformed("corrupt: a schema of " + bytes + " bytes", end);
    }
    return end - bytes;
  }

  /// Checks that all bytes of a value were read.
  public static void finish(long current, long end) {
    if (current != end) {
      throw Failures.leftOver(current, end);
    }
  }

  /// Checks that a slot is a null slot, whose value takes no bytes.
  public static void nothing(int slot, long current, long end) {
    if (tag(slot) != NULL) {
      throw Failures.badTag(tag(slot), current);
    }
    finish(current, end);
  }

  /// Checks that one more level of objects may be entered.
  public static void enter(int depth) {
    if (depth <= 0) {
      throw Failures.tooDeep();
    }
  }
}
