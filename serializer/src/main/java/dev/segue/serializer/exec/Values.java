// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.model.Shape;
import dev.segue.serializer.plan.Planner;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Values of any shape, interpreted: what the bytes of a value mean, said once in plain code.
public final class Values {

  /// What nothing is known about but what the value itself tells.
  public static final Shape ANY = new Shape.Any(Object.class);

  private final TypeRegistry registry;

  public Values(TypeRegistry registry) {
    this.registry = registry;
  }

  /// Writes the bytes of a value, and its slot.
  public long write(
      Shape shape,
      @Nullable Object value,
      Medium medium,
      long current,
      long limit,
      int depth,
      long base,
      long slot) {
    if (value == null) {
      medium.putSlot(slot, base, current, Slots.NULL);
      return current;
    }
    return switch (shape) {
      case Shape.Text _ -> medium.writeText((String) value, current, limit, base, slot);
      case Shape.PrimitiveArray array -> {
        long bytes = (long) Array.getLength(value) * array.kind().widthBytes();
        long end = Slots.reserve(current, bytes, limit);
        medium.putArray(value, current);
        medium.putSlot(slot, base, end, Slots.EXACT);
        yield end;
      }
      case Shape.Sequence list -> {
        long body = current;
        boolean exact = value.getClass() == ArrayList.class;
        if (!exact) {
          TypeEntry entry = registry.entryOf(value);
          body = Slots.reserve(current, Integer.BYTES, limit);
          medium.putInt(current, entry.reference());
          if (!(entry.codec() instanceof CollectionCodec)) {
            long end = medium.write(entry.codec(), value, body, limit, depth - 1);
            medium.putSlot(slot, base, end, Slots.TYPED);
            yield end;
          }
          CollectionKind.requireNaturalOrder(value);
        }
        long end = writeList(list.element(), (Collection<?>) value, medium, body, limit, depth - 1);
        medium.putSlot(slot, base, end, exact ? Slots.EXACT : Slots.TYPED);
        yield end;
      }
      case Shape.Bean bean when value.getClass() == bean.type() -> {
        long end = medium.write(registry.entryOf(value).codec(), value, current, limit, depth - 1);
        medium.putSlot(slot, base, end, Slots.EXACT);
        yield end;
      }
      case Shape.Bean _, Shape.Any _ -> {
        TypeEntry entry = registry.entryOf(value);
        long body = Slots.reserve(current, Integer.BYTES, limit);
        medium.putInt(current, entry.reference());
        long end = medium.write(entry.codec(), value, body, limit, depth - 1);
        medium.putSlot(slot, base, end, Slots.TYPED);
        yield end;
      }
      case Shape.Inline _ -> throw new AssertionError("inline shapes have no slot");
    };
  }

  /// Reads the value whose bytes these are, by its slot.
  public @Nullable Object read(
      Shape shape, Medium medium, long current, long end, int depth, int slot) {
    if (shape instanceof Shape.Text) {
      return medium.readText(current, end, slot);
    }
    return switch (Slots.tag(slot)) {
      case Slots.NULL -> {
        Slots.finish(current, end);
        yield null;
      }
      case Slots.EXACT -> readExact(shape, medium, current, end, depth);
      case Slots.TYPED -> readTyped(shape, medium, current, end, depth);
      default -> throw Failures.badTag(Slots.tag(slot), current);
    };
  }

  private Object readExact(Shape shape, Medium medium, long current, long end, int depth) {
    return switch (shape) {
      case Shape.PrimitiveArray array -> {
        int width = array.kind().widthBytes();
        int length = Sequences.elements(end - current, width, current);
        Object elements = Array.newInstance(array.kind().primitive(), length);
        medium.getArray(elements, current);
        yield elements;
      }
      case Shape.Sequence list ->
          CollectionKind.ARRAY_LIST.create(
              readList(list.element(), medium, current, end, depth - 1), current);
      case Shape.Bean bean -> medium.read(registered(bean.type()).codec(), current, end, depth - 1);
      case Shape.Any _ -> throw Failures.badTag(Slots.EXACT, current);
      case Shape.Text _, Shape.Inline _ -> throw new AssertionError(shape);
    };
  }

  private Object readTyped(Shape shape, Medium medium, long current, long end, int depth) {
    if (shape instanceof Shape.PrimitiveArray) {
      throw Failures.badTag(Slots.TYPED, current);
    }
    long body = Slots.block(current, Integer.BYTES, end);
    TypeEntry entry = registry.referenced(medium.getInt(current), shape.type(), current);
    if (shape instanceof Shape.Sequence list && entry.codec() instanceof CollectionCodec codec) {
      return codec.kind().create(readList(list.element(), medium, body, end, depth - 1), body);
    }
    Object value = medium.read(entry.codec(), body, end, depth - 1);
    entry.check(value, shape.type(), current);
    return value;
  }

  private TypeEntry registered(Class<?> type) {
    TypeEntry entry = registry.entry(type);
    if (entry == null) {
      throw Failures.unregistered(type);
    }
    return entry;
  }

