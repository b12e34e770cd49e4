// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.EqualKeys;
import dev.segue.serializer.internal.call.Gathered;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.SegmentBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.container.CollectionKind;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.MapKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Counts;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.Strings;
import dev.segue.serializer.internal.wire.TreeCodes;
import dev.segue.serializer.internal.wire.TreeScalars;
import dev.segue.serializer.internal.wire.TypeNumbers;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the trees that [TreeWriter] writes. Each method stores the end of its value in the
/// [TreeState].
final class TreeReader {

  private final TypeRegistry registry;

  TreeReader(TypeRegistry registry) {
    this.registry = registry;
  }

  /// Reads the outermost container of a tree.
  ///
  /// @param target the container to gather rows for, or null to create one
  @SuppressWarnings("LongSignature") // a parameter object would be allocated
  Object read(
      ContainerKind kind,
      @Nullable Object target,
      MemorySegment segment,
      long position,
      long end,
      int depth,
      @Nullable Session session) {
    TreeState state = TreeState.take(session);
    Object tree;
    try {
      int rows = Counts.get(segment, position, end);
      long current = position + Counts.size(rows);
      tree = rows(kind, rows, target, segment, current, end, depth, state);
      Slots.finish(state.end(segment), end);
    } catch (Throwable failure) {
      state.release(failure);
      throw failure;
    }
    state.release();
    return tree;
  }

  @SuppressWarnings("LongSignature") // a parameter object would be allocated
  private Object rows(
      ContainerKind kind,
      int rows,
      @Nullable Object target,
      MemorySegment segment,
      long position,
      long end,
      int depth,
      TreeState state) {
    Slots.enter(depth);
    Session session = state.session();
    int columns = kind.columns();
    Sequences.count(rows, columns, position, end);
    if (session != null) {
      session.charge(kind, rows, position);
    }
    Filling filling = new Filling(kind, rows, position, target, session, registry.options());
    int known = state.keys();
    long current = position;
    int row = 0;
    try {
      for (; row < rows; row++) {
        Object key = null;
        if (columns == 2) {
          key = key(segment, current, end, depth - 1, state);
          if (key == null) {
            checkNull(filling, 0, segment, current, session);
          }
          current = state.end(segment);
          filling.readKey(current);
        }
        Object value = value(segment, current, end, depth - 1, state);
        if (value == null) {
          checkNull(filling, columns - 1, segment, current, session);
        }
        current = state.end(segment);
        filling.put(row, columns == 2 ? key : value, value, current);
      }
    } catch (RuntimeException e) {
      throw Failures.element(e, row, current);
    } catch (StackOverflowError e) {
      throw Failures.within(e, "[" + row + "]");
    }
    state.end(current);
    Object finished = filling.finish(position, current);
    if (filling.hasEqualKeys(finished)) {
      refuse(finished, rows, known, segment, position, end, depth, state);
    }
    return finished;
  }

  /// Fails for a container that has lost rows, unless this [is no error][EqualKeys#error]. Reads
  /// the rows again, since the container has kept only one of two equal keys.
  ///
  /// @param known the number of keys before the container
  @SuppressWarnings("LongSignature") // for the same reason as above
  private void refuse(
      Object container,
      int rows,
      int known,
      MemorySegment segment,
      long position,
      long end,
      int depth,
      TreeState state) {
    long current = state.end(segment);
    Session session = state.session();
    if (session != null && !session.beginReread(position)) {
      return; // the first reading has checked the container
    }
    @Nullable Object[] cells;
    try {
      state.forgetFrom(known);
      ContainerKind kind = container instanceof Map ? Rows.PAIRS : Rows.ELEMENTS;
      Object gathered = rows(kind, rows, List.of(), segment, position, end, depth, state);
      cells = ((Gathered) gathered).cells();
    } catch (RuntimeException e) {
      cells = new Object[0]; // the error names no keys
    } finally {
      if (session != null) {
        session.endReread();
      }
    }
    boolean isSkipped = session != null && session.isSkipping();
    RuntimeException error =
        EqualKeys.error(container, cells, registry.options(), position, isSkipped);
    if (error != null) {
      throw error;
    }
    state.end(current);
  }

  /// Checks a null that was read in place of an unknown value.
  private void checkNull(
      Filling filling, int column, MemorySegment segment, long current, @Nullable Session session) {
    if (Segments.getByte(segment, current) != TreeCodes.NULL) {
      PayloadBuffer buffer = new SegmentBuffer(segment, session);
      long from = current + 1 + Integer.BYTES;
      filling.checkNull(registry, buffer, from, Slots.TYPED, Values.ANY, column);
    }
  }

  private static int code(MemorySegment segment, long current, long end) {
    Slots.block(current, Byte.BYTES, end);
    return Byte.toUnsignedInt(Segments.getByte(segment, current));
  }

