// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

/// The null bitmap of an object's boxed fields, or of a column of boxed values: one bit for each,
/// from the lowest bit of the first byte on; a set bit means null.
public final class NullBitmap {

  private NullBitmap() {}

  /// The length of a column's bitmap. (An object's bitmap may be padded, see [ObjectLayout].)
  public static int bytes(int rows) {
    return (int) ((rows + 7L) >>> 3);
  }

  /// The offset of the byte that holds a bit, from the start of the bitmap.
  public static int offset(int bit) {
    return bit >> 3;
  }

  /// The mask of the bit within that byte.
  public static int mask(int bit) {
    return 1 << (bit & 7);
  }
}
