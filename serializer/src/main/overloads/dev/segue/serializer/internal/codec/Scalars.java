// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.SegmentBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.TypeNumbers;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Writes and reads the most common values without a declared class: strings, and boxes of `int`,
/// `long`, `double` and `boolean`. The format is the same as in their codecs in the [TypeRegistry],
/// but no lookup is needed.
public final class Scalars {

  /// The result of writing if the value is not a scalar.
  static final int NONE = -1;

  private Scalars() {}

  /// Writes a value preceded by its class, and returns its end; or returns [#NONE].
  static long write(
      Object value, MemorySegment segment, long current, long limit, @Nullable Session session) {
    if (value instanceof String text) {
      long body = Slots.reserve(current, Integer.BYTES, limit);
      Segments.putInt(segment, current, TypeNumbers.STRING);
      return new SegmentBuffer(segment, session).writeText(text, body, limit);
    }
    if (value instanceof Integer number) {
      long body = begin(TypeNumbers.INTEGER, Integer.BYTES, segment, current, limit);
      Segments.putInt(segment, body, number);
      return body + Integer.BYTES;
    }
    if (value instanceof Double number) {
      long body = begin(TypeNumbers.DOUBLE, Double.BYTES, segment, current, limit);
      Segments.putDouble(segment, body, number);
      return body + Double.BYTES;
    }
    if (value instanceof Long number) {
      long body = begin(TypeNumbers.LONG, Long.BYTES, segment, current, limit);
      Segments.putLong(segment, body, number);
      return body + Long.BYTES;
    }
    if (value instanceof Boolean truth) {
      long body = begin(TypeNumbers.BOOLEAN, Byte.BYTES, segment, current, limit);
      Segments.putBoolean(segment, body, truth);
      return body + Byte.BYTES;
    }
    return NONE;
  }

  /// Writes the class of a fixed-width value, and returns the value's position.
  private static long begin(
      int id, int widthBytes, MemorySegment segment, long current, long limit) {
    long body = Slots.reserve(current, Integer.BYTES, limit);
    Slots.reserve(body, widthBytes, limit);
    Segments.putInt(segment, current, id);
    return body;
  }

  /// Reads a value after its type reference; returns null if it is not a scalar.
  static @Nullable Object read(
      int reference, MemorySegment segment, long body, long end, @Nullable Session session) {
    return switch (reference) {
      case TypeNumbers.STRING -> new SegmentBuffer(segment, session).readText(body, end);
      case TypeNumbers.BOOLEAN -> {
        Slots.finish(Slots.block(body, Byte.BYTES, end), end);
        yield Segments.getBoolean(segment, body);
      }
      case TypeNumbers.INTEGER -> {
        Slots.finish(Slots.block(body, Integer.BYTES, end), end);
        yield Segments.getInt(segment, body);
      }
      case TypeNumbers.LONG -> {
        Slots.finish(Slots.block(body, Long.BYTES, end), end);
        yield Segments.getLong(segment, body);
      }
      case TypeNumbers.DOUBLE -> {
        Slots.finish(Slots.block(body, Double.BYTES, end), end);
        yield Segments.getDouble(segment, body);
      }
      default -> null;
    };
  }
}
