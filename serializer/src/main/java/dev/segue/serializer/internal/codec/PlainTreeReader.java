// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.container.CollectionKind;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.MapKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Counts;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.TreeCodes;
import dev.segue.serializer.internal.wire.TypeNumbers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads one tree by interpretation, in plain code. [TreeReader] does the same fast.
final class PlainTreeReader {

  private static final int MORE = 0x80;
  private static final int MOST_COUNT_BYTES = 5;

  private final TypeRegistry registry;
  private final Medium medium;
  private final long end;
  private final List<String> keys = new ArrayList<>();
  private long current;

  /// @param position the start of the tree
  PlainTreeReader(TypeRegistry registry, Medium medium, long position, long end) {
    this.registry = registry;
    this.medium = medium;
    this.end = end;
    this.current = position;
  }

  /// The end of what was read.
  long current() {
    return current;
  }

  /// Reads the values of a container.
  ///
  /// @param target the container to gather rows for, or null to create one
  Object rows(ContainerKind kind, int rows, @Nullable Object target, int depth) {
    Slots.enter(depth);
    long begin = current;
    Sequences.count(rows, kind.columns(), begin, end);
    medium.charge(kind, rows, begin);
    Filling filling = new Filling(kind, rows, target, medium.session(), registry.options());
    for (int row = 0; row < rows; row++) {
      try {
        Object key = null;
        if (kind.columns() == 2) {
          key = checked(key(depth - 1), filling, 0);
          filling.readKey();
        }
        Object value = checked(value(depth - 1), filling, kind.columns() - 1);
        filling.put(row, kind.columns() == 2 ? key : value, value, current);
      } catch (RuntimeException e) {
        throw Failures.element(e, row, current);
      } catch (StackOverflowError e) {
        throw Failures.within(e, "[" + row + "]");
      }
    }
    return filling.finish(begin, registry.options());
  }

  /// A value, which may be null in place of another one.
  private record Read(@Nullable Object value, long other) {}

  private @Nullable Object checked(Read read, Filling filling, int column) {
    if (read.value == null && read.other != 0) {
      filling.checkNull(registry, medium, read.other, Slots.TYPED, Values.ANY, column);
    }
    return read.value;
  }

  private Read key(int depth) {
    long begin = current;
    int code = peek();
    if (code >= TreeCodes.KEY && code < TreeCodes.KEY + TreeCodes.KEYS) {
      current++;
      return new Read(key(code - TreeCodes.KEY, begin), 0);
    }
    if (code == TreeCodes.LATER_KEY) {
      current++;
      return new Read(key(TreeCodes.KEYS + next(), begin), 0);
    }
    Read key = value(depth);
    if (key.value instanceof String text
        && text.length() <= TreeCodes.MOST_UNITS
        && keys.size() < TreeCodes.MOST_KEYS) {
      keys.add(text);
    }
    return key;
  }

  private String key(int number, long position) {
    if (number >= keys.size()) {
      throw Failures.malformed("corrupt: no key has the number " + number, position);
    }
    return keys.get(number);
  }

  private Read value(int depth) {
    long begin = current;
    int code = next();
    if (code == TreeCodes.OTHER) {
      return other(depth);
    }
    return new Read(known(code, begin, depth), 0);
  }

  private @Nullable Object known(int code, long begin, int depth) {
    if (code >= TreeCodes.INTEGER && code < TreeCodes.LONG) {
      return (int) number(code - TreeCodes.INTEGER + 1);
    }
    if (code >= TreeCodes.LONG && code < TreeCodes.LONG + Long.BYTES) {
      return number(code - TreeCodes.LONG + 1);
    }
    if (code >= TreeCodes.SMALL && code < TreeCodes.SMALL + TreeCodes.SMALLS) {
      return code - TreeCodes.SMALL;
    }
    if (code >= TreeCodes.TEXT && code < TreeCodes.TEXT + TreeCodes.TEXTS) {
      return text(Slots.LATIN1, code - TreeCodes.TEXT);
    }
    int rows = code & (TreeCodes.ROWS - 1);
    return switch (code) {
      case TreeCodes.NULL -> null;
      case TreeCodes.FALSE -> false;
      case TreeCodes.TRUE -> true;
      case TreeCodes.DOUBLE -> Double.longBitsToDouble(number(Double.BYTES));
      case TreeCodes.LATIN1, TreeCodes.UTF16, TreeCodes.UTF8 ->
          text(code - TreeCodes.LATIN1 + Slots.LATIN1, count());
      case TreeCodes.CONTAINER -> rows(kind(), count(), null, depth);
      default ->
          switch (code - rows) {
            case TreeCodes.ARRAY_LIST -> rows(CollectionKind.ARRAY_LIST, rows, null, depth);
            case TreeCodes.LINKED_HASH_MAP -> rows(MapKind.LINKED_HASH_MAP, rows, null, depth);
            case TreeCodes.HASH_MAP -> rows(MapKind.HASH_MAP, rows, null, depth);
            default -> throw badCode(code, begin);
          };
    };
  }

  /// The error for a byte that no value begins with.
  static RuntimeException badCode(int code, long position) {
    return Failures.malformed("corrupt: no value begins with the byte %02x".formatted(code), position);
  }

  private ContainerKind kind() {
    long begin = current;
    return kind(registry, next(), begin);
  }

  /// The kind of a container in a tree.
  static ContainerKind kind(TypeRegistry registry, int number, long position) {
    TypeEntry entry =
        TypeNumbers.isRows(number) ? registry.known(number + TypeNumbers.TREES) : null;
    if (entry == null) {
      throw Failures.malformed("corrupt: " + number + " is no container of a tree", position);
    }
    return ((TreeRoot) entry.codec()).kind();
  }

  private Read other(int depth) {
    long length = current;
    long begin = Slots.block(length, Integer.BYTES, end);
    long next = Slots.block(begin, Integer.toUnsignedLong(medium.getInt(length)), end);
    long body = Slots.block(begin, Integer.BYTES, next);
    TypeEntry entry = registry.referenced(medium.getInt(begin), Object.class, begin);
    Object value = entry.codec().readFrom(medium, body, next, depth);
    current = next;
    return new Read(value, begin);
  }

  private @Nullable String text(int tag, int length) {
    long begin = current;
    current = Slots.block(begin, length, end);
    return medium.readText(begin, current, tag);
  }

  private long number(int width) {
    long begin = current;
    current = Slots.block(begin, width, end);
    long number = 0;
    for (int i = 0; i < width; i++) {
      number |= (long) medium.getNumber(begin + i, 1) << (i * Byte.SIZE);
    }
    return PlainTreeWriter.signed(number, width);
  }

  private int peek() {
    Slots.block(current, 1, end);
    return medium.getNumber(current, 1);
  }

  private int next() {
    int one = peek();
    current++;
    return one;
  }

  /// Reads a count.
  int count() {
    long begin = current;
    long count = 0;
    for (int i = 0; i < MOST_COUNT_BYTES; i++) {
      int one = next();
      count |= (long) (one & ~MORE) << (7 * i);
      if (one < MORE) {
        if (count > Integer.MAX_VALUE || Counts.size((int) count) != i + 1) {
          break;
        }
        return (int) count;
      }
    }
    throw Counts.malformed(begin);
  }
}
