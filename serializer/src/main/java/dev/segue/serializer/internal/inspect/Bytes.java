// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.inspect;

import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.memory.Segments;
import java.lang.foreign.MemorySegment;

/// Access to bytes that may be truncated or corrupt: reads out of bounds throw [Damage].
record Bytes(MemorySegment segment) {

  private static final int MOST_SHOWN = 16;

  void require(long at, long count) {
    if (count < 0) {
      throw Damage.corrupt(at, "a value ends %d bytes before it begins".formatted(-count));
    }
    long left = left(at);
    if (count > left || at > segment.byteSize()) {
      throw Damage.cutOff(at, count, left);
    }
  }

  /// The number of bytes from an offset on.
  long left(long at) {
    return Math.max(0, segment.byteSize() - at);
  }

  int getInt(long at) {
    require(at, Integer.BYTES);
    return segment.get(Segments.INT, at);
  }

  long getLong(long at) {
    require(at, Long.BYTES);
    return segment.get(Segments.LONG, at);
  }

  /// An unsigned number of one, two or four bytes.
  int number(long at, int widthBytes) {
    require(at, widthBytes);
    return switch (widthBytes) {
      case 1 -> Byte.toUnsignedInt(segment.get(Segments.BYTE, at));
      case 2 -> segment.get(Segments.CHAR, at);
      default -> segment.get(Segments.INT, at);
    };
  }

  /// A primitive as text.
  String scalar(PrimitiveKind kind, long at) {
    require(at, kind.widthBytes());
    return switch (kind) {
      case BOOLEAN -> {
        byte value = segment.get(Segments.BYTE, at);
        yield value == 0 ? "false" : value == 1 ? "true" : "true (as " + value + ")";
      }
      case BYTE -> Byte.toString(segment.get(Segments.BYTE, at));
      case SHORT -> Short.toString(segment.get(Segments.SHORT, at));
      case CHAR -> Quote.of(segment.get(Segments.CHAR, at));
      case INT -> Integer.toString(segment.get(Segments.INT, at));
      case LONG -> Long.toString(segment.get(Segments.LONG, at));
      case FLOAT -> Float.toString(segment.get(Segments.FLOAT, at));
      case DOUBLE -> Double.toString(segment.get(Segments.DOUBLE, at));
    };
  }

  byte[] copy(long at, long count) {
    require(at, count);
    return segment.asSlice(at, count).toArray(Segments.BYTE);
  }

  /// The first bytes of a range in hexadecimal, up to the end of the data.
  String hex(long at, long end) {
    StringBuilder text = new StringBuilder();
    long to = Math.min(Math.min(end, at + MOST_SHOWN), segment.byteSize());
    for (long i = at; i < to; i++) {
      text.append("%02x ".formatted(segment.get(Segments.BYTE, i)));
    }
    return text + (end > to ? "..." : "");
  }
}
