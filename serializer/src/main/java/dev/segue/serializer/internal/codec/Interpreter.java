// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.Conversion;
import dev.segue.serializer.internal.layout.Creation;
import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.layout.NullBitmap;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Enums;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.Varints;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Writes and reads the objects of a class by executing its plan step by step. It serves the first
/// calls, and serializers that generate no code. Tests compare generated code with it.
///
/// Writing an object, reading an object, and the same for the [rows][Rows] of a container, are one
/// method each, of more than 325 bytes of bytecode, since the JIT never inlines larger methods. If
/// it inlined nested objects, compiling them would take a second, and delay the generated code.
public final class Interpreter extends InterpretedCodec {

  private final ObjectLayout plan;
  private final Values values;
  private final Instantiator instantiator;
  private final Map<Field, FieldAccess> fields = new HashMap<>();

  /// The operations in the order of their bytes.
  private final Operation[] operations;

  /// The field of each operation; null for a field that the reader skips and that is never written.
  private final @Nullable FieldAccess[] accesses;

  /// Assigns the final fields of an existing object; null if they are assigned like other fields.
  private final @Nullable FinalAssignment finals;

  public Interpreter(ObjectLayout plan, TypeRegistry registry) {
    this.plan = plan;
    this.values = new Values(registry);
    this.instantiator = new Instantiator(plan.model());
    ClassModel model = plan.model();
    Creation creation = model.creation();
    Set<Field> assigned = model.assigned();
    List<Field> together = new ArrayList<>();
    for (Field field : model.components()) {
      boolean isFinal = Modifier.isFinal(field.getModifiers());
      if (isFinal && creation.finals() == Creation.Finals.BY_SERIALIZATION) {
        together.add(field);
      }
      boolean isWritten =
          assigned.contains(field) && !together.contains(field) && !isParameter(field, creation);
      fields.put(field, isWritten ? FieldAccess.writing(field) : FieldAccess.reading(field));
    }
    this.operations = operations(plan);
    this.accesses = new FieldAccess[operations.length];
    for (int i = 0; i < accesses.length; i++) {
      FieldModel field = operations[i].field();
      accesses[i] = field.isSkipped() ? null : fields.get(field.field());
    }
    together.retainAll(assigned);
    this.finals = together.isEmpty() ? null : new FinalAssignment(together);
  }

  private static Operation[] operations(ObjectLayout plan) {
    List<Operation> all = new ArrayList<>(plan.inline());
    all.addAll(plan.compact());
    all.addAll(plan.slots());
    return all.toArray(new Operation[0]);
  }

  private static boolean isParameter(Field field, Creation creation) {
    return creation.takesFields() && ((Creation.Canonical) creation).parameters().contains(field);
  }

