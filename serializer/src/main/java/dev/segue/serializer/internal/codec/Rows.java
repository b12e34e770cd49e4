// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.EqualKeys;
import dev.segue.serializer.internal.call.Gathered;
import dev.segue.serializer.internal.call.HashGuard;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.container.ArrayKind;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.Pairs;
import dev.segue.serializer.internal.container.Snapshots;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.NullBitmap;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.RowLayout;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.wire.Enums;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes and reads the rows of containers of one kind by interpretation, see [RowLayout] for their
/// layout. Delegates rows without declared types to the faster [UntypedRows], unless the serializer
/// interprets everything, so that tests can compare the two.
final class Rows {

  /// Stands for the start of a container that is created from its rows.
  static final long NOWHERE = -1;

  /// Values in an array.
  static final ContainerKind ELEMENTS = new ArrayKind(Object.class);

  /// Alternating keys and values in an array.
  static final ContainerKind PAIRS = new Pairs();

  private final Values values;
  private final List<Shape> columns;
  private final ContainerKind kind;
  private final @Nullable UntypedRows untyped;

  private final RowLayout layout;

  /// @param untyped the delegate that writes and reads the rows; may be null
  Rows(Values values, List<Shape> columns, ContainerKind kind, @Nullable UntypedRows untyped) {
    this.values = values;
    this.columns = columns;
    this.kind = kind;
    this.untyped = untyped;
    this.layout = RowLayout.of(columns);
  }

  /// Writes the count and the rows of a container.
  long write(Object container, PayloadBuffer buffer, long position, long limit, int depth) {
    if (values.options().boundsKeys()) {
      HashGuard.checkWritten(container, values.options());
    }
    int number = kind.isSelf() ? Session.NEW : buffer.open(container);
    long end;
    if (kind.isShared(container)) {
      Rows taken = values.rows(columns, kind.columns() == 1 ? ELEMENTS : PAIRS);
      end = taken.write(Snapshots.of(container), buffer, position, limit, depth);
    } else if (untyped != null) {
      end = untyped.write(container, buffer, position, limit, depth);
    } else {
      end = writeRows(container, buffer, position, limit, depth);
    }
    buffer.close(number);
    return end;
  }

