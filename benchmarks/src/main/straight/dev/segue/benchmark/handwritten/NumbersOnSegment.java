// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

import static dev.segue.benchmark.handwritten.Layouts.BYTE;
import static dev.segue.benchmark.handwritten.Layouts.INT;
import static dev.segue.benchmark.handwritten.Layouts.LONG;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Primitive arrays in a segment: the length, -1 for null, then the elements.
final class NumbersOnSegment {
  private NumbersOnSegment() {}

  /// Returns the offset after the array at this offset.
  static int end(MemorySegment memory, int offset, int width) {
    int length = memory.get(INT, offset);
    return length < 0 ? offset + 4 : offset + 4 + length * width;
  }

  // also for int, float, double, short, char
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

  // end

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
