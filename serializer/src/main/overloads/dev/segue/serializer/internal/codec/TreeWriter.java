// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.HashGuard;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.Snapshots;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Counts;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.TreeCodes;
import dev.segue.serializer.internal.wire.TreeScalars;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes trees: containers without declared types, with the containers in them, one value after
/// the other. The values' first bytes are [TreeCodes].
final class TreeWriter {

  private final TypeRegistry registry;

  TreeWriter(TypeRegistry registry) {
    this.registry = registry;
  }

  /// Writes the outermost container of a tree.
  @SuppressWarnings("LongSignature") // a parameter object would be allocated
  long write(
      ContainerKind kind,
      Object container,
      MemorySegment segment,
      long position,
      long limit,
      int depth,
      @Nullable Session session) {
    TreeState state = TreeState.take(session);
    long end;
    try {
      end = container(kind, 0, container, segment, position, limit, depth, state);
    } catch (Throwable failure) {
      state.release(failure);
      throw failure;
    }
    state.release();
    return end;
  }

  /// Writes a container.
  ///
  /// @param number its type number, or zero if a type reference precedes it
  @SuppressWarnings("LongSignature") // a parameter object would be allocated
  private long container(
      ContainerKind kind,
      int number,
      Object container,
      MemorySegment segment,
      long current,
      long limit,
      int depth,
      TreeState state) {
    if (registry.options().boundsKeys()) {
      HashGuard.checkWritten(container, registry.options());
    }
    if (kind.isShared(container)) {
      ContainerKind taken = kind.columns() == 1 ? Rows.ELEMENTS : Rows.PAIRS;
      Object cells = Snapshots.of(container);
      return rows(taken, number, cells, segment, current, limit, depth, state);
    }
    return rows(kind, number, container, segment, current, limit, depth, state);
  }

  @SuppressWarnings("LongSignature") // a parameter object would be allocated
  private long rows(
      ContainerKind kind,
      int number,
      Object container,
      MemorySegment segment,
      long current,
      long limit,
      int depth,
      TreeState state) {
    Slots.enter(depth);
    int rows = Cells.rows(kind, container);
    long body = head(number, rows, segment, current, limit);
    Class<?> type = container.getClass();
    if (type == ArrayList.class) {
      return list((List<?>) container, rows, segment, body, limit, depth, state);
    }
    if (type == LinkedHashMap.class || type == HashMap.class) {
      Map<?, ?> map = (Map<?, ?>) container;
      return state.entries().by(this).write(map, rows, segment, body, limit, depth);
    }
    return cells(kind, container, rows, segment, body, limit, depth, state);
  }

  /// Writes the code and the count of a container.
  private static long head(int number, int rows, MemorySegment segment, long current, long limit) {
    if (number == 0) {
      return Counts.put(rows, segment, current, limit);
    }
    int small = TreeCodes.smallContainer(number);
    if (rows < TreeCodes.ROWS && small != 0) {
      return TreeScalars.putCode(small + rows, segment, current, limit);
    }
    long body = TreeScalars.putCode(TreeCodes.CONTAINER, segment, current, limit);
    return TreeScalars.putHead(number, rows, segment, body, limit);
  }

  /// The elements of the most common list, without an iterator.
  @SuppressWarnings("LongSignature") // a parameter object would be allocated
  private long list(
      List<?> list,
      int rows,
      MemorySegment segment,
      long position,
      long limit,
      int depth,
      TreeState state) {
    long current = position;
    int row = 0;
    try {
      for (; row < rows; row++) {
        current = value(element(list, row, rows), segment, current, limit, depth - 1, state);
      }
    } catch (SerializationException | StackOverflowError e) {
      throw Failures.within(e, "[" + row + "]");
    }
    if (list.size() != rows) {
      throw Failures.thrown(Failures.changed(rows, rows), list);
    }
    return current;
  }

