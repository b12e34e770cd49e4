// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.memory;

import static java.lang.invoke.MethodHandles.byteArrayViewVarHandle;

import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Little-endian access to a byte array at any index. Every access checks its own bounds.
public final class ByteArrays {

  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  private static final VarHandle SHORT = byteArrayViewVarHandle(short[].class, ORDER);
  private static final VarHandle CHAR = byteArrayViewVarHandle(char[].class, ORDER);
  private static final VarHandle INT = byteArrayViewVarHandle(int[].class, ORDER);
  private static final VarHandle LONG = byteArrayViewVarHandle(long[].class, ORDER);
  private static final VarHandle FLOAT = byteArrayViewVarHandle(float[].class, ORDER);
  private static final VarHandle DOUBLE = byteArrayViewVarHandle(double[].class, ORDER);

  private ByteArrays() {}

  public static void putBoolean(byte[] array, int index, boolean value) {
    array[index] = (byte) (value ? 1 : 0);
  }

  public static void putByte(byte[] array, int index, byte value) {
    array[index] = value;
  }

  public static void putShort(byte[] array, int index, short value) {
    SHORT.set(array, index, value);
  }

  public static void putChar(byte[] array, int index, char value) {
    CHAR.set(array, index, value);
  }

  public static void putInt(byte[] array, int index, int value) {
    INT.set(array, index, value);
  }

  public static void putLong(byte[] array, int index, long value) {
    LONG.set(array, index, value);
  }

  public static void putFloat(byte[] array, int index, float value) {
    FLOAT.set(array, index, value);
  }

  public static void putDouble(byte[] array, int index, double value) {
    DOUBLE.set(array, index, value);
  }

  public static boolean getBoolean(byte[] array, int index) {
    return array[index] != 0;
  }

  public static byte getByte(byte[] array, int index) {
    return array[index];
  }

  public static short getShort(byte[] array, int index) {
    return (short) SHORT.get(array, index);
  }

  public static char getChar(byte[] array, int index) {
    return (char) CHAR.get(array, index);
  }

  public static int getInt(byte[] array, int index) {
    return (int) INT.get(array, index);
  }

  public static long getLong(byte[] array, int index) {
    return (long) LONG.get(array, index);
  }

  public static float getFloat(byte[] array, int index) {
    return (float) FLOAT.get(array, index);
  }

  public static double getDouble(byte[] array, int index) {
    return (double) DOUBLE.get(array, index);
  }
}
