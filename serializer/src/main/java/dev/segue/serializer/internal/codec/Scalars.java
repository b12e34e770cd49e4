// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.BytesMedium;
import dev.segue.serializer.internal.call.SegmentMedium;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.TypeNumbers;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The values that are most common where no declaration tells the class: strings, and the numbers
/// and booleans that literals make. They are written and read as their entries in the
/// [TypeRegistry] say, without a look for these.
public final class Scalars {

  /// What writing says of a value that is none.
  static final int NONE = -1;

  /// The numbers of their entries.
  public static final int STRING = TypeNumbers.STRING;

  public static final int BOOLEAN = TypeNumbers.BOOLEAN;
  public static final int INTEGER = TypeNumbers.INTEGER;
  public static final int LONG = TypeNumbers.LONG;
  public static final int DOUBLE = TypeNumbers.DOUBLE;

  private Scalars() {}

  /// Writes a value with its class before it, and its slot; or returns [#NONE].
  static int write(
      Object value,
      byte[] array,
      int current,
      int limit,
      int base,
      int slot,
      @Nullable Session session) {
    if (value instanceof String text) {
      int body = Slots.reserve(current, Integer.BYTES, limit);
      ByteArrays.putInt(array, current, STRING);
      int end = (int) new BytesMedium(array, session).writeText(text, body, limit);
      Slots.put(array, slot, base, end, Slots.TYPED);
      return end;
    }
    if (value instanceof Integer number) {
      int body = begin(INTEGER, Integer.BYTES, array, current, limit, base, slot);
      ByteArrays.putInt(array, body, number);
      return body + Integer.BYTES;
    }
    if (value instanceof Double number) {
      int body = begin(DOUBLE, Double.BYTES, array, current, limit, base, slot);
      ByteArrays.putDouble(array, body, number);
      return body + Double.BYTES;
    }
    if (value instanceof Long number) {
      int body = begin(LONG, Long.BYTES, array, current, limit, base, slot);
      ByteArrays.putLong(array, body, number);
      return body + Long.BYTES;
    }
    if (value instanceof Boolean truth) {
      int body = begin(BOOLEAN, Byte.BYTES, array, current, limit, base, slot);
      ByteArrays.putBoolean(array, body, truth);
      return body + Byte.BYTES;
    }
    return NONE;
  }

  /// Writes the class and the slot of a value of known width, and returns where it goes.
  private static int begin(
      int id, int widthBytes, byte[] array, int current, int limit, int base, int slot) {
    int body = Slots.reserve(current, Integer.BYTES, limit);
    int end = Slots.reserve(body, widthBytes, limit);
    ByteArrays.putInt(array, current, id);
    Slots.put(array, slot, base, end, Slots.TYPED);
    return body;
  }

  /// Writes a value with its class before it, and its slot; or returns [#NONE].
  static long write(
      Object value,
      MemorySegment segment,
      long current,
      long limit,
      long base,
      long slot,
      @Nullable Session session) {
    if (value instanceof String text) {
      long body = Slots.reserve(current, Integer.BYTES, limit);
      Segments.putInt(segment, current, STRING);
      long end = new SegmentMedium(segment, session).writeText(text, body, limit);
      Slots.put(segment, slot, base, end, Slots.TYPED);
      return end;
    }
    if (value instanceof Integer number) {
      long body = begin(INTEGER, Integer.BYTES, segment, current, limit, base, slot);
      Segments.putInt(segment, body, number);
      return body + Integer.BYTES;
    }
    if (value instanceof Double number) {
      long body = begin(DOUBLE, Double.BYTES, segment, current, limit, base, slot);
      Segments.putDouble(segment, body, number);
      return body + Double.BYTES;
    }
    if (value instanceof Long number) {
      long body = begin(LONG, Long.BYTES, segment, current, limit, base, slot);
      Segments.putLong(segment, body, number);
      return body + Long.BYTES;
    }
    if (value instanceof Boolean truth) {
      long body = begin(BOOLEAN, Byte.BYTES, segment, current, limit, base, slot);
      Segments.putBoolean(segment, body, truth);
      return body + Byte.BYTES;
    }
    return NONE;
  }

  /// Writes the class and the slot of a value of known width, and returns where it goes.
  private static long begin(
      int id,
      int widthBytes,
      MemorySegment segment,
      long current,
      long limit,
      long base,
      long slot) {
    long body = Slots.reserve(current, Integer.BYTES, limit);
    long end = Slots.reserve(body, widthBytes, limit);
    Segments.putInt(segment, current, id);
    Slots.put(segment, slot, base, end, Slots.TYPED);
    return body;
  }

  /// Reads the value behind a type reference; null if that is none of these.
  static @Nullable Object read(
      int reference, byte[] array, int body, int end, @Nullable Session session) {
    return switch (reference) {
      case STRING -> new BytesMedium(array, session).readText(body, end);
      case BOOLEAN -> {
        Slots.finish(Slots.block(body, Byte.BYTES, end), end);
        yield ByteArrays.getBoolean(array, body);
      }
      case INTEGER -> {
        Slots.finish(Slots.block(body, Integer.BYTES, end), end);
        yield ByteArrays.getInt(array, body);
      }
      case LONG -> {
        Slots.finish(Slots.block(body, Long.BYTES, end), end);
        yield ByteArrays.getLong(array, body);
      }
      case DOUBLE -> {
        Slots.finish(Slots.block(body, Double.BYTES, end), end);
        yield ByteArrays.getDouble(array, body);
      }
      default -> null;
    };
  }

  /// Reads the value behind a type reference; null if that is none of these.
  static @Nullable Object read(
      int reference, MemorySegment segment, long body, long end, @Nullable Session session) {
    return switch (reference) {
      case STRING -> new SegmentMedium(segment, session).readText(body, end);
      case BOOLEAN -> {
        Slots.finish(Slots.block(body, Byte.BYTES, end), end);
        yield Segments.getBoolean(segment, body);
      }
      case INTEGER -> {
        Slots.finish(Slots.block(body, Integer.BYTES, end), end);
        yield Segments.getInt(segment, body);
      }
      case LONG -> {
        Slots.finish(Slots.block(body, Long.BYTES, end), end);
        yield Segments.getLong(segment, body);
      }
      case DOUBLE -> {
        Slots.finish(Slots.block(body, Double.BYTES, end), end);
        yield Segments.getDouble(segment, body);
      }
      default -> null;
    };
  }
}