  /// Writes the count and the elements of a list, see [Sequences].
  public long writeList(
      Shape element, Collection<?> list, Medium medium, long position, long limit, int depth) {
    Slots.enter(depth);
    int count = list.size();
    long head = Slots.reserve(position, Sequences.COUNT_BYTES, limit);
    long end =
        switch (element) {
          case Shape.Inline inline -> writeInline(inline, list, count, medium, head, limit);
          case Shape shape -> {
            long base = Slots.reserve(head, (long) count * Planner.SLOT_BYTES, limit);
            long current = base;
            int i = 0;
            for (Object value : list) {
              requireRoom(i, count);
              current = writeElement(shape, value, i++, medium, current, limit, depth, base, head);
            }
            requireAll(i, count);
            yield current;
          }
        };
    medium.putInt(position, count);
    return end;
  }

  /// Writes the count and the elements of a map, keys and values in turn, as a list.
  public long writeMap(
      Shape element, Map<?, ?> map, Medium medium, long position, long limit, int depth) {
    Slots.enter(depth);
    int count = Math.multiplyExact(map.size(), 2);
    long head = Slots.reserve(position, Sequences.COUNT_BYTES, limit);
    long base = Slots.reserve(head, (long) count * Planner.SLOT_BYTES, limit);
    long current = base;
    int i = 0;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      requireRoom(i, count);
      Object key = entry.getKey();
      current = writeElement(element, key, i++, medium, current, limit, depth, base, head);
      Object value = entry.getValue();
      current = writeElement(element, value, i++, medium, current, limit, depth, base, head);
    }
    requireAll(i, count);
    medium.putInt(position, count);
    return current;
  }

  private long writeElement(
      Shape shape,
      @Nullable Object value,
      int index,
      Medium medium,
      long current,
      long limit,
      int depth,
      long base,
      long head) {
    long slot = head + (long) index * Planner.SLOT_BYTES;
    try {
      return write(shape, value, medium, current, limit, depth, base, slot);
    } catch (SerializationException e) {
      throw e.within("[" + index + "]");
    }
  }

  /// A collection that another thread changes meanwhile must not outgrow its slots.
  private static void requireRoom(int index, int count) {
    if (index >= count) {
      throw new ConcurrentModificationException("more than size=" + count + " elements");
    }
  }

  private static void requireAll(int index, int count) {
    if (index < count) {
      throw new ConcurrentModificationException(index + " elements, size=" + count);
    }
  }

  private static long writeInline(
      Shape.Inline element, Collection<?> list, int count, Medium medium, long head, long limit) {
    int width = element.widthBytes();
    int nulls = element instanceof Shape.Boxed ? Sequences.nullsBytes(count) : 0;
    long values = head + nulls;
    long end = Slots.reserve(head, nulls + (long) count * width, limit);
    for (int i = 0; i < nulls; i++) {
      medium.putNumber(head + i, 1, 0);
    }
    int i = 0;
    for (Object value : list) {
      requireRoom(i, count);
      long at = values + (long) i * width;
      switch (element) {
        case Shape.Boxed boxed when value != null -> medium.put(boxed.kind(), at, value);
        case Shape.Boxed boxed -> {
          medium.put(boxed.kind(), at, Interpreter.zero(boxed.kind()));
          long word = head + (i >> 3);
          medium.putNumber(word, 1, medium.getNumber(word, 1) | 1 << (i & 7));
        }
        case Shape.EnumConstant _ -> medium.putNumber(at, width, Enums.number((Enum<?>) value));
        case Shape.Primitive _ -> throw new AssertionError("a list of primitives");
      }
      i++;
    }
    requireAll(i, count);
    return end;
  }

  /// Reads the elements of a list.
  public @Nullable Object[] readList(
      Shape element, Medium medium, long position, long end, int depth) {
    Slots.enter(depth);
    long head = Slots.block(position, Sequences.COUNT_BYTES, end);
    int width = element instanceof Shape.Inline inline ? inline.widthBytes() : Planner.SLOT_BYTES;
    int count = Sequences.count(medium.getInt(position), width, position, end);
    @Nullable Object[] elements = new Object[count];
    if (element instanceof Shape.Inline inline) {
      readInline(inline, elements, medium, head, end);
      return elements;
    }
    long base = Slots.block(head, (long) count * Planner.SLOT_BYTES, end);
    long current = base;
    for (int i = 0; i < count; i++) {
      int slot = medium.getInt(head + (long) i * Planner.SLOT_BYTES);
      try {
        long next = Slots.end(slot, base, current, end);
        elements[i] = read(element, medium, current, next, depth, slot);
        current = next;
      } catch (SerializationException e) {
        throw e.within("[" + i + "]");
      }
    }
    Slots.finish(current, end);
    return elements;
  }

  private static void readInline(
      Shape.Inline element, @Nullable Object[] elements, Medium medium, long head, long end) {
    int width = element.widthBytes();
    int nulls = element instanceof Shape.Boxed ? Sequences.nullsBytes(elements.length) : 0;
    long values = head + nulls;
    Slots.finish(Slots.block(head, nulls + (long) elements.length * width, end), end);
    Object[] constants = element.type().getEnumConstants();
    for (int i = 0; i < elements.length; i++) {
      long at = values + (long) i * width;
      switch (element) {
        case Shape.Boxed boxed -> {
          boolean isNull = (medium.getNumber(head + (i >> 3), 1) >> (i & 7) & 1) != 0;
          elements[i] = isNull ? null : medium.get(boxed.kind(), at);
        }
        case Shape.EnumConstant _ ->
            elements[i] = Enums.constant(medium.getNumber(at, width), constants, at);
        case Shape.Primitive _ -> throw new AssertionError("a list of primitives");
      }
    }
  }
}
