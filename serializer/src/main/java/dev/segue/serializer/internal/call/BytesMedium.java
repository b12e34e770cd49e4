// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.memory.ArraysInBytes;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.wire.Strings;
import dev.segue.serializer.internal.wire.Utf8Strings;
import dev.segue.serializer.internal.wire.Varints;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A byte array as a medium.
@SuppressWarnings("ArrayRecordComponent") // never compared
public record BytesMedium(byte[] bytes, @Nullable Session session) implements Medium {

  @Override
  public void put(PrimitiveKind kind, long offset, Object value) {
    int index = (int) offset;
    switch (kind) {
      case BOOLEAN -> ByteArrays.putBoolean(bytes, index, (boolean) value);
      case BYTE -> ByteArrays.putByte(bytes, index, (byte) value);
      case SHORT -> ByteArrays.putShort(bytes, index, (short) value);
      case CHAR -> ByteArrays.putChar(bytes, index, (char) value);
      case INT -> ByteArrays.putInt(bytes, index, (int) value);
      case LONG -> ByteArrays.putLong(bytes, index, (long) value);
      case FLOAT -> ByteArrays.putFloat(bytes, index, (float) value);
      case DOUBLE -> ByteArrays.putDouble(bytes, index, (double) value);
    }
  }

  @Override
  public Object get(PrimitiveKind kind, long offset) {
    int index = (int) offset;
    return switch (kind) {
      case BOOLEAN -> ByteArrays.getBoolean(bytes, index);
      case BYTE -> ByteArrays.getByte(bytes, index);
      case SHORT -> ByteArrays.getShort(bytes, index);
      case CHAR -> ByteArrays.getChar(bytes, index);
      case INT -> ByteArrays.getInt(bytes, index);
      case LONG -> ByteArrays.getLong(bytes, index);
      case FLOAT -> ByteArrays.getFloat(bytes, index);
      case DOUBLE -> ByteArrays.getDouble(bytes, index);
    };
  }

  @Override
  public long putCompact(long offset, long limit, long value) {
    return Varints.put(bytes, (int) offset, (int) limit, value);
  }

  @Override
  public long putNull(long offset, long limit) {
    return Varints.putNull(bytes, (int) offset, (int) limit);
  }

  @Override
  public long getCompact(long offset, long end) {
    return Varints.getLong(bytes, (int) offset, (int) end);
  }

  @Override
  public boolean isNull(long offset, long end) {
    return Varints.isNull(bytes, (int) offset, (int) end);
  }

  @Override
  public void putInt(long offset, int value) {
    ByteArrays.putInt(bytes, (int) offset, value);
  }

  @Override
  public int getInt(long offset) {
    return ByteArrays.getInt(bytes, (int) offset);
  }

  @Override
  public void putLong(long offset, long value) {
    ByteArrays.putLong(bytes, (int) offset, value);
  }

  @Override
  public long getLong(long offset) {
    return ByteArrays.getLong(bytes, (int) offset);
  }

  @Override
  public void putBytes(byte[] array, int index, int length, long offset) {
    System.arraycopy(array, index, bytes, (int) offset, length);
  }

  @Override
  public void putMemory(MemorySegment content, long offset) {
    Handover.copy(content, MemorySegment.ofArray(bytes), offset);
  }

  @Override
  public MemorySegment slice(long offset, long length) {
    return MemorySegment.ofArray(bytes).asSlice(offset, length);
  }

  @Override
  public void putArray(Object array, long offset) {
    int index = (int) offset;
    switch (array) {
      case boolean[] value -> ArraysInBytes.put(value, bytes, index);
      case byte[] value -> ArraysInBytes.put(value, bytes, index);
      case short[] value -> ArraysInBytes.put(value, bytes, index);
      case char[] value -> ArraysInBytes.put(value, bytes, index);
      case int[] value -> ArraysInBytes.put(value, bytes, index);
      case long[] value -> ArraysInBytes.put(value, bytes, index);
      case float[] value -> ArraysInBytes.put(value, bytes, index);
      case double[] value -> ArraysInBytes.put(value, bytes, index);
      default -> throw new IllegalArgumentException("array=" + array);
    }
  }

  @Override
  public void getArray(Object array, long offset) {
    int index = (int) offset;
    switch (array) {
      case boolean[] value -> ArraysInBytes.get(value, bytes, index);
      case byte[] value -> ArraysInBytes.get(value, bytes, index);
      case short[] value -> ArraysInBytes.get(value, bytes, index);
      case char[] value -> ArraysInBytes.get(value, bytes, index);
      case int[] value -> ArraysInBytes.get(value, bytes, index);
      case long[] value -> ArraysInBytes.get(value, bytes, index);
      case float[] value -> ArraysInBytes.get(value, bytes, index);
      case double[] value -> ArraysInBytes.get(value, bytes, index);
      default -> throw new IllegalArgumentException("array=" + array);
    }
  }

  @Override
  public long writeText(@Nullable String value, long current, long limit, long base, long slot) {
    if (session != null && session.options().utf8()) {
      return Utf8Strings.write(value, bytes, (int) current, (int) limit, (int) base, (int) slot);
    }
    return Strings.write(value, bytes, (int) current, (int) limit, (int) base, (int) slot);
  }

  @Override
  public @Nullable String readText(long current, long end, int slot) {
    charge((int) (end - current), 1, current);
    return Strings.read(bytes, (int) current, (int) end, slot);
  }
}
