// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.DayOfWeek;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// The arithmetic of rows and null bitmaps.
class RowLayoutTest {

  private static final Shape NUMBER = new Shape.Boxed(PrimitiveKind.LONG);
  private static final Shape FLAG = new Shape.Boxed(PrimitiveKind.BOOLEAN);
  private static final Shape TEXT = new Shape.Text();
  private static final Shape CONSTANT = new Shape.EnumConstant(EnumConstants.of(DayOfWeek.class));

  @Nested
  class OneColumn {

    @Test
    void slotsFollowTheCount() {
      RowLayout layout = RowLayout.of(List.of(TEXT));
      assertEquals(Shape.SLOT_BYTES, layout.strideBytes());
      assertEquals(0, layout.places(9));
      assertEquals(8 * 4, layout.place(8, 0));
      assertEquals(9 * 4, layout.base(9));
    }

    @Test
    void constantsHaveNoBitmap() {
      RowLayout layout = RowLayout.of(List.of(CONSTANT));
      assertEquals(1, layout.strideBytes());
      assertEquals(0, layout.bitmaps());
      assertEquals(9, layout.base(9));
    }

    @Test
    void boxedValuesFollowTheirBitmap() {
      RowLayout layout = RowLayout.of(List.of(NUMBER));
      assertEquals(0, layout.bitmap(0, 9));
      assertEquals(2, layout.places(9));
      assertEquals(2 + 9 * 8, layout.base(9));
    }

    @Test
    void anyCountFitsALong() {
      RowLayout layout = RowLayout.of(List.of(NUMBER));
      assertEquals((1L << 28) + 8L * Integer.MAX_VALUE, layout.base(Integer.MAX_VALUE));
    }
  }

  @Nested
  class TwoColumns {

    @Test
    void valuesAreNextToTheirKeys() {
      RowLayout layout = RowLayout.of(List.of(FLAG, NUMBER));
      assertEquals(9, layout.strideBytes());
      assertEquals(2 * 9, layout.place(2, 0));
      assertEquals(2 * 9 + 1, layout.place(2, 1));
    }

    @Test
    void bitmapOfValuesFollowsBitmapOfKeys() {
      RowLayout layout = RowLayout.of(List.of(FLAG, NUMBER));
      assertEquals(0, layout.bitmap(0, 9));
      assertEquals(2, layout.bitmap(1, 9));
      assertEquals(4, layout.places(9));
      assertEquals(4 + 9 * 9, layout.base(9));
    }

    @Test
    void onlyBitmapComesFirst() {
      RowLayout values = RowLayout.of(List.of(TEXT, NUMBER));
      assertEquals(0, values.bitmap(1, 9));
      assertEquals(2, values.places(9));
      RowLayout keys = RowLayout.of(List.of(NUMBER, TEXT));
      assertEquals(0, keys.bitmap(0, 9));
      assertEquals(2, keys.places(9));
      assertEquals(8, keys.place(0, 1));
    }
  }

  @Test
  void bitmapsStartAtTheLowestBit() {
    BitSet expected = new BitSet();
    byte[] bitmap = new byte[NullBitmap.bytes(100)];
    for (int bit = 0; bit < 100; bit += 7) {
      expected.set(bit);
      bitmap[NullBitmap.offset(bit)] |= (byte) NullBitmap.mask(bit);
    }
    assertEquals(expected, BitSet.valueOf(bitmap));
    assertEquals(13, bitmap.length);
  }
}