  private @Nullable Object key(
      MemorySegment segment, long current, long end, int depth, TreeState state) {
    int code = code(segment, current, end);
    if (code >= TreeCodes.KEY && code < TreeCodes.KEY + TreeCodes.KEYS) {
      state.end(current + 1);
      return state.key(code - TreeCodes.KEY, current);
    }
    if (code == TreeCodes.LATER_KEY) {
      int number = TreeCodes.KEYS + code(segment, current + 1, end);
      state.end(current + 2);
      return state.key(number, current);
    }
    Object key = value(segment, current, end, depth, state);
    if (key instanceof String text) {
      state.add(text);
    }
    return key;
  }

  private @Nullable Object value(
      MemorySegment segment, long current, long end, int depth, TreeState state) {
    int code = code(segment, current, end);
    long body = current + 1;
    return switch (code >> 4) {
      case 0 -> special(code, segment, current, end, depth, state);
      case 1 -> number(code, segment, body, end, state);
      case 2, 3 -> {
        state.end(body);
        yield code - TreeCodes.SMALL;
      }
      case 4, 5, 6, 7 -> text(Slots.LATIN1, code - TreeCodes.TEXT, segment, body, end, state);
      case 12 -> {
        int rows = code - TreeCodes.ARRAY_LIST;
        yield rows(CollectionKind.ARRAY_LIST, rows, null, segment, body, end, depth, state);
      }
      case 13 -> {
        int rows = code - TreeCodes.LINKED_HASH_MAP;
        yield rows(MapKind.LINKED_HASH_MAP, rows, null, segment, body, end, depth, state);
      }
      case 14 -> {
        int rows = code - TreeCodes.HASH_MAP;
        yield rows(MapKind.HASH_MAP, rows, null, segment, body, end, depth, state);
      }
      default -> throw badCode(code, current);
    };
  }

  private static Object number(
      int code, MemorySegment segment, long body, long end, TreeState state) {
    if (code < TreeCodes.LONG) {
      int width = code - TreeCodes.INTEGER + 1;
      state.end(Slots.block(body, width, end));
      return (int) TreeScalars.getBits(segment, body, width);
    }
    int width = code - TreeCodes.LONG + 1;
    if (width > Long.BYTES) {
      throw badCode(code, body - 1);
    }
    state.end(Slots.block(body, width, end));
    return TreeScalars.getBits(segment, body, width);
  }

  /// Reads the characters of a string.
  private static @Nullable String text(
      int tag, int length, MemorySegment segment, long body, long end, TreeState state) {
    long next = Slots.block(body, length, end);
    Session session = state.session();
    if (session != null) {
      session.charge(length, 1, body);
    }
    state.end(next);
    return tag == Slots.LATIN1
        ? Segments.getLatin1(segment, body, length)
        : Strings.read(segment, body, next, tag);
  }

  private @Nullable Object special(
      int code, MemorySegment segment, long current, long end, int depth, TreeState state) {
    long body = current + 1;
    state.end(body);
    return switch (code) {
      case TreeCodes.NULL -> null;
      case TreeCodes.FALSE -> false;
      case TreeCodes.TRUE -> true;
      case TreeCodes.DOUBLE -> {
        state.end(Slots.block(body, Double.BYTES, end));
        yield Segments.getDouble(segment, body);
      }
      case TreeCodes.LATIN1, TreeCodes.UTF16, TreeCodes.UTF8 -> {
        int length = Counts.get(segment, body, end);
        int tag = code - TreeCodes.LATIN1 + Slots.LATIN1;
        yield text(tag, length, segment, body + Counts.size(length), end, state);
      }
      case TreeCodes.CONTAINER -> container(segment, body, end, depth, state);
      case TreeCodes.OTHER -> other(segment, body, end, depth, state);
      default -> throw badCode(code, current);
    };
  }

  private Object container(
      MemorySegment segment, long position, long end, int depth, TreeState state) {
    int number = code(segment, position, end);
    long current = position + 1;
    ContainerKind kind = kind(number, position);
    int rows = Counts.get(segment, current, end);
    return rows(kind, rows, null, segment, current + Counts.size(rows), end, depth, state);
  }

  /// The kind of a container in a tree.
  private ContainerKind kind(int number, long position) {
    TypeEntry entry =
        TypeNumbers.isRows(number) ? registry.known(number + TypeNumbers.TREES) : null;
    if (entry == null) {
      throw Failures.malformed("corrupt: " + number + " is no container of a tree", position);
    }
    return ((TreeCodec) entry.codec()).kind();
  }

  /// The error for a byte that cannot start a value.
  private static RuntimeException badCode(int code, long position) {
    return Failures.malformed(
        "corrupt: no value begins with the byte %02x".formatted(code), position);
  }

  /// Reads a value that is preceded by its class and its length.
  private @Nullable Object other(
      MemorySegment segment, long position, long end, int depth, TreeState state) {
    long from = Slots.block(position, Integer.BYTES, end);
    int bytes = Segments.getInt(segment, position);
    long next = Slots.block(from, bytes < 0 ? Integer.MAX_VALUE : bytes, end);
    long body = Slots.block(from, Integer.BYTES, next);
    TypeEntry entry = registry.referenced(Segments.getInt(segment, from), Object.class, from);
    Object value = entry.codec().read(segment, body, next, depth, state.session());
    state.end(next);
    return value;
  }
}
