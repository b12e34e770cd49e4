// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.serializer.internal.call.BytesBuffer;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.SegmentBuffer;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Arrays of every kind, with lengths around the threshold for bulk copies.
class PrimitiveArraysTest {

  private static final int[] LENGTHS = {0, 1, 7, 63, 64, 65, 127, 128, 1000};
  private static final int ROOM = 8 * 1000 + 16;

  /// The value of bytes around the elements, which must not change.
  private static final byte AROUND = 0x55;

  @ParameterizedTest
  @EnumSource(PrimitiveKind.class)
  void roundTripInBothKindsOfMemoryWithoutTouchingOtherBytes(PrimitiveKind kind) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(ROOM);
      byte[] bytes = new byte[ROOM];
      for (int length : LENGTHS) {
        for (int start : new int[] {0, 1, 5, 8}) {
          Object array = random(kind, length);
          Arrays.fill(bytes, AROUND);
          segment.fill(AROUND);
          PayloadBuffer inBytes = new BytesBuffer(bytes, null);
          PayloadBuffer inSegment = new SegmentBuffer(segment, null);
          inBytes.putArray(array, start);
          inSegment.putArray(array, start);
          assertArrayEquals(segment.toArray(ValueLayout.JAVA_BYTE), bytes, "length=" + length);
          requireAround(bytes, start, length * kind.widthBytes());
          assertSame(array, inBytes, kind, start);
          assertSame(array, inSegment, kind, start);
        }
      }
    }
  }

  private static void assertSame(
      Object array, PayloadBuffer buffer, PrimitiveKind kind, int start) {
    int length = Array.getLength(array);
    Object read = Array.newInstance(kind.primitive(), length);
    buffer.getArray(read, start);
    for (int i = 0; i < length; i++) {
      Object element = Array.get(array, i);
      assertEquals(element, Array.get(read, i));
      assertEquals(element, buffer.get(kind, start + (long) i * kind.widthBytes()));
    }
  }

  private static void requireAround(byte[] bytes, int start, int length) {
    for (int i = 0; i < bytes.length; i++) {
      if (i < start || i >= start + length) {
        assertEquals(AROUND, bytes[i], "at " + i);
      }
    }
  }

  private static Object random(PrimitiveKind kind, int length) {
    Random random = new Random(length);
    Object array = Array.newInstance(kind.primitive(), length);
    for (int i = 0; i < length; i++) {
      switch (kind) {
        case BOOLEAN -> Array.setBoolean(array, i, random.nextBoolean());
        case BYTE -> Array.setByte(array, i, (byte) random.nextInt());
        case SHORT -> Array.setShort(array, i, (short) random.nextInt());
        case CHAR -> Array.setChar(array, i, (char) random.nextInt());
        case INT -> Array.setInt(array, i, random.nextInt());
        case LONG -> Array.setLong(array, i, random.nextLong());
        case FLOAT -> Array.setFloat(array, i, random.nextFloat());
        case DOUBLE -> Array.setDouble(array, i, random.nextDouble());
      }
    }
    return array;
  }
}
