// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.Gathered;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.container.CollectionKind;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.MapKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.unregistered.UnregisteredErrors;
import dev.segue.serializer.internal.wire.Enums;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Writes and reads values of any shape by interpretation. This plain code defines their binary
/// format.
public final class Values {

  /// The shape of values without a declared class.
  public static final Shape ANY = new Shape.Any(Object.class);

  private static final List<Shape> ELEMENT = List.of(ANY);
  private static final List<Shape> ENTRY = List.of(ANY, ANY);

  private final TypeRegistry registry;

  /// Rows without declared columns, by their container's kind.
  private final Map<ContainerKind, Rows> untypedRows = new ConcurrentHashMap<>();

  public Values(TypeRegistry registry) {
    this.registry = registry;
  }

  /// The options of the serializer.
  public Options options() {
    return registry.options();
  }

  TypeRegistry registry() {
    return registry;
  }

  /// Writes and reads the rows of containers of one kind.
  Rows rows(List<Shape> columns, ContainerKind kind) {
    if (!isUntyped(columns)) {
      return new Rows(this, columns, kind, null);
    }
    Rows rows = untypedRows.get(kind);
    if (rows == null) {
      UntypedRows fast = options().interprets() ? null : new UntypedRows(registry, kind);
      rows = new Rows(this, columns, kind, fast);
      untypedRows.put(kind, rows);
    }
    return rows;
  }

  /// Whether no value in a row has a declared type.
  private static boolean isUntyped(List<Shape> columns) {
    for (int i = 0; i < columns.size(); i++) {
      if (!(columns.get(i) instanceof Shape.Any any && any.type() == Object.class)) {
        return false;
      }
    }
    return true;
  }

  /// Writes the bytes of a value that is not declared as a string; [PayloadBuffer#writeText] writes
  /// those.
  ///
  /// @return its end and tag, for [PayloadBuffer#putSlot]
  public long write(
      Shape shape,
      @Nullable Object value,
      PayloadBuffer buffer,
      long current,
      long limit,
      int depth) {
    if (value == null) {
      return Slots.tagged(current, Slots.NULL);
    }
    if (shape instanceof Shape.PrimitiveArray array) {
      return writeArray(array, array.type().cast(value), buffer, current, limit);
    }
    if (shape instanceof Shape.Table table) {
      return writeTable(table, value, buffer, current, limit, depth);
    }
    if (shape instanceof Shape.Bean && value.getClass() == shape.type()) {
      return writeBean(value, buffer, current, limit, depth);
    }
    if (shape instanceof Shape.Bean || shape instanceof Shape.Any) {
      return writeAny(value, buffer, current, limit, depth);
    }
    throw new AssertionError(shape + " has no slot that is written here");
  }

  private long writeBean(Object value, PayloadBuffer buffer, long current, long limit, int depth) {
    int earlier = buffer.find(value, current);
    if (earlier != Session.NEW) {
      return buffer.putReference(earlier, current, limit);
    }
    ObjectCodec codec = registry.entryOf(value).codec();
    long end = codec.writeTo(buffer, value, current, limit, depth - 1);
    return Slots.tagged(end, Slots.EXACT);
  }

  private static long writeArray(
      Shape.PrimitiveArray shape, Object array, PayloadBuffer buffer, long current, long limit) {
    int length = Array.getLength(array);
    int earlier = length == 0 ? Session.NEW : buffer.find(array, current);
    if (earlier != Session.NEW) {
      return buffer.putReference(earlier, current, limit);
    }
    long end = PrimitiveArrayCodec.of(shape.kind()).writeTo(buffer, array, current, limit, 0);
    return Slots.tagged(end, Slots.EXACT);
  }

  private long writeTable(
      Shape.Table shape,
      Object container,
      PayloadBuffer buffer,
      long current,
      long limit,
      int depth) {
    TypeEntry entry =
        TypeRegistry.isExact(container, shape) ? null : registry.entryOf(container, shape);
    ContainerKind kind = entry == null ? registry.exactKind(shape) : entry.writtenKind(shape);
    if (kind == null) {
      return writeAny(container, buffer, current, limit, depth);
    }
    long body = entry == null ? current : Slots.reserve(current, Integer.BYTES, limit);
    int earlier = buffer.find(container, body);
    if (earlier != Session.NEW) {
      return buffer.putReference(earlier, current, limit);
    }
    if (entry != null) {
      buffer.putInt(current, entry.reference(buffer.session()));
    }
    long end = rows(shape.columns(), kind).write(container, buffer, body, limit, depth - 1);
    return Slots.tagged(end, entry == null ? Slots.EXACT : Slots.TYPED);
  }

