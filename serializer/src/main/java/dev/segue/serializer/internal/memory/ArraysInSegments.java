// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.memory;

import java.lang.foreign.MemorySegment;

/// Copies the elements of primitive arrays to and from segments, in bulk.
public final class ArraysInSegments {

  private ArraysInSegments() {}

  /// Writes the elements of an array of any primitive type.
  public static void put(Object elements, MemorySegment segment, long current) {
    if (elements instanceof boolean[] value) {
      put(value, segment, current);
    } else if (elements instanceof byte[] value) {
      put(value, segment, current);
    } else if (elements instanceof short[] value) {
      put(value, segment, current);
    } else if (elements instanceof char[] value) {
      put(value, segment, current);
    } else if (elements instanceof int[] value) {
      put(value, segment, current);
    } else if (elements instanceof long[] value) {
      put(value, segment, current);
    } else if (elements instanceof float[] value) {
      put(value, segment, current);
    } else if (elements instanceof double[] value) {
      put(value, segment, current);
    } else {
      throw new IllegalArgumentException("array=" + elements);
    }
  }

  /// Reads the elements of an array of any primitive type.
  public static void get(Object elements, MemorySegment segment, long current) {
    if (elements instanceof boolean[] value) {
      get(value, segment, current);
    } else if (elements instanceof byte[] value) {
      get(value, segment, current);
    } else if (elements instanceof short[] value) {
      get(value, segment, current);
    } else if (elements instanceof char[] value) {
      get(value, segment, current);
    } else if (elements instanceof int[] value) {
      get(value, segment, current);
    } else if (elements instanceof long[] value) {
      get(value, segment, current);
    } else if (elements instanceof float[] value) {
      get(value, segment, current);
    } else if (elements instanceof double[] value) {
      get(value, segment, current);
    } else {
      throw new IllegalArgumentException("array=" + elements);
    }
  }

  public static void put(boolean[] value, MemorySegment segment, long current) {
    for (int i = 0; i < value.length; i++) {
      Segments.putBoolean(segment, current + i, value[i]);
    }
  }

  public static void put(byte[] value, MemorySegment segment, long current) {
    MemorySegment.copy(value, 0, segment, Segments.BYTE, current, value.length);
  }

  public static void put(short[] value, MemorySegment segment, long current) {
    MemorySegment.copy(value, 0, segment, Segments.SHORT, current, value.length);
  }

  public static void put(char[] value, MemorySegment segment, long current) {
    MemorySegment.copy(value, 0, segment, Segments.CHAR, current, value.length);
  }

  public static void put(int[] value, MemorySegment segment, long current) {
    MemorySegment.copy(value, 0, segment, Segments.INT, current, value.length);
  }

  public static void put(long[] value, MemorySegment segment, long current) {
    MemorySegment.copy(value, 0, segment, Segments.LONG, current, value.length);
  }

  public static void put(float[] value, MemorySegment segment, long current) {
    MemorySegment.copy(value, 0, segment, Segments.FLOAT, current, value.length);
  }

  public static void put(double[] value, MemorySegment segment, long current) {
    MemorySegment.copy(value, 0, segment, Segments.DOUBLE, current, value.length);
  }

  public static void get(boolean[] value, MemorySegment segment, long current) {
    for (int i = 0; i < value.length; i++) {
      value[i] = Segments.getBoolean(segment, current + i);
    }
  }

  public static void get(byte[] value, MemorySegment segment, long current) {
    MemorySegment.copy(segment, Segments.BYTE, current, value, 0, value.length);
  }

  public static void get(short[] value, MemorySegment segment, long current) {
    MemorySegment.copy(segment, Segments.SHORT, current, value, 0, value.length);
  }

  public static void get(char[] value, MemorySegment segment, long current) {
    MemorySegment.copy(segment, Segments.CHAR, current, value, 0, value.length);
  }

  public static void get(int[] value, MemorySegment segment, long current) {
    MemorySegment.copy(segment, Segments.INT, current, value, 0, value.length);
  }

  public static void get(long[] value, MemorySegment segment, long current) {
    MemorySegment.copy(segment, Segments.LONG, current, value, 0, value.length);
  }

  public static void get(float[] value, MemorySegment segment, long current) {
    MemorySegment.copy(segment, Segments.FLOAT, current, value, 0, value.length);
  }

  public static void get(double[] value, MemorySegment segment, long current) {
    MemorySegment.copy(segment, Segments.DOUBLE, current, value, 0, value.length);
  }
}
