// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.codec.TypedValues;
import dev.segue.serializer.internal.layout.RowLayout;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// The rows of a declared collection, array, map or `Optional`: counts them, and locates the
/// elements that have no slot. [ViewedElements] reads elements with slots.
public record ViewedRows(TypeRegistry registry, Shape.Table table, RowLayout layout) {

  ViewedRows(TypeRegistry registry, Shape.Table table) {
    this(registry, table, RowLayout.of(table.columns()));
  }

  /// The shape of the elements of a table with one column.
  public Shape element() {
    return table.columns().getFirst();
  }

  /// The position of the count, or [Places#NOWHERE] for null.
  long position(MemorySegment segment, int slot, long begin, long next) {
    return switch (Slots.tag(slot)) {
      case Slots.NULL, Slots.EXACT -> Places.array(slot, begin, next);
      case Slots.TYPED -> typed(segment, begin, next);
      default -> throw ViewFailures.opaque(slot, begin);
    };
  }

  private long typed(MemorySegment segment, long begin, long next) {
    if (TypedValues.containerKind(registry, table, segment, begin, next) == null) {
      throw ViewFailures.opaque(Slots.TYPED, begin);
    }
    return begin + Integer.BYTES;
  }

  /// Reads and checks the count once, since others may write to the memory.
  int rows(MemorySegment segment, long position, long next) {
    if (position == Places.NOWHERE) {
      return 0;
    }
    Slots.block(position, Sequences.COUNT_BYTES, next);
    return Sequences.count(
        Segments.getInt(segment, position), layout.strideBytes(), position, next);
  }

  /// Whether a container's slot is not a null slot.
  public static boolean isPresent(int slot) {
    return Slots.tag(slot) != Slots.NULL;
  }

  /// The number of rows; zero for null.
  public int count(MemorySegment segment, int slot, long begin, long next) {
    return rows(segment, position(segment, slot, begin, next), next);
  }

  /// The position of an element that has no slot.
  ///
  /// @return [Places#NOWHERE] if the element is null according to the null bitmap
  public long place(MemorySegment segment, int slot, long begin, long next, int index) {
    long position = position(segment, slot, begin, next);
    int rows = rows(segment, position, next);
    Objects.checkIndex(index, rows);
    long bitmap = position + Sequences.COUNT_BYTES;
    long places = bitmap + layout.places(rows);
    Slots.block(places, rows, layout.strideBytes(), next);
    boolean isNull = layout.bitmaps() > 0 && Sequences.isNull(segment, bitmap, index);
    return isNull ? Places.NOWHERE : places + layout.place(index, 0);
  }
}