  private long writeAny(Object value, PayloadBuffer buffer, long current, long limit, int depth) {
    TypeEntry entry = registry.entryOfAny(value);
    ObjectCodec codec = entry.codec();
    long body = Slots.reserve(current, Integer.BYTES, limit);
    int earlier = codec.isTracked(value) ? buffer.find(value, body) : Session.NEW;
    if (earlier != Session.NEW) {
      return buffer.putReference(earlier, current, limit);
    }
    buffer.putInt(current, entry.reference(buffer.session()));
    long end = codec.writeTo(buffer, value, body, limit, depth - 1);
    return Slots.tagged(end, Slots.TYPED);
  }

  /// Reads a value from its bytes and its slot.
  public @Nullable Object read(
      Shape shape, PayloadBuffer buffer, long current, long end, int depth, int slot) {
    if (shape instanceof Shape.Text) {
      return buffer.readText(current, end, slot);
    }
    return switch (Slots.tag(slot)) {
      case Slots.NULL -> {
        Slots.finish(current, end);
        yield null;
      }
      case Slots.EXACT -> readExact(shape, buffer, current, end, depth);
      case Slots.TYPED -> readTyped(shape, buffer, current, end, depth);
      default -> buffer.reference(shape.type(), current, end);
    };
  }

  /// Skips a value. If references are tracked, the objects in it are read anyway, since later
  /// values may refer to them.
  public void skip(Shape shape, PayloadBuffer buffer, long current, long end, int depth, int slot) {
    Session session = buffer.session();
    if (session == null || !session.tracks()) {
      return;
    }
    session.beginSkip();
    try {
      read(shape, buffer, current, end, depth, slot);
    } finally {
      session.endSkip();
    }
  }

  private Object readExact(Shape shape, PayloadBuffer buffer, long current, long end, int depth) {
    if (shape instanceof Shape.PrimitiveArray array) {
      return PrimitiveArrayCodec.of(array.kind()).readFrom(buffer, current, end, depth);
    }
    if (shape instanceof Shape.Table table) {
      return readRows(table, registry.exactKind(table), buffer, current, end, depth);
    }
    if (shape instanceof Shape.Bean bean) {
      return registered(bean.type()).codec().readFrom(buffer, current, end, depth - 1);
    }
    if (shape instanceof Shape.Foreign foreign) {
      TypeEntry entry = registry.entry(foreign.number(), current);
      Object value = entry.codec().readFrom(buffer, current, end, depth - 1);
      entry.check(value, foreign.type(), current);
      return value;
    }
    if (shape instanceof Shape.Any) {
      throw Failures.badTag(Slots.EXACT, current);
    }
    throw new AssertionError(shape + " has no exact class");
  }

  private Object readRows(
      Shape.Table table, ContainerKind kind, PayloadBuffer buffer, long body, long end, int depth) {
    int number = buffer.reserve(body, end);
    Object container = rows(table.columns(), kind).read(buffer, body, body, end, depth - 1);
    buffer.set(number, container);
    return container;
  }

  /// The error for a table that has lost rows because keys have become equal; null if this is
  /// allowed.
  @Nullable SerializationException equalKeys(
      Shape.Table table, Object container, PayloadBuffer buffer, long body, long end, int depth) {
    return rows(table.columns(), registry.exactKind(table))
        .equalKeys(container, buffer, body, end, depth);
  }

  private Object readTyped(Shape shape, PayloadBuffer buffer, long current, long end, int depth) {
    if (shape instanceof Shape.PrimitiveArray) {
      throw Failures.badTag(Slots.TYPED, current);
    }
    long body = Slots.block(current, Integer.BYTES, end);
    TypeEntry entry = registry.referenced(buffer.getInt(current), shape.type(), current);
    if (shape instanceof Shape.Table table) {
      ContainerKind kind = entry.readKind(table);
      if (kind != null) {
        return readRows(table, kind, buffer, body, end, depth);
      }
    }
    Object value = entry.codec().readFrom(buffer, body, end, depth - 1);
    entry.check(value, shape.type(), current);
    return value;
  }

