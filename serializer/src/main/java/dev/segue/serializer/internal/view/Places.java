// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Computes the positions of values from their slots, for generated and interpreted views. Only
/// [#skip] reads memory, so that the type profile of an access in generated code stays monomorphic.
public final class Places {

  /// The position that stands for null.
  public static final long NOWHERE = -1;

  private Places() {}

  /// Checks that an object's fixed block is in bounds, and returns the object's position; or
  /// [#NOWHERE].
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

  /// The position of the elements of an array of primitives, or [#NOWHERE].
  public static long array(int slot, long begin, long next) {
    return Slots.tag(slot) == Slots.EXACT ? begin : nothing(slot, begin, next);
  }

  /// The length of an array of primitives; zero for null.
  public static int elements(int slot, long begin, long next, int widthBytes) {
    return array(slot, begin, next) == NOWHERE
        ? 0
        : Sequences.elements(next - begin, widthBytes, begin);
  }

  /// The position of an element of an array of primitives.
  public static long element(int slot, long begin, long next, int widthBytes, int index) {
    int elements = elements(slot, begin, next, widthBytes);
    return begin + (long) Objects.checkIndex(index, elements) * widthBytes;
  }

  /// Skips `count` compact numbers, and returns the position after them.
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
