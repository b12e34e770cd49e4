// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.Gathered;
import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.container.CollectionKind;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.MapKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.Refusals;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Enums;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Values of any shape, interpreted: what the bytes of a value mean, said once in plain code.
public final class Values {

  /// What nothing is known about but what the value itself tells.
  public static final Shape ANY = new Shape.Any(Object.class);

  private static final List<Shape> ELEMENT = List.of(ANY);
  private static final List<Shape> ENTRY = List.of(ANY, ANY);

  private final TypeRegistry registry;
  private final Rows rows = new Rows(this);

  public Values(TypeRegistry registry) {
    this.registry = registry;
  }

  /// What the serializer was told.
  public Options options() {
    return registry.options();
  }

  TypeRegistry registry() {
    return registry;
  }

  Rows rows() {
    return rows;
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
      case Shape.PrimitiveArray array ->
          writeArray(array, array.type().cast(value), medium, current, limit, base, slot);
      case Shape.Table table -> writeTable(table, value, medium, current, limit, depth, base, slot);
      case Shape.Bean bean when value.getClass() == bean.type() -> {
        int earlier = medium.find(value, current);
        if (earlier != Session.NEW) {
          yield medium.putReference(earlier, current, limit, base, slot);
        }
        long end =
            registry.entryOf(value).codec().writeTo(medium, value, current, limit, depth - 1);
        medium.putSlot(slot, base, end, Slots.EXACT);
        yield end;
      }
      case Shape.Bean _, Shape.Any _ -> writeAny(value, medium, current, limit, depth, base, slot);
      case Shape.Inline _ -> throw new AssertionError("inline shapes have no slot");
      case Shape.Foreign _ -> throw new AssertionError("of this side, all is known");
    };
  }

  private static long writeArray(
      Shape.PrimitiveArray shape,
      Object array,
      Medium medium,
      long current,
      long limit,
      long base,
      long slot) {
    int length = Array.getLength(array);
    int earlier = length == 0 ? Session.NEW : medium.find(array, current);
    if (earlier != Session.NEW) {
      return medium.putReference(earlier, current, limit, base, slot);
    }
    long end = PrimitiveArrays.write(array, shape.kind(), medium, current, limit);
    medium.putSlot(slot, base, end, Slots.EXACT);
    return end;
  }

  private long writeTable(
      Shape.Table shape,
      Object container,
      Medium medium,
      long current,
      long limit,
      int depth,
      long base,
      long slot) {
    TypeEntry entry =
        TypeRegistry.isExact(container, shape) ? null : registry.entryOf(container, shape);
    ContainerKind kind = entry == null ? registry.exactKind(shape) : entry.writtenKind(shape);
    if (kind == null) {
      return writeAny(container, medium, current, limit, depth, base, slot);
    }
    long body = entry == null ? current : Slots.reserve(current, Integer.BYTES, limit);
    int earlier = medium.find(container, body);
    if (earlier != Session.NEW) {
      return medium.putReference(earlier, current, limit, base, slot);
    }
    if (entry != null) {
      medium.putInt(current, entry.reference());
    }
    long end = rows.write(shape.columns(), kind, container, medium, body, limit, depth - 1);
    medium.putSlot(slot, base, end, entry == null ? Slots.EXACT : Slots.TYPED);
    return end;
  }

  private long writeAny(
      Object value, Medium medium, long current, long limit, int depth, long base, long slot) {
    TypeEntry entry = registry.entryOf(value);
    ObjectCodec codec = entry.codec();
    long body = Slots.reserve(current, Integer.BYTES, limit);
    int earlier = codec.isTracked(value) ? medium.find(value, body) : Session.NEW;
    if (earlier != Session.NEW) {
      return medium.putReference(earlier, current, limit, base, slot);
    }
    medium.putInt(current, entry.reference());
    long end = codec.writeTo(medium, value, body, limit, depth - 1);
    medium.putSlot(slot, base, end, Slots.TYPED);
    return end;
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
      default -> medium.reference(shape.type(), current, end);
    };
  }

  /// Reads past a value of which nothing is made. Where references are tracked, the objects in it
  /// are read all the same, since others may refer to them.
  public void skip(Shape shape, Medium medium, long current, long end, int depth, int slot) {
    Session session = medium.session();
    if (session == null || !session.tracks()) {
      return;
    }
    session.beginSkip();
    try {
      read(shape, medium, current, end, depth, slot);
    } finally {
      session.endSkip();
    }
  }

  private Object readExact(Shape shape, Medium medium, long current, long end, int depth) {
    return switch (shape) {
      case Shape.PrimitiveArray array -> {
        Object elements = PrimitiveArrays.read(array.kind(), medium, current, end);
        if (Array.getLength(elements) > 0) {
          medium.add(elements, current, end);
        }
        yield elements;
      }
      case Shape.Table table ->
          readRows(table, registry.exactKind(table), medium, current, end, depth);
      case Shape.Bean bean ->
          registered(bean.type()).codec().readFrom(medium, current, end, depth - 1);
      case Shape.Foreign foreign -> {
        TypeEntry entry = registry.entry(foreign.number(), current);
        Object value = entry.codec().readFrom(medium, current, end, depth - 1);
        entry.check(value, foreign.type(), current);
        yield value;
      }
      case Shape.Any _ -> throw Failures.badTag(Slots.EXACT, current);
      case Shape.Text _, Shape.Inline _ -> throw new AssertionError(shape);
    };
  }

  private Object readRows(
      Shape.Table table, ContainerKind kind, Medium medium, long body, long end, int depth) {
    int number = medium.reserve(body, end);
    Object container = rows.read(table.columns(), kind, medium, body, body, end, depth - 1);
    medium.set(number, container);
    return container;
  }

  private Object readTyped(Shape shape, Medium medium, long current, long end, int depth) {
    if (shape instanceof Shape.PrimitiveArray) {
      throw Failures.badTag(Slots.TYPED, current);
    }
    long body = Slots.block(current, Integer.BYTES, end);
    TypeEntry entry = registry.referenced(medium.getInt(current), shape.type(), current);
    if (shape instanceof Shape.Table table) {
      ContainerKind kind = entry.readKind(table);
      if (kind != null) {
        return readRows(table, kind, medium, body, end, depth);
      }
    }
    Object value = entry.codec().readFrom(medium, body, end, depth - 1);
    entry.check(value, shape.type(), current);
    return value;
  }

  /// Writes values of any class as the rows of a list.
  public long writeList(Collection<?> list, Medium medium, long position, long limit, int depth) {
    return rows.write(ELEMENT, CollectionKind.ARRAY_LIST, list, medium, position, limit, depth);
  }

  /// Writes keys and values of any class as the rows of a map.
  public long writeMap(Map<?, ?> map, Medium medium, long position, long limit, int depth) {
    return rows.write(ENTRY, MapKind.HASH_MAP, map, medium, position, limit, depth);
  }

  /// Reads what [#writeList] wrote.
  public @Nullable Object[] readList(Medium medium, long position, long end, int depth) {
    return (@Nullable Object[])
        rows.read(ELEMENT, Rows.ELEMENTS, medium, Rows.NOWHERE, position, end, depth);
  }

  /// Reads what [#writeList] or [#writeMap] wrote of a container that is there already, and empty.
  public Gathered gather(Object container, Medium medium, long position, long end, int depth) {
    List<Shape> columns = container instanceof Map ? ENTRY : ELEMENT;
    return rows.gather(columns, container, medium, position, end, depth);
  }

  /// Reads the elements of a list that stands for another container. It is of no other class, since
  /// other lists may be longer than what was sent for them.
  ///
  /// @param like a container that takes no more nulls than the other one
  public Gathered gatherList(
      Object like, Medium medium, long current, long end, int depth, int slot) {
    if (Slots.tag(slot) == Slots.TYPED) {
      long body = Slots.block(current, Integer.BYTES, end);
      TypeEntry entry = registry.referenced(medium.getInt(current), Object.class, current);
      if (entry.codec() instanceof ContainerCodec list
          && list.writtenKind() == CollectionKind.ARRAY_LIST) {
        return rows.gather(ELEMENT, like, medium, body, end, depth - 1);
      }
    }
    throw Failures.malformed("corrupt: a list was expected", current);
  }

  /// Looks at the null that was read of a slot.
  ///
  /// @param like what it is to be a part of
  /// @param column whether it is the first value of a row, or the second
  public void checkNull(Medium medium, long current, int slot, Object like, int column) {
    UnknownNulls.check(registry, medium, current, slot, UnknownNulls.NOTHING, null, like, column);
  }

  /// The enum of a constant that tells its class, whichever constant it is: this side may lack it.
  public Class<?> readEnum(Medium medium, long current, long end, int depth, int slot) {
    boolean isKnown = true;
    if (Slots.tag(slot) == Slots.TYPED) {
      long body = Slots.block(current, Integer.BYTES, end);
      TypeEntry entry = registry.referenced(medium.getInt(current), Object.class, current);
      if (entry.codec().form() instanceof Form.Constant(EnumConstants constants)) {
        Slots.finish(Slots.block(body, Integer.BYTES, end), end);
        Enums.check(medium.getInt(body), constants, body);
        return constants.type();
      }
      isKnown = !entry.isUnknown();
    }
    Object constant = read(ANY, medium, current, end, depth, slot);
    if (constant instanceof Enum<?> known) {
      return known.getDeclaringClass();
    }
    throw isKnown
        ? Failures.malformed("corrupt: no enum constant", current)
        : Failures.unknownEnum(current);
  }

  private TypeEntry registered(Class<?> type) {
    TypeEntry entry = registry.entry(type);
    if (entry == null) {
      throw Refusals.unregistered(type);
    }
    return entry;
  }
}
