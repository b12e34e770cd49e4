// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.BytesBuffer;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.SegmentBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// Writes and reads the rows of a container without declared types, as in trees of maps and lists:
/// each value has a slot and a type reference. This is the fast version of [Rows] for such columns,
/// with code for each kind of memory.
final class UntypedRows {

  private final TypeRegistry registry;
  private final ContainerKind kind;

  UntypedRows(TypeRegistry registry, ContainerKind kind) {
    this.registry = registry;
    this.kind = kind;
  }

  /// Writes the count and the rows of a container that no other thread changes.
  long write(Object container, PayloadBuffer buffer, long position, long limit, int depth) {
    return switch (buffer) {
      case BytesBuffer(byte[] bytes, Session session) ->
          write(container, bytes, (int) position, (int) limit, depth, session);
      case SegmentBuffer(MemorySegment segment, Session session) ->
          write(container, segment, position, limit, depth, session);
    };
  }

  /// Reads rows into a container, and returns their end.
  ///
  /// @param place the start of their slots, all of which are in bounds
  long read(Filling filling, PayloadBuffer buffer, long place, long end, int depth) {
    return switch (buffer) {
      case BytesBuffer(byte[] bytes, Session session) ->
          read(filling, bytes, (int) place, (int) end, depth, session);
      case SegmentBuffer(MemorySegment segment, Session session) ->
          read(filling, segment, place, end, depth, session);
    };
  }

  /// Writes the count and the rows of a container that no other thread changes.
  private long write(
      Object container,
      MemorySegment segment,
      long position,
      long limit,
      int depth,
      @Nullable Session session) {
    Slots.enter(depth);
    int rows = Cells.rows(kind, container);
    int columns = kind.columns();
    long place = Slots.reserve(position, Sequences.COUNT_BYTES, limit);
    long base = Slots.reserve(place, rows, columns * Shape.SLOT_BYTES, limit);
    Segments.putInt(segment, position, rows);
    long current = base;
    Iterator<? extends @Nullable Object> cells = Cells.of(kind, container);
    int cell = 0;
    try {
      for (; cell < rows * columns; cell++) {
        Object value = Cells.next(cells, row(cell, columns), rows, container);
        current =
            TypedValues.write(
                registry, value, segment, current, limit, depth - 1, base, place, session);
        place += Shape.SLOT_BYTES;
      }
    } catch (SerializationException | StackOverflowError e) {
      throw Failures.within(e, "[" + row(cell, columns) + "]");
    }
    Cells.requireEnd(cells, rows, container);
    return current;
  }

  /// Reads rows into a container, and returns their end.
  ///
  /// @param place the start of their slots, all of which are in bounds
  private long read(
      Filling filling,
      MemorySegment segment,
      long place,
      long end,
      int depth,
      @Nullable Session session) {
    int rows = filling.rows();
    int columns = filling.columns();
    long base = place + (long) rows * columns * Shape.SLOT_BYTES;
    long current = base;
    Object key = null;
    int cell = 0;
    try {
      for (; cell < rows * columns; cell++) {
        int slot = Segments.getInt(segment, place + (long) cell * Shape.SLOT_BYTES);
        long next = Slots.end(slot, base, current, end);
        Object value =
            TypedValues.read(
                registry, segment, current, next, depth - 1, slot, Object.class, session);
        if (value == null && Slots.tag(slot) != Slots.NULL) {
          PayloadBuffer buffer = new SegmentBuffer(segment, session);
          filling.checkNull(
              registry, buffer, current, slot, Values.ANY, columns == 2 ? cell & 1 : 0);
        }
        current = next;
        if (columns == 2 && (cell & 1) == 0) {
          key = value;
          filling.readKey(current);
        } else {
          filling.put(row(cell, columns), columns == 2 ? key : value, value, current);
        }
      }
    } catch (RuntimeException e) {
      throw Failures.element(e, row(cell, columns), current);
    } catch (StackOverflowError e) {
      throw Failures.within(e, "[" + row(cell, columns) + "]");
    }
    return current;
  }

  /// The row of a cell in one or two columns. Avoids a division for each cell, which would show in
  /// a profile.
  private static int row(int cell, int columns) {
    return cell >> (columns - 1);
  }
}