  /// Writes values of any class as the rows of a list.
  public long writeList(
      Collection<?> list, PayloadBuffer buffer, long position, long limit, int depth) {
    return rows(ELEMENT, CollectionKind.ARRAY_LIST).write(list, buffer, position, limit, depth);
  }

  /// Writes keys and values of any class as the rows of a map.
  public long writeMap(Map<?, ?> map, PayloadBuffer buffer, long position, long limit, int depth) {
    return rows(ENTRY, MapKind.HASH_MAP).write(map, buffer, position, limit, depth);
  }

  /// Reads a list that [#writeList] wrote.
  public @Nullable Object[] readList(PayloadBuffer buffer, long position, long end, int depth) {
    return (@Nullable Object[])
        rows(ELEMENT, Rows.ELEMENTS).read(buffer, Rows.NOWHERE, position, end, depth);
  }

  /// Reads the rows that [#writeList] or [#writeMap] wrote, into an existing, empty container.
  public Gathered gather(
      Object container, PayloadBuffer buffer, long position, long end, int depth) {
    Rows rows = container instanceof Map ? rows(ENTRY, Rows.PAIRS) : rows(ELEMENT, Rows.ELEMENTS);
    return rows.gather(container, buffer, position, end, depth);
  }

  /// Reads the elements of a list that was written in place of another container. Its class must be
  /// [java.util.ArrayList], since other lists may have more elements than bytes.
  ///
  /// @param like a container that rejects nulls if the other container does
  public Gathered gatherList(
      Object like, PayloadBuffer buffer, long current, long end, int depth, int slot) {
    if (Slots.tag(slot) == Slots.TYPED) {
      long body = Slots.block(current, Integer.BYTES, end);
      TypeEntry entry = registry.referenced(buffer.getInt(current), Object.class, current);
      if (entry.codec() instanceof TreeCodec tree && tree.kind() == CollectionKind.ARRAY_LIST) {
        return tree.gather(like, buffer, body, end, depth - 1);
      }
      if (entry.codec() instanceof ContainerCodec list
          && list.writtenKind() == CollectionKind.ARRAY_LIST) {
        return rows(ELEMENT, Rows.ELEMENTS).gather(like, buffer, body, end, depth - 1);
      }
    }
    throw Failures.malformed("corrupt: a list was expected", current);
  }

  /// Checks a null that was read from a slot.
  ///
  /// @param like the container that it becomes a part of
  /// @param column zero for the first value of a row, one for the second
  public void checkNull(PayloadBuffer buffer, long current, int slot, Object like, int column) {
    if (UnknownNulls.isRefused(buffer.session(), slot, null, like, column)) {
      throw UnknownNulls.refusal(registry, buffer, current, slot, UnknownNulls.NOTHING);
    }
  }

  /// Reads a constant preceded by its class and returns its enum, even if the reader does not know
  /// the constant.
  public Class<?> readEnum(PayloadBuffer buffer, long current, long end, int depth, int slot) {
    boolean isKnown = true;
    if (Slots.tag(slot) == Slots.TYPED) {
      long body = Slots.block(current, Integer.BYTES, end);
      TypeEntry entry = registry.referenced(buffer.getInt(current), Object.class, current);
      if (entry.codec().form() instanceof Form.Constant(EnumConstants constants)) {
        Slots.finish(Slots.block(body, Integer.BYTES, end), end);
        Enums.check(buffer.getInt(body), constants, body);
        return constants.type();
      }
      isKnown = !entry.isUnknown();
    }
    Object constant = read(ANY, buffer, current, end, depth, slot);
    if (constant instanceof Enum<?> known) {
      return known.getDeclaringClass();
    }
    throw isKnown
        ? Failures.malformed("corrupt: an enum constant was expected", current)
        : Failures.unknownEnum(current);
  }

  private TypeEntry registered(Class<?> type) {
    TypeEntry entry = registry.entry(type);
    if (entry == null) {
      throw UnregisteredErrors.unregistered(type);
    }
    return entry;
  }
}
