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
import dev.segue.serializer.internal.layout.NullBitmap;
import dev.segue.serializer.internal.layout.RowLayout;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.wire.Enums;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The values that a container holds, interpreted; see [RowLayout] for where they stand.
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
    RowLayout layout = RowLayout.of(columns);
    long head = Slots.reserve(position, Sequences.COUNT_BYTES, limit);
    long places = head + layout.places(rows);
    long base = Slots.reserve(head, layout.base(rows), limit);
    medium.putInt(position, rows);
    for (long at = head; at < places; at++) {
      medium.putNumber(at, 1, 0);
    }
    long current = base;
    Iterator<? extends @Nullable Object> cells = cells(kind, container);
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns.size(); column++) {
        long place = places + layout.place(row, column);
        Shape shape = columns.get(column);
        try {
          Object cell = next(cells, row, rows, container);
          if (shape instanceof Shape.Inline inline) {
            putInline(inline, cell, medium, place, head + layout.bitmap(column, rows), row);
          } else {
            Leaves.requireDeclared(cell, shape.type());
            current = values.write(shape, cell, medium, current, limit, depth, base, place);
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
        long word = nulls + NullBitmap.offset(row);
        medium.putNumber(word, 1, medium.getNumber(word, 1) | NullBitmap.mask(row));
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
    RowLayout layout = RowLayout.of(columns);
    int rows = Sequences.count(medium.getInt(position), layout.strideBytes(), position, end);
    Slots.block(head, layout.base(rows), end);
    medium.charge(kind, rows, position);
    Options options = values.options();
    Filling filling = new Filling(kind, rows, container, medium.session(), options);
    if (kind.isSelf() && start != NOWHERE) {
      medium.publish(start, filling.begun());
    }
    long read =
        isUntyped(columns)
            ? UntypedRows.read(values.registry(), filling, medium, head, end, depth)
            : readRows(columns, filling, medium, head, end, depth);
    Slots.finish(read, end);
    return filling.finish(position, options);
  }

  private long readRows(
      List<Shape> columns, Filling filling, Medium medium, long head, long end, int depth) {
    RowLayout layout = RowLayout.of(columns);
    int rows = filling.rows();
    long places = head + layout.places(rows);
    long base = head + layout.base(rows);
    long current = base;
    @Nullable Object[] cells = new Object[2];
    for (int row = 0; row < rows; row++) {
      try {
        for (int column = 0; column < columns.size(); column++) {
          long place = places + layout.place(row, column);
          if (columns.get(column) instanceof Shape.Inline inline) {
            long nulls = head + layout.bitmap(column, rows);
            cells[column] = getInline(inline, medium, place, nulls, row);
            if (cells[column] == null && inline instanceof Shape.EnumConstant constant) {
              int number = medium.getNumber(place, constant.widthBytes());
              filling.checkNull(number, constant.constants(), medium, place, column);
            }
          } else {
            int slot = medium.getInt(place);
            long next = Slots.end(slot, base, current, end);
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
          (medium.getNumber(nulls + NullBitmap.offset(row), 1) & NullBitmap.mask(row)) != 0
              ? null
              : medium.get(boxed.kind(), place);
      case Shape.EnumConstant constant ->
          Enums.constant(
              medium.getNumber(place, constant.widthBytes()), constant.constants(), place);
      case Shape.Primitive _ -> throw new AssertionError("a container of primitives");
    };
  }
}
