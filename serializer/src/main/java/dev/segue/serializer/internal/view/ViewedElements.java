// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The elements of a collection, an array or an `Optional`, each of which has a slot.
///
/// @param rows locates the elements
/// @param part reads an element
public record ViewedElements(ViewedRows rows, Part part) {

  /// The number of elements; zero for null.
  public int count(MemorySegment segment, int slot, long begin, long next) {
    return rows.count(segment, slot, begin, next);
  }

  /// Reads an element. All parameters except the last are the same as in [Part#read].
  public @Nullable Object read(
      ViewBase view, int method, int slot, long begin, long next, int index) {
    MemorySegment segment = ViewBase.segment(view);
    long position = rows.position(segment, slot, begin, next);
    int count = rows.rows(segment, position, next);
    Objects.checkIndex(index, count);
    long places = position + Sequences.COUNT_BYTES;
    long base = Slots.block(places, count, Shape.SLOT_BYTES, next);
    long place = places + (long) index * Shape.SLOT_BYTES;
    int own = Segments.getInt(segment, place);
    long current =
        index == 0
            ? base
            : base + (Segments.getInt(segment, place - Shape.SLOT_BYTES) >>> Slots.TAG_BITS);
    long end = Slots.end(own, base, current, next);
    return part.read(view, method, own, current, end);
  }
}