  @Override
  protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    enter(depth);
    int number = plan.model().isCreatedLast() ? buffer.open(value) : Session.NEW;
    long current = Slots.reserve(position, plan.fixedBytes(), limit);
    for (int i = 0; i < plan.nullsBytes(); i++) {
      buffer.putNumber(position + i, 1, 0);
    }
    if (plan.isEmpty()) {
      buffer.putNumber(position, 1, 0);
    }
    long base = position + plan.fixedBytes();
    for (int i = 0; i < operations.length; i++) {
      Object part = Objects.requireNonNull(accesses[i], "a field of this side").get(value);
      Operation operation = operations[i];
      if (operation instanceof Operation.Slot slot) {
        long at = position + slot.offset();
        try {
          current =
              slot.shape() instanceof Shape.Text
                  ? buffer.writeText((String) part, current, limit, base, at)
                  : buffer.putSlot(
                      at, base, values.write(slot.shape(), part, buffer, current, limit, depth));
        } catch (SerializationException | StackOverflowError e) {
          throw Failures.within(e, slot.field().qualifiedName());
        }
      } else if (operation instanceof Operation.Scalar scalar) {
        buffer.put(scalar.kind(), position + scalar.offset(), present(part));
      } else if (operation instanceof Operation.Constant constant) {
        long at = position + constant.offset();
        buffer.putNumber(at, constant.shape().widthBytes(), Enums.number((Enum<?>) part));
      } else if (operation instanceof Operation.NullableScalar scalar) {
        writeNullable(scalar, part, buffer, position);
      } else {
        current =
            part == null
                ? buffer.putNull(current, limit)
                : buffer.putCompact(current, limit, ((Number) part).longValue());
      }
    }
    buffer.close(number);
    return current;
  }

  private static void writeNullable(
      Operation.NullableScalar scalar,
      @Nullable Object value,
      PayloadBuffer buffer,
      long position) {
    Object written = value == null ? scalar.kind().zero() : value;
    buffer.put(scalar.kind(), position + scalar.offset(), written);
    if (value == null) {
      long word = position + NullBitmap.offset(scalar.bit());
      buffer.putNumber(word, 1, buffer.getNumber(word, 1) | NullBitmap.mask(scalar.bit()));
    }
  }

  private static Object present(@Nullable Object primitive) {
    if (primitive == null) {
      throw new AssertionError("a primitive field is never null");
    }
    return primitive;
  }

  @Override
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    enter(depth);
    long base = Slots.block(position, plan.fixedBytes(), end);
    buffer.charge(plan.fixedBytes(), 1, position);
    Target target =
        plan.model().isCreatedLast()
            ? new Components(((Creation.Canonical) plan.model().creation()).parameters())
            : begin(buffer, position);
    for (Map.Entry<Field, Supplier<Object>> missing : plan.model().defaults().entrySet()) {
      target.put(missing.getKey(), missing.getValue().get());
    }
    for (Operation operation : plan.inline()) {
      if (!operation.field().isSkipped()) {
        put(target, operation.field(), readInline(operation, buffer, position));
      }
    }
    long current = base;
    for (Operation.Compact compact : plan.compact()) {
      current = readCompact(compact, target, buffer, current, end);
    }
    for (Operation.Slot slot : plan.slots()) {
      int bits = buffer.getInt(position + slot.offset());
      try {
        long next = Slots.end(bits, base, current, end);
        if (slot.field().isSkipped()) {
          values.skip(slot.shape(), buffer, current, next, depth, bits);
        } else {
          Object part = values.read(slot.shape(), buffer, current, next, depth, bits);
          put(target, slot.field(), part, buffer.session(), current);
        }
        current = next;
      } catch (SerializationException | StackOverflowError e) {
        throw Failures.within(e, slot.field().qualifiedName());
      }
    }
    Slots.finish(current, end);
    if (plan.model().isCreatedLast()) {
      buffer.settle(position, end);
    }
    return target.finish();
  }

  /// Receives the values of the fields.
  private interface Target {
    void put(Field field, @Nullable Object value);

    Object finish();
  }

  /// Collects the values of the fields for the constructor that takes them.
  private final class Components implements Target {

    private final List<Field> parameters;
    private final Map<Field, @Nullable Object> parts = new HashMap<>();

    Components(List<Field> parameters) {
      this.parameters = parameters;
    }

    @Override
    public void put(Field field, @Nullable Object value) {
      parts.put(field, value);
    }

    @Override
    public Object finish() {
      @Nullable Object[] components = new Object[parameters.size()];
      for (int i = 0; i < components.length; i++) {
        Field field = parameters.get(i);
        PrimitiveKind kind = PrimitiveKind.ofPrimitive(field.getType());
        components[i] = parts.getOrDefault(field, kind == null ? null : kind.zero());
        parts.remove(field);
      }
      Object made = construct(components);
      for (Map.Entry<Field, @Nullable Object> other : parts.entrySet()) {
        set(made, other.getKey(), other.getValue());
      }
      return made;
    }
  }

  /// Sets the fields of an object as they are read, since later values may refer to the object and
  /// use its fields.
  private final class Fields implements Target {

    private final Object instance;

    /// The values of final fields that are assigned at once.
    private final Map<Field, @Nullable Object> together = new HashMap<>();

    Fields(Object instance) {
      this.instance = instance;
    }

    @Override
    public void put(Field field, @Nullable Object value) {
      if (finals != null && Modifier.isFinal(field.getModifiers())) {
        together.put(field, value);
      } else {
        set(instance, field, value);
      }
    }

    @Override
    public Object finish() {
      if (finals != null) {
        finals.assign(instance, together);
      }
      return instance;
    }
  }

  private void set(Object owner, Field field, @Nullable Object value) {
    try {
      access(field).set(owner, value);
    } catch (ClassCastException | NullPointerException e) {
      throw new AssertionError("cannot set " + field, e);
    }
  }

  private Target begin(PayloadBuffer buffer, long position) {
    Object instance = construct();
    buffer.publish(position, instance);
    return new Fields(instance);
  }

  private static long readCompact(
      Operation.Compact compact, Target target, PayloadBuffer buffer, long current, long end) {
    if (compact.isBoxed() && buffer.isNull(current, end)) {
      put(target, compact.field(), null);
      return current + Varints.NULL_BYTES;
    }
    long number = buffer.getCompact(current, end);
    put(target, compact.field(), number(compact.kind(), number, current));
    return current + Varints.size(number);
  }

  private static void put(Target target, FieldModel field, @Nullable Object read) {
    if (!field.isSkipped()) {
      Conversion conversion = field.conversion();
      target.put(field.field(), conversion == null ? read : conversion.convert(read));
    }
  }

  private static void put(
      Target target,
      FieldModel field,
      @Nullable Object read,
      @Nullable Session session,
      long position) {
    Conversion conversion = field.conversion();
    if (conversion == null || session == null || !session.tracks()) {
      put(target, field, read);
    } else {
      target.put(field.field(), Converted.of(conversion, read, session, position));
    }
  }

  private @Nullable Object readInline(Operation operation, PayloadBuffer buffer, long position) {
    long at = position + operation.offset();
    if (operation instanceof Operation.Scalar scalar) {
      return buffer.get(scalar.kind(), at);
    }
    if (operation instanceof Operation.Constant constant) {
      return readConstant(constant, buffer, at);
    }
    if (operation instanceof Operation.NullableScalar scalar) {
      int bits = buffer.getNumber(position + NullBitmap.offset(scalar.bit()), 1);
      return (bits & NullBitmap.mask(scalar.bit())) != 0 ? null : buffer.get(scalar.kind(), at);
    }
    throw new AssertionError(operation + " is not inline");
  }

  private static @Nullable Object readConstant(
      Operation.Constant constant, PayloadBuffer buffer, long at) {
    Shape.EnumConstant shape = constant.shape();
    try {
      return Enums.constant(buffer.getNumber(at, shape.widthBytes()), shape.constants(), at);
    } catch (SerializationException e) {
      throw Failures.within(e, constant.field().qualifiedName());
    }
  }

  private static Object number(PrimitiveKind kind, long value, long position) {
    if (kind == PrimitiveKind.LONG) {
      return value;
    }
    return Varints.toInt(value, position);
  }

  private void enter(int depth) {
    if (plan.nests()) {
      Slots.enter(depth);
    }
  }

  private FieldAccess access(Field field) {
    return Objects.requireNonNull(fields.get(field), "every field can be accessed");
  }

  private Object construct(@Nullable Object... components) {
    try {
      return instantiator.create(components);
    } catch (Throwable e) {
      throw Failures.construction(e, plan.type(), plan.model().missing());
    }
  }
}
