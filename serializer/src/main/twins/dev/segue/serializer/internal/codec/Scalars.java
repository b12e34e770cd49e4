// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.SegmentMedium;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The values that are most common where no declaration tells the class: strings, and the numbers
/// and booleans that literals make. They are written and read as their entries in the
/// [TypeRegistry] say, without a look for these.
public final class Scalars {

  /// What writing says of a value that is none.
  static final int NONE = -1;

  /// The numbers of their entries.
  public static final int STRING = 1;

  public static final int BOOLEAN = 2;
  public static final int INTEGER = 6;
  public static final int LONG = 7;
  public static final int DOUBLE = 9;

  private Scalars() {}

  /// Writes a value with its class before it, and its slot; or returns [#NONE].
  static long write(
      Object value, MemorySegment segment, long current, long limit, @Nullable Session session) {
    if (value instanceof String text) {
      long body = Slots.reserve(current, Integer.BYTES, limit);
      Segments.putInt(segment, current, STRING);
      return new SegmentMedium(segment, session).writeText(text, body, limit);
    }
    if (value instanceof Integer number) {
      long body = begin(INTEGER, Integer.BYTES, segment, current, limit);
      Segments.putInt(segment, body, number);
      return body + Integer.BYTES;
    }
    if (value instanceof Double number) {
      long body = begin(DOUBLE, Double.BYTES, segment, current, limit);
      Segments.putDouble(segment, body, number);
      return body + Double.BYTES;
    }
    if (value instanceof Long number) {
      long body = begin(LONG, Long.BYTES, segment, current, limit);
      Segments.putLong(segment, body, number);
      return body + Long.BYTES;
    }
    if (value instanceof Boolean truth) {
      long body = begin(BOOLEAN, Byte.BYTES, segment, current, limit);
      Segments.putBoolean(segment, body, truth);
      return body + Byte.BYTES;
    }
    return NONE;
  }

  /// Writes the class and the slot of a value of known width, and returns where it goes.
  private static long begin(
      int id, int widthBytes, MemorySegment segment, long current, long limit) {
    long body = Slots.reserve(current, Integer.BYTES, limit);
    Slots.reserve(body, widthBytes, limit);
    Segments.putInt(segment, current, id);
    return body;
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
