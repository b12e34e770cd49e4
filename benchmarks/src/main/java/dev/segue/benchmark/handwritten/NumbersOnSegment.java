// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

import static dev.segue.benchmark.handwritten.Layouts.BYTE;
import static dev.segue.benchmark.handwritten.Layouts.CHAR;
import static dev.segue.benchmark.handwritten.Layouts.DOUBLE;
import static dev.segue.benchmark.handwritten.Layouts.FLOAT;
import static dev.segue.benchmark.handwritten.Layouts.INT;
import static dev.segue.benchmark.handwritten.Layouts.LONG;
import static dev.segue.benchmark.handwritten.Layouts.SHORT;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Primitive arrays in a segment, with the layout of [NumbersOnArray].
final class NumbersOnSegment {
  private NumbersOnSegment() {}

  /// Returns the offset after the array at this offset.
  static int end(MemorySegment memory, int offset, int width) {
    int length = memory.get(INT, offset);
    return length < 0 ? offset + 4 : offset + 4 + length * width;
  }

  static int write(MemorySegment memory, int offset, int @Nullable [] array) {
    if (array == null) {
      memory.set(INT, offset, -1);
      return offset + 4;
    }
    int length = array.length;
    memory.set(INT, offset, length);
    for (int i = 0; i < length; i++) {
      memory.set(INT, offset + 4 + i * Integer.BYTES, array[i]);
    }
    return offset + 4 + length * Integer.BYTES;
  }

  static int @Nullable [] readInts(MemorySegment memory, int offset) {
    int length = memory.get(INT, offset);
    if (length < 0) {
      return null;
    }
    var array = new int[length];
    for (int i = 0; i < length; i++) {
      array[i] = memory.get(INT, offset + 4 + i * Integer.BYTES);
    }
    return array;
  }

  static int write(MemorySegment memory, int offset, long @Nullable [] array) {
    if (array == null) {
      memory.set(INT, offset, -1);
      return offset + 4;
    }
    int length = array.length;
    memory.set(INT, offset, length);
    for (int i = 0; i < length; i++) {
      memory.set(LONG, offset + 4 + i * Long.BYTES, array[i]);
    }
    return offset + 4 + length * Long.BYTES;
  }

  static long @Nullable [] readLongs(MemorySegment memory, int offset) {
    int length = memory.get(INT, offset);
    if (length < 0) {
      return null;
    }
    var array = new long[length];
    for (int i = 0; i < length; i++) {
      array[i] = memory.get(LONG, offset + 4 + i * Long.BYTES);
    }
    return array;
  }

  static int write(MemorySegment memory, int offset, float @Nullable [] array) {
    if (array == null) {
      memory.set(INT, offset, -1);
      return offset + 4;
    }
    int length = array.length;
    memory.set(INT, offset, length);
    for (int i = 0; i < length; i++) {
      memory.set(FLOAT, offset + 4 + i * Float.BYTES, array[i]);
    }
    return offset + 4 + length * Float.BYTES;
  }

  static float @Nullable [] readFloats(MemorySegment memory, int offset) {
    int length = memory.get(INT, offset);
    if (length < 0) {
      return null;
    }
    var array = new float[length];
    for (int i = 0; i < length; i++) {
      array[i] = memory.get(FLOAT, offset + 4 + i * Float.BYTES);
    }
    return array;
  }

  static int write(MemorySegment memory, int offset, double @Nullable [] array) {
    if (array == null) {
      memory.set(INT, offset, -1);
      return offset + 4;
    }
    int length = array.length;
    memory.set(INT, offset, length);
    for (int i = 0; i < length; i++) {
      memory.set(DOUBLE, offset + 4 + i * Double.BYTES, array[i]);
    }
    return offset + 4 + length * Double.BYTES;
  }

  static double @Nullable [] readDoubles(MemorySegment memory, int offset) {
    int length = memory.get(INT, offset);
    if (length < 0) {
      return null;
    }
    var array = new double[length];
    for (int i = 0; i < length; i++) {
      array[i] = memory.get(DOUBLE, offset + 4 + i * Double.BYTES);
    }
    return array;
  }

  static int write(MemorySegment memory, int offset, short @Nullable [] array) {
    if (array == null) {
      memory.set(INT, offset, -1);
      return offset + 4;
    }
    int length = array.length;
    memory.set(INT, offset, length);
    for (int i = 0; i < length; i++) {
      memory.set(SHORT, offset + 4 + i * Short.BYTES, array[i]);
    }
    return offset + 4 + length * Short.BYTES;
  }

  static short @Nullable [] readShorts(MemorySegment memory, int offset) {
    int length = memory.get(INT, offset);
    if (length < 0) {
      return null;
    }
    var array = new short[length];
    for (int i = 0; i < length; i++) {
      array[i] = memory.get(SHORT, offset + 4 + i * Short.BYTES);
    }
    return array;
  }

  static int write(MemorySegment memory, int offset, char @Nullable [] array) {
    if (array == null) {
      memory.set(INT, offset, -1);
      return offset + 4;
    }
    int length = array.length;
    memory.set(INT, offset, length);
    for (int i = 0; i < length; i++) {
      memory.set(CHAR, offset + 4 + i * Character.BYTES, array[i]);
    }
    return offset + 4 + length * Character.BYTES;
  }

  static char @Nullable [] readChars(MemorySegment memory, int offset) {
    int length = memory.get(INT, offset);
    if (length < 0) {
      return null;
    }
    var array = new char[length];
    for (int i = 0; i < length; i++) {
      array[i] = memory.get(CHAR, offset + 4 + i * Character.BYTES);
    }
    return array;
  }

  static int write(MemorySegment memory, int offset, boolean @Nullable [] array) {
    if (array == null) {
      memory.set(INT, offset, -1);
      return offset + 4;
    }
    int length = array.length;
    memory.set(INT, offset, length);
    for (int i = 0; i < length; i++) {
      memory.set(BYTE, offset + 4 + i, (byte) (array[i] ? 1 : 0));
    }
    return offset + 4 + length;
  }

  static boolean @Nullable [] readBooleans(MemorySegment memory, int offset) {
    int length = memory.get(INT, offset);
    if (length < 0) {
      return null;
    }
    var array = new boolean[length];
    for (int i = 0; i < length; i++) {
      array[i] = memory.get(BYTE, offset + 4 + i) != 0;
    }
    return array;
  }
}
