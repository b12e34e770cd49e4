// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

import static dev.segue.benchmark.handwritten.Views.CHAR;
import static dev.segue.benchmark.handwritten.Views.DOUBLE;
import static dev.segue.benchmark.handwritten.Views.FLOAT;
import static dev.segue.benchmark.handwritten.Views.INT;
import static dev.segue.benchmark.handwritten.Views.LONG;
import static dev.segue.benchmark.handwritten.Views.SHORT;

import org.jspecify.annotations.Nullable;

/// Primitive arrays in a byte array: the length, -1 for null, then the elements.
final class NumbersOnArray {
  private NumbersOnArray() {}

  /// Returns the offset after the array at this offset.
  static int end(byte[] memory, int offset, int width) {
    int length = (int) INT.get(memory, offset);
    return length < 0 ? offset + 4 : offset + 4 + length * width;
  }

  static int write(byte[] memory, int offset, int @Nullable [] array) {
    if (array == null) {
      INT.set(memory, offset, -1);
      return offset + 4;
    }
    int length = array.length;
    INT.set(memory, offset, length);
    for (int i = 0; i < length; i++) {
      INT.set(memory, offset + 4 + i * Integer.BYTES, array[i]);
    }
    return offset + 4 + length * Integer.BYTES;
  }

  static int @Nullable [] readInts(byte[] memory, int offset) {
    int length = (int) INT.get(memory, offset);
    if (length < 0) {
      return null;
    }
    var array = new int[length];
    for (int i = 0; i < length; i++) {
      array[i] = (int) INT.get(memory, offset + 4 + i * Integer.BYTES);
    }
    return array;
  }

  static int write(byte[] memory, int offset, long @Nullable [] array) {
    if (array == null) {
      INT.set(memory, offset, -1);
      return offset + 4;
    }
    int length = array.length;
    INT.set(memory, offset, length);
    for (int i = 0; i < length; i++) {
      LONG.set(memory, offset + 4 + i * Long.BYTES, array[i]);
    }
    return offset + 4 + length * Long.BYTES;
  }

  static long @Nullable [] readLongs(byte[] memory, int offset) {
    int length = (int) INT.get(memory, offset);
    if (length < 0) {
      return null;
    }
    var array = new long[length];
    for (int i = 0; i < length; i++) {
      array[i] = (long) LONG.get(memory, offset + 4 + i * Long.BYTES);
    }
    return array;
  }

  static int write(byte[] memory, int offset, float @Nullable [] array) {
    if (array == null) {
      INT.set(memory, offset, -1);
      return offset + 4;
    }
    int length = array.length;
    INT.set(memory, offset, length);
    for (int i = 0; i < length; i++) {
      FLOAT.set(memory, offset + 4 + i * Float.BYTES, array[i]);
    }
    return offset + 4 + length * Float.BYTES;
  }

  static float @Nullable [] readFloats(byte[] memory, int offset) {
    int length = (int) INT.get(memory, offset);
    if (length < 0) {
      return null;
    }
    var array = new float[length];
    for (int i = 0; i < length; i++) {
      array[i] = (float) FLOAT.get(memory, offset + 4 + i * Float.BYTES);
    }
    return array;
  }

  static int write(byte[] memory, int offset, double @Nullable [] array) {
    if (array == null) {
      INT.set(memory, offset, -1);
      return offset + 4;
    }
    int length = array.length;
    INT.set(memory, offset, length);
    for (int i = 0; i < length; i++) {
      DOUBLE.set(memory, offset + 4 + i * Double.BYTES, array[i]);
    }
    return offset + 4 + length * Double.BYTES;
  }

  static double @Nullable [] readDoubles(byte[] memory, int offset) {
    int length = (int) INT.get(memory, offset);
    if (length < 0) {
      return null;
    }
    var array = new double[length];
    for (int i = 0; i < length; i++) {
      array[i] = (double) DOUBLE.get(memory, offset + 4 + i * Double.BYTES);
    }
    return array;
  }

  static int write(byte[] memory, int offset, short @Nullable [] array) {
    if (array == null) {
      INT.set(memory, offset, -1);
      return offset + 4;
    }
    int length = array.length;
    INT.set(memory, offset, length);
    for (int i = 0; i < length; i++) {
      SHORT.set(memory, offset + 4 + i * Short.BYTES, array[i]);
    }
    return offset + 4 + length * Short.BYTES;
  }

  static short @Nullable [] readShorts(byte[] memory, int offset) {
    int length = (int) INT.get(memory, offset);
    if (length < 0) {
      return null;
    }
    var array = new short[length];
    for (int i = 0; i < length; i++) {
      array[i] = (short) SHORT.get(memory, offset + 4 + i * Short.BYTES);
    }
    return array;
  }

  static int write(byte[] memory, int offset, char @Nullable [] array) {
    if (array == null) {
      INT.set(memory, offset, -1);
      return offset + 4;
    }
    int length = array.length;
    INT.set(memory, offset, length);
    for (int i = 0; i < length; i++) {
      CHAR.set(memory, offset + 4 + i * Character.BYTES, array[i]);
    }
    return offset + 4 + length * Character.BYTES;
  }

  static char @Nullable [] readChars(byte[] memory, int offset) {
    int length = (int) INT.get(memory, offset);
    if (length < 0) {
      return null;
    }
    var array = new char[length];
    for (int i = 0; i < length; i++) {
      array[i] = (char) CHAR.get(memory, offset + 4 + i * Character.BYTES);
    }
    return array;
  }

  static int write(byte[] memory, int offset, boolean @Nullable [] array) {
    if (array == null) {
      INT.set(memory, offset, -1);
      return offset + 4;
    }
    int length = array.length;
    INT.set(memory, offset, length);
    for (int i = 0; i < length; i++) {
      memory[offset + 4 + i] = (byte) (array[i] ? 1 : 0);
    }
    return offset + 4 + length;
  }

  static boolean @Nullable [] readBooleans(byte[] memory, int offset) {
    int length = (int) INT.get(memory, offset);
    if (length < 0) {
      return null;
    }
    var array = new boolean[length];
    for (int i = 0; i < length; i++) {
      array[i] = memory[offset + 4 + i] != 0;
    }
    return array;
  }
}
