// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.Gathered;
import dev.segue.serializer.internal.call.HashGuard;
import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.container.ArrayKind;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.Pairs;
import dev.segue.serializer.internal.container.Snapshots;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.wire.Enums;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The values that a container holds, interpreted; see [Sequences] for where they stand.
final class Rows {

  /// For rows that are not the container itself, but something that it is made of.
  static final long NOWHERE = -1;

  /// Values in an array.
  static final ContainerKind ELEMENTS = new ArrayKind(Object.class);

  /// Keys and values in an array, in turn.
  static final ContainerKind PAIRS = new Pairs();

  private final Values values;

  Rows(Values values) {
    this.values = values;
  }

  /// Writes the count and the rows of a container.
  long write(
      List<Shape> columns,
      ContainerKind kind,
      Object container,
      Medium medium,
      long position,
      long limit,
      int depth) {
    if (values.options().boundsKeys()) {
      HashGuard.checkWritten(container, values.options());
    }
    int number = kind.isSelf() ? Session.NEW : medium.open(container);
    long end;
    if (kind.isShared(container)) {
      ContainerKind taken = kind.columns() == 1 ? ELEMENTS : PAIRS;
      end = write(columns, taken, Snapshots.of(container), medium, position, limit, depth);
    } else if (isUntyped(columns)) {
      end = UntypedRows.write(values.registry(), kind, container, medium, position, limit, depth);
    } else {
      end = writeRows(columns, kind, container, medium, position, limit, depth);
    }
    medium.close(number);
    return end;
  }