  private long writeRows(
      Object container, PayloadBuffer buffer, long position, long limit, int depth) {
    Slots.enter(depth);
    int rows = Cells.rows(kind, container);
    long head = Slots.reserve(position, Sequences.COUNT_BYTES, limit);
    long places = head + layout.places(rows);
    long base = Slots.reserve(head, layout.base(rows), limit);
    buffer.putInt(position, rows);
    for (long nulls = head; nulls < places; nulls++) {
      buffer.putNumber(nulls, 1, 0);
    }
    long current = base;
    Iterator<? extends @Nullable Object> cells = Cells.of(kind, container);
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns.size(); column++) {
        long place = places + layout.place(row, column);
        Shape shape = columns.get(column);
        try {
          Object cell = Cells.next(cells, row, rows, container);
          if (shape instanceof Shape.Inline inline) {
            putInline(inline, cell, buffer, place, head + layout.bitmap(column, rows), row);
          } else {
            ScalarCodecs.requireDeclared(cell, shape.type());
            current =
                shape instanceof Shape.Text
                    ? buffer.writeText((String) cell, current, limit, base, place)
                    : buffer.putSlot(
                        place, base, values.write(shape, cell, buffer, current, limit, depth));
          }
        } catch (SerializationException | StackOverflowError e) {
          throw Failures.within(e, "[" + row + "]");
        } catch (ClassCastException e) {
          throw Failures.undeclared(e, row);
        }
      }
    }
    Cells.requireEnd(cells, rows, container);
    return current;
  }

  private static void putInline(
      Shape.Inline shape,
      @Nullable Object cell,
      PayloadBuffer buffer,
      long place,
      long nulls,
      int row) {
    if (shape instanceof Shape.EnumConstant constant) {
      buffer.putNumber(place, constant.widthBytes(), Enums.number(cell, constant.constants()));
      return;
    }
    PrimitiveKind kind = boxed(shape);
    if (cell == null) {
      buffer.put(kind, place, kind.zero());
      long word = nulls + NullBitmap.offset(row);
      buffer.putNumber(word, 1, buffer.getNumber(word, 1) | NullBitmap.mask(row));
    } else {
      buffer.put(kind, place, cell);
    }
  }

  /// Reads the count and the rows of a container.
  ///
  /// @param start the start of the container, for back references, or [#NOWHERE]
  /// @param position the position of its count
  Object read(PayloadBuffer buffer, long start, long position, long end, int depth) {
    return read(null, buffer, start, position, end, depth);
  }

  /// Reads rows for a container that is filled later.
  Gathered gather(Object container, PayloadBuffer buffer, long position, long end, int depth) {
    return (Gathered) read(container, buffer, NOWHERE, position, end, depth);
  }

  private Object read(
      @Nullable Object container,
      PayloadBuffer buffer,
      long start,
      long position,
      long end,
      int depth) {
    Slots.enter(depth);
    long head = Slots.block(position, Sequences.COUNT_BYTES, end);
    int rows = Sequences.count(buffer.getInt(position), layout.strideBytes(), position, end);
    Slots.block(head, layout.base(rows), end);
    buffer.charge(kind, rows, position);
    Filling filling =
        new Filling(kind, rows, position, container, buffer.session(), values.options());
    if (kind.isSelf() && start != NOWHERE) {
      buffer.publish(start, filling.begun());
    }
    long read =
        untyped == null
            ? readRows(filling, buffer, head, end, depth)
            : untyped.read(filling, buffer, head, end, depth);
    Slots.finish(read, end);
    Object finished = filling.finish(position, end);
    if (filling.hasEqualKeys(finished)) {
      SerializationException error = equalKeys(finished, buffer, position, end, depth);
      if (error != null) {
        throw error;
      }
    }
    return finished;
  }

  /// The error for a container that has lost rows; null if it is [none][EqualKeys#error]. Reads
  /// them again, since the container has kept only one of two equal keys.
  @Nullable SerializationException equalKeys(
      Object container, PayloadBuffer buffer, long position, long end, int depth) {
    Session session = buffer.session();
    if (session != null && !session.beginReread(position)) {
      return null; // the first reading has checked the container
    }
    @Nullable Object[] cells;
    try {
      Rows again = values.rows(columns, kind.columns() == 1 ? ELEMENTS : PAIRS);
      cells = again.gather(List.of(), buffer, position, end, depth).cells();
    } catch (RuntimeException e) {
      cells = new Object[0]; // the error names no keys
    } finally {
      if (session != null) {
        session.endReread();
      }
    }
    boolean isSkipped = session != null && session.isSkipping();
    return EqualKeys.error(container, cells, values.options(), position, isSkipped);
  }

  private long readRows(Filling filling, PayloadBuffer buffer, long head, long end, int depth) {
    int rows = filling.rows();
    long places = head + layout.places(rows);
    long base = head + layout.base(rows);
    long current = base;
    @Nullable Object[] cells = new Object[2];
    for (int row = 0; row < rows; row++) {
      try {
        for (int column = 0; column < columns.size(); column++) {
          Shape shape = columns.get(column);
          if (shape instanceof Shape.Inline inline) {
            long place = places + layout.place(row, column);
            long nulls = head + layout.bitmap(column, rows);
            cells[column] = getInline(inline, buffer, place, nulls, row);
            if (cells[column] == null && shape instanceof Shape.EnumConstant constant) {
              int number = buffer.getNumber(place, constant.widthBytes());
              filling.checkNull(number, constant.constants(), buffer, place, column);
            }
          } else {
            int slot = buffer.getInt(places + layout.place(row, column));
            long next = Slots.end(slot, base, current, end);
            cells[column] = values.read(shape, buffer, current, next, depth, slot);
            if (cells[column] == null) {
              filling.checkNull(values.registry(), buffer, current, slot, shape, column);
            }
            current = next;
          }
          if (column < columns.size() - 1) {
            filling.readKey(current);
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

  private static @Nullable Object getInline(
      Shape.Inline shape, PayloadBuffer buffer, long place, long nulls, int row) {
    if (shape instanceof Shape.EnumConstant constant) {
      return Enums.constant(
          buffer.getNumber(place, constant.widthBytes()), constant.constants(), place);
    }
    PrimitiveKind kind = boxed(shape);
    int bits = buffer.getNumber(nulls + NullBitmap.offset(row), 1);
    return (bits & NullBitmap.mask(row)) != 0 ? null : buffer.get(kind, place);
  }

  private static PrimitiveKind boxed(Shape.Inline shape) {
    if (shape instanceof Shape.Boxed boxed) {
      return boxed.kind();
    }
    throw new AssertionError("a container of primitives");
  }
}
