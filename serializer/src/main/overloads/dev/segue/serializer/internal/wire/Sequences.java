// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.wire;

import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.NullBitmap;
import dev.segue.serializer.internal.memory.Segments;
import java.lang.foreign.MemorySegment;

/// Counts and null bitmaps of containers and arrays. `RowLayout` defines where rows are.
public final class Sequences {

  /// The width of the count.
  public static final int COUNT_BYTES = Integer.BYTES;

  /// The approximate size of a container on the heap, without its rows.
  public static final int HEADER_ESTIMATE_BYTES = 24;

  private Sequences() {}

  /// The number of elements of a given width that fill a number of bytes exactly.
  public static int elements(long bytes, int widthBytes, long position) {
    long elements = bytes / widthBytes;
    if (elements * widthBytes != bytes || elements > Integer.MAX_VALUE - 8) {
      throw Failures.malformed(
          "corrupt: an array takes "
              + bytes
              + " bytes, which is not a multiple of its elements' "
              + widthBytes
              + " bytes",
          position);
    }
    return (int) elements;
  }

  public static int nullsBytes(int count) {
    return NullBitmap.bytes(count);
  }

  /// Sets a null bitmap to zeros.
  public static void clear(MemorySegment segment, long from, long to) {
    Segments.clear(segment, from, to);
  }

  /// Sets an element's bit in a null bitmap.
  public static void setNull(MemorySegment segment, long nulls, int index) {
    long at = nulls + NullBitmap.offset(index);
    Segments.putByte(segment, at, (byte) (Segments.getByte(segment, at) | NullBitmap.mask(index)));
  }

  /// Whether an element's bit is set in a null bitmap.
  public static boolean isNull(MemorySegment segment, long nulls, int index) {
    long at = nulls + NullBitmap.offset(index);
    return (Segments.getByte(segment, at) & NullBitmap.mask(index)) != 0;
  }

  /// Completes a container after all of its rows were read.
  ///
  /// @param position the container's position, for the error when it cannot hold its rows
  public static Object finish(ContainerKind kind, Object begun, long position) {
    try {
      return kind.finish(begun);
    } catch (RuntimeException e) {
      throw Failures.container(e, position);
    }
  }

  /// Checks a count against the minimum number of bytes that its elements take.
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
