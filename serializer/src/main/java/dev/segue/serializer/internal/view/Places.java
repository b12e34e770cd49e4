// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Where values stand, from their slots: for generated code, and for what interprets. Nothing here
/// looks at memory but [#skip], so that generated code sees one kind of memory in each place.
public final class Places {

  /// Where null stands.
  public static final long NOWHERE = -1;

  private Places() {}

  /// Where an object begins, whose fixed block is there; or [#NOWHERE].
  public static long object(int slot, long begin, long next, int fixedBytes) {
    if (Slots.tag(slot) != Slots.EXACT) {
      return nothing(slot, begin, next);
    }
    Slots.block(begin, fixedBytes, next);
    return begin;
  }

  private static long nothing(int slot, long begin, long next) {
    if (Slots.tag(slot) != Slots.NULL) {
      throw ViewFailures.opaque(slot, begin);
    }
    Slots.finish(begin, next);
    return NOWHERE;
  }

  /// Where the elements of an array of primitives begin, or [#NOWHERE].
  public static long array(int slot, long begin, long next) {
    return Slots.tag(slot) == Slots.EXACT ? begin : nothing(slot, begin, next);
  }

  /// How many elements an array of primitives has; none if it is null.
  public static int elements(int slot, long begin, long next, int widthBytes) {
    return array(slot, begin, next) == NOWHERE
        ? 0
        : Sequences.elements(next - begin, widthBytes, begin);
  }

  /// Where an element of an array of primitives stands.
  public static long element(int slot, long begin, long next, int widthBytes, int index) {
    int elements = elements(slot, begin, next, widthBytes);
    return begin + (long) Objects.checkIndex(index, elements) * widthBytes;
  }

  /// The position behind so many numbers of variable length, which are not looked at.
  public static long skip(MemorySegment segment, long position, long end, int numbers) {
    long at = position;
    for (int i = 0; i < numbers; i++) {
      do {
        Slots.block(at, 1, end);
      } while (Segments.getByte(segment, at++) < 0);
    }
    return at;
  }
}