  private long writeRows(
      List<Shape> columns,
      ContainerKind kind,
      Object container,
      Medium medium,
      long position,
      long limit,
      int depth) {
    Slots.enter(depth);
    int rows = count(kind, container);
    Layout layout = new Layout(columns, rows, position + Sequences.COUNT_BYTES);
    Slots.reserve(position, Sequences.COUNT_BYTES, limit);
    Slots.reserve(position + Sequences.COUNT_BYTES, layout.bytes(), limit);
    medium.putInt(position, rows);
    for (long at = layout.head; at < layout.places; at++) {
      medium.putNumber(at, 1, 0);
    }
    long current = layout.base;
    Iterator<? extends @Nullable Object> cells = cells(kind, container);
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns.size(); column++) {
        long place = layout.place(row, column);
        Shape shape = columns.get(column);
        try {
          Object cell = next(cells, row, rows, container);
          if (shape instanceof Shape.Inline inline) {
            putInline(inline, cell, medium, place, layout.nulls(column), row);
          } else {
            Leaves.requireDeclared(cell, shape.type());
            current = values.write(shape, cell, medium, current, limit, depth, layout.base, place);
          }
        } catch (SerializationException | StackOverflowError e) {
          throw Failures.within(e, "[" + row + "]");
        } catch (ClassCastException e) {
          throw Failures.undeclared(e, row);
        }
      }
    }
    requireEnd(cells, rows, container);
    return current;
  }

  static int count(ContainerKind kind, Object container) {
    try {
      return kind.rows(container);
    } catch (RuntimeException e) {
      throw Failures.thrown(e, container);
    }
  }

  static Iterator<? extends @Nullable Object> cells(ContainerKind kind, Object container) {
    try {
      return kind.cells(container);
    } catch (RuntimeException e) {
      throw Failures.thrown(e, container);
    }
  }

  /// A container that another thread changes meanwhile is not written halfway.
  static @Nullable Object next(
      Iterator<? extends @Nullable Object> cells, int row, int rows, Object container) {
    try {
      if (!cells.hasNext()) {
        throw Failures.changed(row, rows);
      }
      return cells.next();
    } catch (RuntimeException e) {
      throw Failures.thrown(e, container);
    }
  }

  static void requireEnd(Iterator<?> cells, int rows, Object container) {
    try {
      if (cells.hasNext()) {
        throw Failures.changed(rows, rows);
      }
    } catch (RuntimeException e) {
      throw Failures.thrown(e, container);
    }
  }

  private static void putInline(
      Shape.Inline shape, @Nullable Object cell, Medium medium, long place, long nulls, int row) {
    switch (shape) {
      case Shape.Boxed boxed when cell != null -> medium.put(boxed.kind(), place, cell);
      case Shape.Boxed boxed -> {
        medium.put(boxed.kind(), place, Interpreter.zero(boxed.kind()));
        long word = nulls + (row >> 3);
        medium.putNumber(word, 1, medium.getNumber(word, 1) | 1 << (row & 7));
      }
      case Shape.EnumConstant constant ->
          medium.putNumber(place, constant.widthBytes(), Enums.number(cell, constant.constants()));
      case Shape.Primitive _ -> throw new AssertionError("a container of primitives");
    }
  }

  /// Reads the count and the rows of a container.
  ///
  /// @param start where the container's bytes begin, which back references name, or [#NOWHERE]
  /// @param position where its count stands
  Object read(
      List<Shape> columns,
      ContainerKind kind,
      Medium medium,
      long start,
      long position,
      long end,
      int depth) {
    return read(columns, kind, null, medium, start, position, end, depth);
  }

  /// Reads rows that a container is filled with later, as [Gathered].
  Gathered gather(
      List<Shape> columns, Object container, Medium medium, long position, long end, int depth) {
    ContainerKind kind = columns.size() == 1 ? ELEMENTS : PAIRS;
    return (Gathered) read(columns, kind, container, medium, NOWHERE, position, end, depth);
  }

  private Object read(
      List<Shape> columns,
      ContainerKind kind,
      @Nullable Object container,
      Medium medium,
      long start,
      long position,
      long end,
      int depth) {
    Slots.enter(depth);
    long head = Slots.block(position, Sequences.COUNT_BYTES, end);
    int rows =
        Sequences.count(
            medium.getInt(position), new Layout(columns, 0, head).stride, position, end);
    Layout layout = new Layout(columns, rows, head);
    Slots.block(head, layout.bytes(), end);
    medium.charge(kind, rows, position);
    Options options = values.options();
    Filling filling = new Filling(kind, rows, container, medium.session(), options);
    if (kind.isSelf() && start != NOWHERE) {
      medium.publish(start, filling.begun());
    }
    long read =
        isUntyped(columns)
            ? UntypedRows.read(values.registry(), filling, medium, layout.places, end, depth)
            : readRows(columns, filling, layout, medium, end, depth);
    Slots.finish(read, end);
    return filling.finish(position, options);
  }

  private long readRows(
      List<Shape> columns, Filling filling, Layout layout, Medium medium, long end, int depth) {
    long current = layout.base;
    @Nullable Object[] cells = new Object[2];
    for (int row = 0; row < filling.rows(); row++) {
      try {
        for (int column = 0; column < columns.size(); column++) {
          long place = layout.place(row, column);
          if (columns.get(column) instanceof Shape.Inline inline) {
            cells[column] = getInline(inline, medium, place, layout.nulls(column), row);
            if (cells[column] == null && inline instanceof Shape.EnumConstant constant) {
              int number = medium.getNumber(place, constant.widthBytes());
              filling.checkNull(number, constant.constants(), medium, place, column);
            }
          } else {
            int slot = medium.getInt(place);
            long next = Slots.end(slot, layout.base, current, end);
            Shape shape = columns.get(column);
            cells[column] = values.read(shape, medium, current, next, depth, slot);
            if (cells[column] == null) {
              filling.checkNull(values.registry(), medium, current, slot, shape, column);
            }
            current = next;
          }
          if (column < columns.size() - 1) {
            filling.readKey();
          }
        }
        filling.put(row, cells[0], cells[1], current);
      } catch (RuntimeException e) {
        throw Failures.element(e, row, current);
      } catch (StackOverflowError e) {
        throw Failures.within(e, "[" + row + "]");
      }
    }
    return current;
  }

  /// Whether nothing is known of any value in a row.
  private static boolean isUntyped(List<Shape> columns) {
    for (int i = 0; i < columns.size(); i++) {
      if (!(columns.get(i) instanceof Shape.Any any && any.type() == Object.class)) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Object getInline(
      Shape.Inline shape, Medium medium, long place, long nulls, int row) {
    return switch (shape) {
      case Shape.Boxed boxed ->
          (medium.getNumber(nulls + (row >> 3), 1) >> (row & 7) & 1) != 0
              ? null
              : medium.get(boxed.kind(), place);
      case Shape.EnumConstant constant ->
          Enums.constant(
              medium.getNumber(place, constant.widthBytes()), constant.constants(), place);
      case Shape.Primitive _ -> throw new AssertionError("a container of primitives");
    };
  }

  /// Where the parts of a container stand that begin behind its count.
  private static final class Layout {

    final int stride;
    final long head;
    final long places;
    final long base;
    private final long secondNulls;
    private final int secondOffset;

    Layout(List<Shape> columns, int rows, long head) {
      int nulls = 0;
      int width = 0;
      int firstWidth = 0;
      int firstNulls = 0;
      for (int i = 0; i < columns.size(); i++) {
        Shape column = columns.get(i);
        nulls += column instanceof Shape.Boxed ? Sequences.nullsBytes(rows) : 0;
        width += column instanceof Shape.Inline inline ? inline.widthBytes() : Shape.SLOT_BYTES;
        if (i == 0) {
          firstWidth = width;
          firstNulls = nulls;
        }
      }
      this.stride = width;
      this.head = head;
      this.places = head + nulls;
      this.base = places + (long) rows * width;
      this.secondNulls = head + firstNulls;
      this.secondOffset = firstWidth;
    }

    long bytes() {
      return base - head;
    }

    long nulls(int column) {
      return column == 0 ? head : secondNulls;
    }

    long place(int row, int column) {
      return places + (long) row * stride + (column == 0 ? 0 : secondOffset);
    }
  }
}
