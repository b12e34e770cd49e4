// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.Varints;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Either kind of memory behind one face, for code that interprets and need not be fast. What it
/// does, it does through the same methods that generated code calls.
public sealed interface Medium permits BytesMedium, SegmentMedium {

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

  /// Writes a string behind a slot of its own, and returns where it ends.
  default long writeText(String value, long position, long limit) {
    long base = Slots.reserve(position, Integer.BYTES, limit);
    return writeText(value, base, limit, base, position);
  }

  /// Reads a string behind a slot of its own, which is no null.
  default String readText(long position, long end) {
    long base = Slots.block(position, Integer.BYTES, end);
    int slot = getInt(position);
    Slots.finish(Slots.end(slot, base, base, end), end);
    String text = readText(base, end, slot);
    if (text == null) {
      throw Failures.badTag(Slots.NULL, position);
    }
    return text;
  }

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

  /// What a hook gives for an object; what it gave before, if this is another attempt to write it.
  default @Nullable Object run(Hook hook, Object owner) {
    HookLog log = hooks();
    return log == null ? hook.run(owner) : log.result(hook, owner);
  }

  /// What keeps the results of hooks; null if the payload is written once, whatever happens.
  default @Nullable HookLog hooks() {
    Session session = session();
    return session == null ? null : session.hooks();
  }

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
  default void add(Object object, long position, long end) {
    Session session = session();
    if (session != null && session.tracks()) {
      session.add(object, position, end);
    }
  }

  /// Notes that an object will be there once its parts are; its number is for [#set].
  default int reserve(long position, long end) {
    Session session = session();
    return session != null && session.tracks() ? session.reserve(position, end) : 0;
  }

  /// Does what has waited for parts of an object that is about to be made of them.
  default void settle(long position, long end) {
    Session session = session();
    if (session != null && session.tracks()) {
      session.settle(position, end);
    }
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

  /// Notes that an object's parts are about to be written, see [Session#open].
  default int open(Object object) {
    Session session = session();
    return session != null && session.tracks() ? session.open(object) : Session.NEW;
  }

  /// Notes that they were.
  default void close(int number) {
    if (number != Session.NEW) {
      Session session = session();
      if (session != null) {
        session.close(number);
      }
    }
  }

  /// Counts an allocation that is about to happen.
  default void charge(int elements, int widthBytes, long position) {
    Session session = session();
    if (session != null) {
      session.charge(elements, widthBytes, position);
    }
  }

  /// Counts the allocation of a container that is about to happen.
  default void charge(ContainerKind kind, int rows, long position) {
    Session session = session();
    if (session != null) {
      session.charge(kind, rows, position);
    }
  }

  /// Writes a reference to a value that was written before.
  ///
  /// @return its end and tag, for [#putSlot]
  default long putReference(int offset, long current, long limit) {
    long end = Slots.reserve(current, Integer.BYTES, limit);
    putInt(current, offset);
    return Slots.tagged(end, Slots.REFERENCE);
  }

  /// The value that a reference leads to; null if nothing was made of it.
  default @Nullable Object reference(Class<?> expected, long current, long end) {
    Session session = session();
    Slots.finish(Slots.block(current, Integer.BYTES, end), end);
    if (session == null || !session.tracks()) {
      throw Failures.badTag(Slots.REFERENCE, current);
    }
    return session.at(getInt(current), expected, current);
  }

  /// Puts the slot of a value that was written.
  ///
  /// @param tagged the value's end and tag, see [Slots#tagged]
  /// @return the value's end
  default long putSlot(long slot, long base, long tagged) {
    long end = Slots.untagged(tagged);
    putInt(slot, Slots.of(base, end, Slots.tag(tagged)));
    return end;
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
}
