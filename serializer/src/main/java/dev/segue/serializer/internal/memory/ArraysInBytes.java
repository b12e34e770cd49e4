// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.memory;

import java.lang.foreign.MemorySegment;

/// Copies the elements of primitive arrays to and from byte arrays. The caller has checked the
/// bounds.
public final class ArraysInBytes {

  private ArraysInBytes() {}

  /// Puts the elements of an array of any primitive type.
  public static void put(Object elements, byte[] array, int current) {
    switch (elements) {
      case boolean[] value -> put(value, array, current);
      case byte[] value -> put(value, array, current);
      case short[] value -> put(value, array, current);
      case char[] value -> put(value, array, current);
      case int[] value -> put(value, array, current);
      case long[] value -> put(value, array, current);
      case float[] value -> put(value, array, current);
      case double[] value -> put(value, array, current);
      default -> throw new IllegalArgumentException("array=" + elements);
    }
  }

  /// Gets the elements of an array of any primitive type.
  public static void get(Object elements, byte[] array, int current) {
    switch (elements) {
      case boolean[] value -> get(value, array, current);
      case byte[] value -> get(value, array, current);
      case short[] value -> get(value, array, current);
      case char[] value -> get(value, array, current);
      case int[] value -> get(value, array, current);
      case long[] value -> get(value, array, current);
      case float[] value -> get(value, array, current);
      case double[] value -> get(value, array, current);
      default -> throw new IllegalArgumentException("array=" + elements);
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
    MemorySegment memory = MemorySegment.ofArray(array);
    MemorySegment.copy(value, 0, memory, Segments.SHORT, current, value.length);
  }

  public static void put(char[] value, byte[] array, int current) {
    MemorySegment memory = MemorySegment.ofArray(array);
    MemorySegment.copy(value, 0, memory, Segments.CHAR, current, value.length);
  }

  public static void put(int[] value, byte[] array, int current) {
    MemorySegment memory = MemorySegment.ofArray(array);
    MemorySegment.copy(value, 0, memory, Segments.INT, current, value.length);
  }

  public static void put(long[] value, byte[] array, int current) {
    MemorySegment memory = MemorySegment.ofArray(array);
    MemorySegment.copy(value, 0, memory, Segments.LONG, current, value.length);
  }

  public static void put(float[] value, byte[] array, int current) {
    MemorySegment memory = MemorySegment.ofArray(array);
    MemorySegment.copy(value, 0, memory, Segments.FLOAT, current, value.length);
  }

  public static void put(double[] value, byte[] array, int current) {
    MemorySegment memory = MemorySegment.ofArray(array);
    MemorySegment.copy(value, 0, memory, Segments.DOUBLE, current, value.length);
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
    MemorySegment memory = MemorySegment.ofArray(array);
    MemorySegment.copy(memory, Segments.SHORT, current, value, 0, value.length);
  }

  public static void get(char[] value, byte[] array, int current) {
    MemorySegment memory = MemorySegment.ofArray(array);
    MemorySegment.copy(memory, Segments.CHAR, current, value, 0, value.length);
  }

  public static void get(int[] value, byte[] array, int current) {
    MemorySegment memory = MemorySegment.ofArray(array);
    MemorySegment.copy(memory, Segments.INT, current, value, 0, value.length);
  }

  public static void get(long[] value, byte[] array, int current) {
    MemorySegment memory = MemorySegment.ofArray(array);
    MemorySegment.copy(memory, Segments.LONG, current, value, 0, value.length);
  }

  public static void get(float[] value, byte[] array, int current) {
    MemorySegment memory = MemorySegment.ofArray(array);
    MemorySegment.copy(memory, Segments.FLOAT, current, value, 0, value.length);
  }

  public static void get(double[] value, byte[] array, int current) {
    MemorySegment memory = MemorySegment.ofArray(array);
    MemorySegment.copy(memory, Segments.DOUBLE, current, value, 0, value.length);
  }
}
