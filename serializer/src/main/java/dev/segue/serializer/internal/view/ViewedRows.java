// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.codec.TypedValues;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The rows of one declared collection, array or `Optional`: where its elements stand.
public final class ViewedRows {

  private final TypeRegistry registry;
  private final Shape.Table table;
  private final int strideBytes;
  private final boolean hasNulls;

  ViewedRows(TypeRegistry registry, Shape.Table table) {
    this.registry = registry;
    this.table = table;
    this.strideBytes =
        table.columns().stream()
            .mapToInt(column ->
                column instanceof Shape.Inline inline ? inline.widthBytes() : Shape.SLOT_BYTES)
            .sum();
    this.hasNulls = table.columns().getFirst() instanceof Shape.Boxed;
  }

  /// The shape of the elements, where there is one column.
  public Shape element() {
    return table.columns().getFirst();
  }

  /// Where the count stands, or [Places#NOWHERE] for null.
  private long head(MemorySegment segment, int slot, long begin, long next) {
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

  /// The count, checked, and looked at once: the memory may belong to others too.
  private int rows(MemorySegment segment, long head, long next) {
    if (head == Places.NOWHERE) {
      return 0;
    }
    Slots.block(head, Sequences.COUNT_BYTES, next);
    return Sequences.count(Segments.getInt(segment, head), strideBytes, head, next);
  }

  /// What reads elements that are objects, through a view.
  public static Part objects(ViewFactory elements) {
    return new ViewedParts.Nested(elements);
  }

  /// Whether a slot is that of a container, not of null.
  public static boolean isPresent(int slot) {
    return Slots.tag(slot) != Slots.NULL;
  }

  /// How many rows there are; none of null.
  public int count(MemorySegment segment, int slot, long begin, long next) {
    return rows(segment, head(segment, slot, begin, next), next);
  }

  /// Where a row's place is.
  ///
  /// @return its position; or [Places#NOWHERE] if a bit says that it is null
  public long place(MemorySegment segment, int slot, long begin, long next, int index) {
    long head = head(segment, slot, begin, next);
    int rows = rows(segment, head, next);
    Objects.checkIndex(index, rows);
    long nulls = head + Sequences.COUNT_BYTES;
    long places = hasNulls ? nulls + Sequences.nullsBytes(rows) : nulls;
    Slots.block(places, rows, strideBytes, next);
    boolean isNull = hasNulls && Sequences.isNull(segment, nulls, index);
    return isNull ? Places.NOWHERE : places + (long) index * strideBytes;
  }

  /// Reads an element that has a slot.
  public @Nullable Object read(
      ViewBase view, int method, Part part, int slot, long begin, long next, int index) {
    MemorySegment segment = ViewBase.segment(view);
    long head = head(segment, slot, begin, next);
    int rows = rows(segment, head, next);
    Objects.checkIndex(index, rows);
    long places = head + Sequences.COUNT_BYTES;
    long base = Slots.block(places, rows, Shape.SLOT_BYTES, next);
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
