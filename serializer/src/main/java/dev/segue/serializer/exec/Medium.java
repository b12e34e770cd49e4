// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import dev.segue.serializer.memory.ByteArrays;
import dev.segue.serializer.memory.Segments;
import dev.segue.serializer.model.PrimitiveKind;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Either kind of memory behind one face, for code that interprets and need not be fast. What it
/// does, it does through the same methods that generated code calls.
public sealed interface Medium {

  void put(PrimitiveKind kind, long offset, Object value);

  Object get(PrimitiveKind kind, long offset);

  void putArray(Object array, long offset);

  /// Puts a part of an array.
  void putBytes(byte[] array, int index, int length, long offset);

  /// Puts the bytes of other memory.
  void putMemory(MemorySegment content, long offset);

  /// So many bytes, not copied.
  MemorySegment slice(long offset, long bytes);

  /// What the call hands over or is handed beside the payload; null as a rule.
  default @Nullable Handover handover() {
    Session session = session();
    return session == null ? null : session.handover();
  }

  /// Whether what is read may be a part of this memory, which then is that of the caller.
  default boolean isLasting() {
    Session session = session();
    return session != null && session.isLasting();
  }

  void getArray(Object array, long offset);

  long writeText(@Nullable String value, long current, long limit, long base, long slot);

  @Nullable String readText(long current, long end, int slot);

  long write(ObjectCodec codec, Object value, long current, long limit, int depth);

  Object read(ObjectCodec codec, long current, long end, int depth);

  void putInt(long offset, int value);

  int getInt(long offset);

  void putLong(long offset, long value);

  long getLong(long offset);

  /// Puts a number of variable length.
  ///
  /// @return the offset behind it
  long putCompact(long offset, long limit, long value);

  /// Puts the null among numbers of variable length.
  ///
  /// @return the offset behind it
  long putNull(long offset, long limit);

  long getCompact(long offset, long end);

  boolean isNull(long offset, long end);

  /// The offset behind a number of variable length.
  default long behindCompact(long offset, long end, boolean isBoxed) {
    return isBoxed && isNull(offset, end)
        ? offset + Varints.NULL_BYTES
        : offset + Varints.size(getCompact(offset, end));
  }

  /// What the call keeps, if it keeps anything.
  @Nullable Session session();

  /// Makes a container that is being read known while its parts are still to come, so that they may
  /// refer to it.
  ///
  /// @param position where its bytes begin
  default void publish(long position, Object container) {
    Session session = session();
    if (session != null && session.tracks()) {
      session.publish(position, container);
    }
  }

  /// Notes an object at its position.
  default void add(Object object, long position) {
    Session session = session();
    if (session != null && session.tracks()) {
      session.add(object, position);
    }
  }

  /// Notes that an object will be there once its parts are; its number is for [#set].
  default int reserve(long position) {
    Session session = session();
    return session != null && session.tracks() ? session.reserve(position) : 0;
  }

  /// Notes the object that a number was reserved for.
  default void set(int number, Object object) {
    Session session = session();
    if (session != null && session.tracks()) {
      session.set(number, object);
    }
  }

  /// Where a value stands already, from the payload's beginning; or [Session#NEW].
  default int find(Object value, long position) {
    Session session = session();
    return session != null && session.tracks() ? session.find(value, position) : Session.NEW;
  }

  /// Counts an allocation that is about to happen.
  default void charge(int elements, int widthBytes, long position) {
    Session session = session();
    if (session != null) {
      session.charge(elements, widthBytes, position);
    }
  }

  /// Writes that a value stands elsewhere.
  default long putReference(int offset, long current, long limit, long base, long slot) {
    long end = Slots.reserve(current, Integer.BYTES, limit);
    putInt(current, offset);
    putSlot(slot, base, end, Slots.REFERENCE);
    return end;
  }

  /// The value that a reference leads to.
  default Object reference(Class<?> expected, long current, long end) {
    Session session = session();
    Slots.finish(Slots.block(current, Integer.BYTES, end), end);
    if (session == null || !session.tracks()) {
      throw Failures.badTag(Slots.REFERENCE, current);
    }
    return session.at(getInt(current), expected, current);
  }

  default void putSlot(long slot, long base, long end, int tag) {
    putInt(slot, Slots.of(base, end, tag));
  }

  /// An unsigned number of one, two or four bytes.
  default void putNumber(long offset, int widthBytes, int value) {
    switch (widthBytes) {
      case 1 -> put(PrimitiveKind.BYTE, offset, (byte) value);
      case 2 -> put(PrimitiveKind.SHORT, offset, (short) value);
      default -> put(PrimitiveKind.INT, offset, value);
    }
  }

  /// An unsigned number of one, two or four bytes.
  default int getNumber(long offset, int widthBytes) {
    return switch (widthBytes) {
      case 1 -> Byte.toUnsignedInt((byte) get(PrimitiveKind.BYTE, offset));
      case 2 -> Short.toUnsignedInt((short) get(PrimitiveKind.SHORT, offset));
      default -> getInt(offset);
    };
  }

  /// A byte array.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record OfBytes(byte[] bytes, @Nullable Session session) implements Medium {

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

    @Override
    public long write(ObjectCodec codec, Object value, long current, long limit, int depth) {
      return codec instanceof InterpretedCodec interpreted
          ? interpreted.write(value, this, current, limit, depth)
          : codec.write(value, bytes, (int) current, (int) limit, depth, session);
    }