  private static @Nullable Object element(List<?> list, int row, int rows) {
    try {
      return list.get(row);
    } catch (IndexOutOfBoundsException _) {
      throw Failures.thrown(Failures.changed(row, rows), list);
    }
  }

  @SuppressWarnings("LongSignature") // a parameter object would be allocated
  private long cells(
      ContainerKind kind,
      Object container,
      int rows,
      MemorySegment segment,
      long position,
      long limit,
      int depth,
      TreeState state) {
    long current = position;
    boolean isMap = kind.columns() == 2;
    Iterator<? extends @Nullable Object> cells = Cells.of(kind, container);
    int row = 0;
    try {
      for (; row < rows; row++) {
        if (isMap) {
          Object key = Cells.next(cells, row, rows, container);
          current = key(key, segment, current, limit, depth - 1, state);
        }
        Object value = Cells.next(cells, row, rows, container);
        current = value(value, segment, current, limit, depth - 1, state);
      }
    } catch (SerializationException | StackOverflowError e) {
      throw Failures.within(e, "[" + row + "]");
    }
    Cells.requireEnd(cells, rows, container);
    return current;
  }

  /// Writes the key of a map: as a number, if it is a string that has occurred before.
  long key(
      @Nullable Object key,
      MemorySegment segment,
      long current,
      long limit,
      int depth,
      TreeState state) {
    if (key instanceof String text && TreeState.isNumbered(text)) {
      int number = state.find(text);
      if (number != TreeState.NEW) {
        return number < TreeCodes.KEYS
            ? TreeScalars.putCode(TreeCodes.KEY + number, segment, current, limit)
            : laterKey(number, segment, current, limit);
      }
    }
    return value(key, segment, current, limit, depth, state);
  }

  private static long laterKey(int number, MemorySegment segment, long current, long limit) {
    long body = TreeScalars.putCode(TreeCodes.LATER_KEY, segment, current, limit);
    return TreeScalars.putCode(number - TreeCodes.KEYS, segment, body, limit);
  }

  long value(
      @Nullable Object value,
      MemorySegment segment,
      long current,
      long limit,
      int depth,
      TreeState state) {
    if (value instanceof String text) {
      return TreeScalars.putText(text, segment, current, limit, isUtf8(state));
    }
    if (value instanceof Integer number) {
      return TreeScalars.putInt(number, segment, current, limit);
    }
    if (value instanceof Double number) {
      return TreeScalars.putDouble(number, segment, current, limit);
    }
    if (value instanceof Long number) {
      return TreeScalars.putBits(TreeCodes.LONG, number, segment, current, limit);
    }
    if (value instanceof Boolean truth) {
      int code = truth ? TreeCodes.TRUE : TreeCodes.FALSE;
      return TreeScalars.putCode(code, segment, current, limit);
    }
    return value == null
        ? TreeScalars.putCode(TreeCodes.NULL, segment, current, limit)
        : other(value, segment, current, limit, depth, state);
  }

  private boolean isUtf8(TreeState state) {
    return state.session() != null && registry.options().utf8();
  }

  /// Writes a container as a part of the tree, and any other value with its class and length.
  private long other(
      Object value, MemorySegment segment, long current, long limit, int depth, TreeState state) {
    TypeEntry entry = registry.entryOf(value);
    TypeEntry tree = entry.tree();
    if (tree != null) {
      ContainerKind kind = ((TreeCodec) tree.codec()).kind();
      return container(kind, entry.id(), value, segment, current, limit, depth, state);
    }
    long body = Slots.reserve(current, TreeCodes.OTHER_BYTES, limit);
    Segments.putByte(segment, current, (byte) TreeCodes.OTHER);
    long from = body - Integer.BYTES;
    Segments.putInt(segment, from, entry.reference(state.session()));
    long end = entry.codec().write(value, segment, body, limit, depth, state.session());
    Segments.putInt(segment, current + 1, (int) (end - from));
    return end;
  }
}
