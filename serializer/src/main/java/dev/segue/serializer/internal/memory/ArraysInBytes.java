// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.memory;

import java.lang.foreign.MemorySegment;

/// Copies the elements of primitive arrays to and from byte arrays. The caller has checked the
/// bounds.
public final class ArraysInBytes {

  /// The minimum length at which a bulk copy is faster than a loop with a conversion, which the JIT
  /// does not vectorize. Depending on the tier that first compiled `MemorySegment.ofArray`, the JIT
  /// eliminates the segment, or allocates 72 bytes for each copy.
  private static final int BULK = 64;

  private ArraysInBytes() {}

  /// Writes the elements of an array of any primitive type.
  public static void put(Object elements, byte[] array, int current) {
    if (elements instanceof boolean[] value) {
      put(value, array, current);
    } else if (elements instanceof byte[] value) {
      put(value, array, current);
    } else if (elements instanceof short[] value) {
      put(value, array, current);
    } else if (elements instanceof char[] value) {
      put(value, array, current);
    } else if (elements instanceof int[] value) {
      put(value, array, current);
    } else if (elements instanceof long[] value) {
      put(value, array, current);
    } else if (elements instanceof float[] value) {
      put(value, array, current);
    } else if (elements instanceof double[] value) {
      put(value, array, current);
    } else {
      throw new IllegalArgumentException("array=" + elements);
    }
  }

  /// Reads the elements of an array of any primitive type.
  public static void get(Object elements, byte[] array, int current) {
    if (elements instanceof boolean[] value) {
      get(value, array, current);
    } else if (elements instanceof byte[] value) {
      get(value, array, current);
    } else if (elements instanceof short[] value) {
      get(value, array, current);
    } else if (elements instanceof char[] value) {
      get(value, array, current);
    } else if (elements instanceof int[] value) {
      get(value, array, current);
    } else if (elements instanceof long[] value) {
      get(value, array, current);
    } else if (elements instanceof float[] value) {
      get(value, array, current);
    } else if (elements instanceof double[] value) {
      get(value, array, current);
    } else {
      throw new IllegalArgumentException("array=" + elements);
    }
  }

  public static void put(boolean[] value, byte[] array, int current) {
    for (int i = 0; i < value.length; i++) {
      ByteArrays.putBoolean(array, current + i, value[i]);
    }
  }

  public static void put(byte[] value, byte[] array, int current) {
    System.arraycopy(value, 0, array, current, value.length);
  }

  public static void put(short[] value, byte[] array, int current) {
    for (int i = 0; i < value.length; i++) {
      ByteArrays.putShort(array, current + (i << 1), value[i]);
    }
  }

  public static void put(char[] value, byte[] array, int current) {
    for (int i = 0; i < value.length; i++) {
      ByteArrays.putChar(array, current + (i << 1), value[i]);
    }
  }

  public static void put(int[] value, byte[] array, int current) {
    for (int i = 0; i < value.length; i++) {
      ByteArrays.putInt(array, current + (i << 2), value[i]);
    }
  }

  public static void put(long[] value, byte[] array, int current) {
    for (int i = 0; i < value.length; i++) {
      ByteArrays.putLong(array, current + (i << 3), value[i]);
    }
  }

  public static void put(float[] value, byte[] array, int current) {
    if (value.length >= BULK) {
      MemorySegment memory = MemorySegment.ofArray(array);
      MemorySegment.copy(value, 0, memory, Segments.FLOAT, current, value.length);
      return;
    }
    for (int i = 0; i < value.length; i++) {
      ByteArrays.putFloat(array, current + (i << 2), value[i]);
    }
  }

  public static void put(double[] value, byte[] array, int current) {
    if (value.length >= BULK) {
      MemorySegment memory = MemorySegment.ofArray(array);
      MemorySegment.copy(value, 0, memory, Segments.DOUBLE, current, value.length);
      return;
    }
    for (int i = 0; i < value.length; i++) {
      ByteArrays.putDouble(array, current + (i << 3), value[i]);
    }
  }

  public static void get(boolean[] value, byte[] array, int current) {
    for (int i = 0; i < value.length; i++) {
      value[i] = ByteArrays.getBoolean(array, current + i);
    }
  }

  public static void get(byte[] value, byte[] array, int current) {
    System.arraycopy(array, current, value, 0, value.length);
  }

  public static void get(short[] value, byte[] array, int current) {
    for (int i = 0; i < value.length; i++) {
      value[i] = ByteArrays.getShort(array, current + (i << 1));
    }
  }

  public static void get(char[] value, byte[] array, int current) {
    for (int i = 0; i < value.length; i++) {
      value[i] = ByteArrays.getChar(array, current + (i << 1));
    }
  }

  public static void get(int[] value, byte[] array, int current) {
    for (int i = 0; i < value.length; i++) {
      value[i] = ByteArrays.getInt(array, current + (i << 2));
    }
  }

  public static void get(long[] value, byte[] array, int current) {
    for (int i = 0; i < value.length; i++) {
      value[i] = ByteArrays.getLong(array, current + (i << 3));
    }
  }

  public static void get(float[] value, byte[] array, int current) {
    if (value.length >= BULK) {
      MemorySegment memory = MemorySegment.ofArray(array);
      MemorySegment.copy(memory, Segments.FLOAT, current, value, 0, value.length);
      return;
    }
    for (int i = 0; i < value.length; i++) {
      value[i] = ByteArrays.getFloat(array, current + (i << 2));
    }
  }

  public static void get(double[] value, byte[] array, int current) {
    if (value.length >= BULK) {
      MemorySegment memory = MemorySegment.ofArray(array);
      MemorySegment.copy(memory, Segments.DOUBLE, current, value, 0, value.length);
      return;
    }
    for (int i = 0; i < value.length; i++) {
      value[i] = ByteArrays.getDouble(array, current + (i << 3));
    }
  }
}
