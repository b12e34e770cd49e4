// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.BytesMedium;
import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.call.SegmentMedium;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// The values that a container holds of which no declaration tells anything, as in trees of maps
/// and lists: all of them have a slot, and tell their class. What [Rows] does for any columns,
/// without looking for them, in code for each kind of memory.
final class UntypedRows {

  private UntypedRows() {}

  /// Writes the count and the rows of a container that does not change meanwhile.
  static long write(
      TypeRegistry registry,
      ContainerKind kind,
      Object container,
      Medium medium,
      long position,
      long limit,
      int depth) {
    return switch (medium) {
      case BytesMedium(byte[] bytes, Session session) ->
          write(registry, kind, container, bytes, (int) position, (int) limit, depth, session);
      case SegmentMedium(MemorySegment segment, Session session) ->
          write(registry, kind, container, segment, position, limit, depth, session);
    };
  }

  /// Reads the rows into what was begun, and returns where they end.
  ///
  /// @param place where they stand, all of them there
  static long read(
      TypeRegistry registry, Filling filling, Medium medium, long place, long end, int depth) {
    return switch (medium) {
      case BytesMedium(byte[] bytes, Session session) ->
          read(registry, filling, bytes, (int) place, (int) end, depth, session);
      case SegmentMedium(MemorySegment segment, Session session) ->
          read(registry, filling, segment, place, end, depth, session);
    };
  }

  /// Writes the count and the rows of a container that does not change meanwhile.
  private static int write(
      TypeRegistry registry,
      ContainerKind kind,
      Object container,
      byte[] array,
      int position,
      int limit,
      int depth,
      @Nullable Session session) {
    Slots.enter(depth);
    int rows = Rows.count(kind, container);
    int columns = kind.columns();
    int place = Slots.reserve(position, Sequences.COUNT_BYTES, limit);
    int base = Slots.reserve(place, rows, columns * Shape.SLOT_BYTES, limit);
    ByteArrays.putInt(array, position, rows);
    int current = base;
    Iterator<? extends @Nullable Object> cells = Rows.cells(kind, container);
    int cell = 0;
    try {
      for (; cell < rows * columns; cell++) {
        Object value = Rows.next(cells, row(cell, columns), rows, container);
        current =
            TypedValues.write(
                registry, value, array, current, limit, depth - 1, base, place, session);
        place += Shape.SLOT_BYTES;
      }
    } catch (SerializationException | StackOverflowError e) {
      throw Failures.within(e, "[" + row(cell, columns) + "]");
    }
    Rows.requireEnd(cells, rows, container);
    return current;
  }

  /// Writes the count and the rows of a container that does not change meanwhile.
  private static long write(
      TypeRegistry registry,
      ContainerKind kind,
      Object container,
      MemorySegment segment,
      long position,
      long limit,
      int depth,
      @Nullable Session session) {
    Slots.enter(depth);
    int rows = Rows.count(kind, container);
    int columns = kind.columns();
    long place = Slots.reserve(position, Sequences.COUNT_BYTES, limit);
    long base = Slots.reserve(place, rows, columns * Shape.SLOT_BYTES, limit);
    Segments.putInt(segment, position, rows);
    long current = base;
    Iterator<? extends @Nullable Object> cells = Rows.cells(kind, container);
    int cell = 0;
    try {
      for (; cell < rows * columns; cell++) {
        Object value = Rows.next(cells, row(cell, columns), rows, container);
        current =
            TypedValues.write(
                registry, value, segment, current, limit, depth - 1, base, place, session);
        place += Shape.SLOT_BYTES;
      }
    } catch (SerializationException | StackOverflowError e) {
      throw Failures.within(e, "[" + row(cell, columns) + "]");
    }
    Rows.requireEnd(cells, rows, container);
    return current;
  }

  /// Reads the rows into what was begun, and returns where they end.
  ///
  /// @param place where they stand, all of them there
  private static int read(
      TypeRegistry registry,
      Filling filling,
      byte[] array,
      int place,
      int end,
      int depth,
      @Nullable Session session) {
    int rows = filling.rows();
    int columns = filling.columns();
    int base = place + rows * columns * Shape.SLOT_BYTES;
    int current = base;
    Object key = null;
    int cell = 0;
    try {
      for (; cell < rows * columns; cell++) {
        int slot = ByteArrays.getInt(array, place + cell * Shape.SLOT_BYTES);
        int next = Slots.end(slot, base, current, end);
        Object value =
            TypedValues.read(
                registry, array, current, next, depth - 1, slot, Object.class, session);
        if (value == null && Slots.tag(slot) != Slots.NULL) {
          Medium medium = new BytesMedium(array, session);
          filling.checkNull(
              registry, medium, current, slot, Values.ANY, columns == 2 ? cell & 1 : 0);
        }
        current = next;
        if (columns == 2 && (cell & 1) == 0) {
          key = value;
          filling.readKey();
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

  /// Reads the rows into what was begun, and returns where they end.
  ///
  /// @param place where they stand, all of them there
  private static long read(
      TypeRegistry registry,
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
          Medium medium = new SegmentMedium(segment, session);
          filling.checkNull(
              registry, medium, current, slot, Values.ANY, columns == 2 ? cell & 1 : 0);
        }
        current = next;
        if (columns == 2 && (cell & 1) == 0) {
          key = value;
          filling.readKey();
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

  /// The row of a cell, of one or two columns: a division of each would be told in a profile.
  private static int row(int cell, int columns) {
    return cell >> (columns - 1);
  }
}
