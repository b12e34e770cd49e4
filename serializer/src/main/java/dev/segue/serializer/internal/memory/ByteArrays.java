// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.invoke.MethodHandles.byteArrayViewVarHandle;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Little-endian access to a byte array at any index. Every access checks its bounds.
public final class ByteArrays {

  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  private static final VarHandle SHORT = byteArrayViewVarHandle(short[].class, ORDER);
  private static final VarHandle CHAR = byteArrayViewVarHandle(char[].class, ORDER);
  private static final VarHandle INT = byteArrayViewVarHandle(int[].class, ORDER);
  private static final VarHandle LONG = byteArrayViewVarHandle(long[].class, ORDER);
  private static final VarHandle FLOAT = byteArrayViewVarHandle(float[].class, ORDER);
  private static final VarHandle DOUBLE = byteArrayViewVarHandle(double[].class, ORDER);

  private ByteArrays() {}

  /// Sets a range to zero.
  public static void clear(byte[] array, int from, int to) {
    Arrays.fill(array, from, to, (byte) 0);
  }

  /// Returns the memory as a segment.
  public static MemorySegment whole(byte[] array) {
    return MemorySegment.ofArray(array);
  }

  /// Writes a part of another array.
  public static void putBytes(byte[] array, int index, byte[] bytes, int from, int length) {
    System.arraycopy(bytes, from, array, index, length);
  }

  /// Writes a copy of other memory.
  public static void putMemory(byte[] array, int index, MemorySegment content) {
    MemorySegment.copy(content, JAVA_BYTE, 0, array, index, (int) content.byteSize());
  }

  /// Returns a range as a read-only buffer.
  public static ByteBuffer readOnlyBuffer(byte[] array, int index, int length) {
    return ByteBuffer.wrap(array, index, length).slice().asReadOnlyBuffer();
  }

  /// Copies bytes into a new array.
  public static byte[] getBytes(byte[] array, int index, int length) {
    return Arrays.copyOfRange(array, index, index + length);
  }

  /// Returns a buffer over bytes of the array.
  public static ByteBuffer buffer(byte[] array, int index, int length) {
    return ByteBuffer.wrap(array, index, length);
  }

  /// Writes a string of Latin-1 characters.
  @SuppressWarnings("deprecation") // takes only the low bytes, as intended
  public static void putLatin1(byte[] array, int index, String value) {
    value.getBytes(0, value.length(), array, index);
  }

  public static String getLatin1(byte[] array, int index, int length) {
    return new String(array, index, length, ISO_8859_1);
  }

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
    return (array[index] & 1) != 0;
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

  /// Returns a copy of a range.
  public static byte[] copyOfRange(byte[] array, int from, int to) {
    return Arrays.copyOfRange(array, from, to);
  }
}
