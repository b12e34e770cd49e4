// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.wire;

import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.NullBitmap;
import dev.segue.serializer.internal.memory.Segments;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Counts and null bitmaps of containers and arrays. `RowLayout` defines where rows are.
public final class Sequences {

  /// Bytes of the count.
  public static final int COUNT_BYTES = Integer.BYTES;

  /// About how many bytes a container takes on the heap without its rows.
  public static final int HEADER_ESTIMATE_BYTES = 24;

  private Sequences() {}

  /// How many elements of a width fill a number of bytes exactly.
  public static int elements(long bytes, int widthBytes, long position) {
    long elements = bytes / widthBytes;
    if (elements * widthBytes != bytes || elements > Integer.MAX_VALUE - 8) {
      throw Failures.malformed(
          "corrupt: an array takes "
              + bytes
              + " bytes, which its elements of "
              + widthBytes
              + " bytes do not fill",
          position);
    }
    return (int) elements;
  }

  public static int nullsBytes(int count) {
    return NullBitmap.bytes(count);
  }

  /// Makes a null bitmap of zeros.
  public static void clear(byte[] array, int from, int to) {
    Arrays.fill(array, from, to, (byte) 0);
  }

  /// Makes a null bitmap of zeros.
  public static void clear(MemorySegment segment, long from, long to) {
    for (long at = from; at < to; at++) {
      Segments.putByte(segment, at, (byte) 0);
    }
  }

  /// Sets an element's bit in a null bitmap.
  public static void setNull(byte[] array, int nulls, int index) {
    array[nulls + NullBitmap.offset(index)] |= (byte) NullBitmap.mask(index);
  }

  /// Sets an element's bit in a null bitmap.
  public static void setNull(MemorySegment segment, long nulls, int index) {
    long at = nulls + NullBitmap.offset(index);
    Segments.putByte(segment, at, (byte) (Segments.getByte(segment, at) | NullBitmap.mask(index)));
  }

  /// Whether an element's bit is set in a null bitmap.
  public static boolean isNull(byte[] array, int nulls, int index) {
    return (array[nulls + NullBitmap.offset(index)] & NullBitmap.mask(index)) != 0;
  }

  /// Whether an element's bit is set in a null bitmap.
  public static boolean isNull(MemorySegment segment, long nulls, int index) {
    long at = nulls + NullBitmap.offset(index);
    return (Segments.getByte(segment, at) & NullBitmap.mask(index)) != 0;
  }

  /// The container, when all of its rows were read.
  ///
  /// @param position where it stands, for the error when it cannot hold them
  public static Object finish(ContainerKind kind, Object begun, long position) {
    try {
      return kind.finish(begun);
    } catch (RuntimeException e) {
      throw Failures.container(e, position);
    }
  }

  /// A count read, checked against the bytes that its elements take at the least.
  public static int count(int count, int elementBytes, long position, long end) {
    if (count < 0 || (long) count * elementBytes > end - position) {
      throw Failures.malformed(
          "corrupt: a list of "
              + Integer.toUnsignedLong(count)
              + " elements in "
              + (end - position)
              + " bytes",
          position);
    }
    return count;
  }
}
