// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

/// The arithmetic of lists and arrays: how many elements there can be.
///
/// A list is a count, then its elements as the fields of an object would stand: inline ones in
/// their width (boxed ones behind a null bitmap), the others behind one slot each.
///
///     0       4
///     +-------+--------------+-----------------------+
///     | count | null bitmap  | inline elements       |   boxed primitives, enums
///     +-------+--------------+-----------------------+
///     | count | slots        | variable part         |   everything else
///     +-------+--------------+-----------------------+
public final class Sequences {

  /// Bytes of the count.
  public static final int COUNT_BYTES = Integer.BYTES;

  private Sequences() {}

  /// How many elements of a width fill a number of bytes exactly.
  public static int elements(long bytes, int widthBytes, long position) {
    long elements = bytes / widthBytes;
    if (elements * widthBytes != bytes || elements > Integer.MAX_VALUE - 8) {
      throw Failures.malformed(
          "corrupt: " + bytes + " bytes are no array of elements of " + widthBytes, position);
    }
    return (int) elements;
  }

  public static int nullsBytes(int count) {
    return (int) ((count + 7L) >>> 3);
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
