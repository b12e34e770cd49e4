// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.util.List;

/// The wire layout of the rows of a container. Each column is laid out as a field of an object
/// would be: an inline value has its own width (and, if it is boxed, a bit in a null bitmap), any
/// other value has a slot. A list has one column; a map has two, keys and values, with the places
/// of a key and its value next to each other.
///
///     0       4              places                      base
///     +-------+--------------+---------------------------+---------------------
///     | count | null bitmaps | inline values or slots    | variable part ...
///     +-------+--------------+---------------------------+---------------------
///
/// Offsets count from the end of the count.
///
/// @param strideBytes the width of a row
/// @param secondPlace the offset of the second column's place in a row
/// @param bitmaps the number of null bitmaps, one for each boxed column
/// @param firstBitmaps the number of null bitmaps that belong to the first column
public record RowLayout(int strideBytes, int secondPlace, int bitmaps, int firstBitmaps) {

  /// @param columns the shapes of the columns, one or two
  public static RowLayout of(List<Shape> columns) {
    Shape first = columns.getFirst();
    int firstBitmaps = bitmaps(first);
    if (columns.size() == 1) {
      return new RowLayout(first.placeBytes(), 0, firstBitmaps, firstBitmaps);
    }
    Shape second = columns.get(1);
    return new RowLayout(
        first.placeBytes() + second.placeBytes(),
        first.placeBytes(),
        firstBitmaps + bitmaps(second),
        firstBitmaps);
  }

  private static int bitmaps(Shape column) {
    return column instanceof Shape.Boxed ? 1 : 0;
  }

  /// The offset of a column's null bitmap, if it has one.
  public int bitmap(int column, int rows) {
    return column == 0 ? 0 : firstBitmaps * NullBitmap.bytes(rows);
  }

  /// The offset of the first row's place.
  public long places(int rows) {
    return (long) bitmaps * NullBitmap.bytes(rows);
  }

  /// The offset of a value's place from the first row's place.
  public long place(int row, int column) {
    return (long) row * strideBytes + (column == 0 ? 0 : secondPlace);
  }

  /// The offset of the variable part, which slots are relative to.
  public long base(int rows) {
    return places(rows) + (long) rows * strideBytes;
  }
}
