// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.Varints;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// One interface to byte arrays and segments, for interpreting code, which need not be fast: the
/// memory of a payload and the state of the call. It uses the same methods as generated code.
public sealed interface PayloadBuffer permits BytesBuffer, SegmentBuffer {

  void put(PrimitiveKind kind, long offset, Object value);

  Object get(PrimitiveKind kind, long offset);

  void putArray(Object array, long offset);

  /// Returns a range of this memory, not a copy.
  MemorySegment slice(long offset, long bytes);

  void getArray(Object array, long offset);

  long writeText(@Nullable String value, long current, long limit, long base, long slot);

  @Nullable String readText(long current, long end, int slot);

  /// Writes a string with its own slot, and returns its end.
  default long writeText(String value, long position, long limit) {
    long base = Slots.reserve(position, Integer.BYTES, limit);
    return writeText(value, base, limit, base, position);
  }

  /// Reads a string with its own slot, which is never null.
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

  /// Writes a variable-length number.
  ///
  /// @return its end
  long putCompact(long offset, long limit, long value);

  /// Writes null in place of a variable-length number.
  ///
  /// @return its end
  long putNull(long offset, long limit);

  long getCompact(long offset, long end);

  boolean isNull(long offset, long end);

  /// The end of a variable-length number.
  default long endOfCompact(long offset, long end, boolean isBoxed) {
    return isBoxed && isNull(offset, end)
        ? offset + Varints.NULL_BYTES
        : offset + Varints.size(getCompact(offset, end));
  }

  /// The state of the call, if it has any.
  @Nullable Session session();

  /// The result of a hook for an object: the recorded one if this is another attempt to write it.
  default @Nullable Object run(Hook hook, Object owner) {
    HookLog log = hooks();
    return log == null ? hook.run(owner) : log.result(hook, owner);
  }

  /// The recorded results of hooks; null if there is only one attempt to write the payload.
  default @Nullable HookLog hooks() {
    Session session = session();
    return session == null ? null : session.hooks();
  }

  /// Records an object before its parts are read, so that they may refer to it.
  ///
  /// @param position the start of its bytes
  default void publish(long position, Object container) {
    Session session = session();
    if (session != null && session.tracks()) {
      session.publish(position, container);
    }
  }

  /// Records an object at its position.
  default void add(Object object, long position, long end) {
    Session session = session();
    if (session != null && session.tracks()) {
      session.add(object, position, end);
    }
  }

  /// Reserves a number for an object that is created after its parts, for [#set].
  default int reserve(long position, long end) {
    Session session = session();
    return session != null && session.tracks() ? session.reserve(position, end) : 0;
  }

  /// Runs the actions that wait for the parts of an object that is about to be created.
  default void settle(long position, long end) {
    Session session = session();
    if (session != null && session.tracks()) {
      session.settle(position, end);
    }
  }

  /// Records the object for a reserved number.
  default void set(int number, Object object) {
    Session session = session();
    if (session != null && session.tracks()) {
      session.set(number, object);
    }
  }

  /// The distance of a value that was written before from the payload's start; or [Session#NEW].
  default int find(Object value, long position) {
    Session session = session();
    return session != null && session.tracks() ? session.find(value, position) : Session.NEW;
  }

  /// Records that an object's parts are about to be written, see [Session#open].
  default int open(Object object) {
    Session session = session();
    return session != null && session.tracks() ? session.open(object) : Session.NEW;
  }

  /// Records that the parts were written.
  default void close(int number) {
    if (number != Session.NEW) {
      Session session = session();
      if (session != null) {
        session.close(number);
      }
    }
  }

  /// Charges the allocation budget for an array.
  default void charge(int elements, int widthBytes, long position) {
    Session session = session();
    if (session != null) {
      session.charge(elements, widthBytes, position);
    }
  }

  /// Charges the allocation budget for a container.
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

  /// The value that a reference points to; null if it was skipped.
  default @Nullable Object reference(Class<?> expected, long current, long end) {
    Session session = session();
    Slots.finish(Slots.block(current, Integer.BYTES, end), end);
    if (session == null || !session.tracks()) {
      throw Failures.badTag(Slots.REFERENCE, current);
    }
    return session.at(getInt(current), expected, current);
  }

  /// Writes the slot of a value that was written.
  ///
  /// @param tagged the value's end and tag, see [Slots#tagged]
  /// @return the value's end
  default long putSlot(long slot, long base, long tagged) {
    long end = Slots.untagged(tagged);
    putInt(slot, Slots.of(base, end, Slots.tagOf(tagged)));
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
