// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.memory;

/// Copies the elements of primitive arrays to and from byte arrays. The caller has checked the
/// bounds.
public final class ArraysInBytes {

  private ArraysInBytes() {}

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
    for (int i = 0; i < value.length; i++) {
      ByteArrays.putFloat(array, current + (i << 2), value[i]);
    }
  }

  public static void put(double[] value, byte[] array, int current) {
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
    for (int i = 0; i < value.length; i++) {
      value[i] = ByteArrays.getFloat(array, current + (i << 2));
    }
  }

  public static void get(double[] value, byte[] array, int current) {
    for (int i = 0; i < value.length; i++) {
      value[i] = ByteArrays.getDouble(array, current + (i << 3));
    }
  }
}
