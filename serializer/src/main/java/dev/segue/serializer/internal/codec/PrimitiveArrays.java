// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.Handover;
import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/// Arrays of primitives: their elements, or a reference to out-of-band content, see [Handover].
final class PrimitiveArrays {

  private PrimitiveArrays() {}

  static long write(Object array, PrimitiveKind kind, Medium medium, long position, long limit) {
    Handover handover = medium.handover();
    long elements = position;
    if (handover != null) {
      boolean given = handover.give(Handover.contentOf(array), medium, position, limit);
      elements = Handover.behind(position, given);
      if (given) {
        return elements;
      }
    }
    long end = Slots.reserve(elements, (long) Array.getLength(array) * kind.widthBytes(), limit);
    medium.putArray(array, elements);
    return end;
  }

  static Object read(PrimitiveKind kind, Medium medium, long position, long end) {
    Handover handover = medium.handover();
    long elements = position;
    if (handover != null) {
      MemorySegment content = handover.take(medium, position, end);
      elements = Handover.behind(position, content != null);
      if (content != null) {
        Slots.finish(elements, end);
        return read(kind, handover, content, medium, position);
      }
    }
    Object array = make(kind, end - elements, medium, position);
    medium.getArray(array, elements);
    return array;
  }

  private static Object read(
      PrimitiveKind kind, Handover handover, MemorySegment content, Medium medium, long position) {
    @Nullable Object shared = handover.shared(content, kind.arrayType());
    if (shared != null) {
      return shared;
    }
    Object array = make(kind, content.byteSize(), medium, position);
    Handover.copy(content, array);
    return array;
  }

  private static Object make(PrimitiveKind kind, long bytes, Medium medium, long position) {
    int length = Sequences.elements(bytes, kind.widthBytes(), position);
    medium.charge(length, kind.widthBytes(), position);
    return Array.newInstance(kind.primitive(), length);
  }
}