    @Override
    public Object read(ObjectCodec codec, long current, long end, int depth) {
      return codec instanceof InterpretedCodec interpreted
          ? interpreted.readNoted(this, current, end, depth)
          : codec.read(bytes, (int) current, (int) end, depth, session);
    }
  }

  /// A segment.
  record OfSegment(MemorySegment segment, @Nullable Session session) implements Medium {

    @Override
    public void put(PrimitiveKind kind, long offset, Object value) {
      switch (kind) {
        case BOOLEAN -> Segments.putBoolean(segment, offset, (boolean) value);
        case BYTE -> Segments.putByte(segment, offset, (byte) value);
        case SHORT -> Segments.putShort(segment, offset, (short) value);
        case CHAR -> Segments.putChar(segment, offset, (char) value);
        case INT -> Segments.putInt(segment, offset, (int) value);
        case LONG -> Segments.putLong(segment, offset, (long) value);
        case FLOAT -> Segments.putFloat(segment, offset, (float) value);
        case DOUBLE -> Segments.putDouble(segment, offset, (double) value);
      }
    }

    @Override
    public Object get(PrimitiveKind kind, long offset) {
      return switch (kind) {
        case BOOLEAN -> Segments.getBoolean(segment, offset);
        case BYTE -> Segments.getByte(segment, offset);
        case SHORT -> Segments.getShort(segment, offset);
        case CHAR -> Segments.getChar(segment, offset);
        case INT -> Segments.getInt(segment, offset);
        case LONG -> Segments.getLong(segment, offset);
        case FLOAT -> Segments.getFloat(segment, offset);
        case DOUBLE -> Segments.getDouble(segment, offset);
      };
    }

    @Override
    public long putCompact(long offset, long limit, long value) {
      return Varints.put(segment, offset, limit, value);
    }

    @Override
    public long putNull(long offset, long limit) {
      return Varints.putNull(segment, offset, limit);
    }

    @Override
    public long getCompact(long offset, long end) {
      return Varints.getLong(segment, offset, end);
    }

    @Override
    public boolean isNull(long offset, long end) {
      return Varints.isNull(segment, offset, end);
    }

    @Override
    public void putInt(long offset, int value) {
      Segments.putInt(segment, offset, value);
    }

    @Override
    public int getInt(long offset) {
      return Segments.getInt(segment, offset);
    }

    @Override
    public void putLong(long offset, long value) {
      Segments.putLong(segment, offset, value);
    }

    @Override
    public long getLong(long offset) {
      return Segments.getLong(segment, offset);
    }

    @Override
    public void putBytes(byte[] array, int index, int length, long offset) {
      MemorySegment.copy(array, index, segment, Segments.BYTE, offset, length);
    }

    @Override
    public void putMemory(MemorySegment content, long offset) {
      Handover.copy(content, segment, offset);
    }

    @Override
    public MemorySegment slice(long offset, long length) {
      return segment.asSlice(offset, length);
    }

    @Override
    public void putArray(Object array, long offset) {
      switch (array) {
        case boolean[] value -> ArraysInSegments.put(value, segment, offset);
        case byte[] value -> ArraysInSegments.put(value, segment, offset);
        case short[] value -> ArraysInSegments.put(value, segment, offset);
        case char[] value -> ArraysInSegments.put(value, segment, offset);
        case int[] value -> ArraysInSegments.put(value, segment, offset);
        case long[] value -> ArraysInSegments.put(value, segment, offset);
        case float[] value -> ArraysInSegments.put(value, segment, offset);
        case double[] value -> ArraysInSegments.put(value, segment, offset);
        default -> throw new IllegalArgumentException("array=" + array);
      }
    }

    @Override
    public void getArray(Object array, long offset) {
      switch (array) {
        case boolean[] value -> ArraysInSegments.get(value, segment, offset);
        case byte[] value -> ArraysInSegments.get(value, segment, offset);
        case short[] value -> ArraysInSegments.get(value, segment, offset);
        case char[] value -> ArraysInSegments.get(value, segment, offset);
        case int[] value -> ArraysInSegments.get(value, segment, offset);
        case long[] value -> ArraysInSegments.get(value, segment, offset);
        case float[] value -> ArraysInSegments.get(value, segment, offset);
        case double[] value -> ArraysInSegments.get(value, segment, offset);
        default -> throw new IllegalArgumentException("array=" + array);
      }
    }

    @Override
    public long writeText(@Nullable String value, long current, long limit, long base, long slot) {
      if (session != null && session.options().utf8()) {
        return Utf8Strings.write(value, segment, current, limit, base, slot);
      }
      return Strings.write(value, segment, current, limit, base, slot);
    }

    @Override
    public @Nullable String readText(long current, long end, int slot) {
      charge((int) (end - current), 1, current);
      return Strings.read(segment, current, end, slot);
    }

    @Override
    public long write(ObjectCodec codec, Object value, long current, long limit, int depth) {
      return codec instanceof InterpretedCodec interpreted
          ? interpreted.write(value, this, current, limit, depth)
          : codec.write(value, segment, current, limit, depth, session);
    }

    @Override
    public Object read(ObjectCodec codec, long current, long end, int depth) {
      return codec instanceof InterpretedCodec interpreted
          ? interpreted.readNoted(this, current, end, depth)
          : codec.read(segment, current, end, depth, session);
    }
  }
}
