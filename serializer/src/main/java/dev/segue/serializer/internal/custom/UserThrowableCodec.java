// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.codec.FieldAccess;
import dev.segue.serializer.internal.codec.FinalAssignment;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.evolution.StatedFields;
import dev.segue.serializer.internal.jdk.ThrowableState;
import dev.segue.serializer.internal.layout.Conversion;
import dev.segue.serializer.internal.layout.SerialFields;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The codec of registered throwables: the [ThrowableState], which includes the fields of
/// registered classes. Reading runs no constructor of a registered class.
final class UserThrowableCodec extends InterpretedCodec {

  /// A field of a registered class.
  ///
  /// @param conversion converts values that another version of the class has written; or null
  private record Member(Field field, FieldAccess access, @Nullable Conversion conversion) {}

  private final Class<?> type;
  private final Class<?> jdkType;
  private final StatedFields stated;
  private final Map<Field, Member> members = new LinkedHashMap<>();
  private final ThrowableState state;

  /// Final fields that are set at once.
  private final Set<Field> together;

  private final FinalAssignment finals;

  UserThrowableCodec(
      Class<?> type, TypeRegistry registry, Function<Field, @Nullable Conversion> conversions) {
    this.type = type;
    this.jdkType = UserKinds.jdkSuperclass(type);
    this.stated = new StatedFields(type, jdkType);
    this.state = new ThrowableState(new Values(registry));
    List<Field> together = new ArrayList<>();
    for (Class<?> c = type; c != jdkType; c = c.getSuperclass()) {
      List<Field> finals = UserTypes.finals(c);
      if (!finals.isEmpty() && SerialFields.canSet(c, finals)) {
        together.addAll(finals);
      }
    }
    Set<Field> all = new LinkedHashSet<>(stated.written().values());
    all.addAll(stated.defaults().keySet());
    for (Field field : all) {
      boolean isSet = !together.contains(field);
      FieldAccess access = isSet ? FieldAccess.writing(field) : FieldAccess.reading(field);
      members.put(field, new Member(field, access, conversions.apply(field)));
    }
    this.together = Set.copyOf(together);
    this.finals = new FinalAssignment(together);
  }

  @Override
  protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    Throwable throwable = (Throwable) value;
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    stated.written().forEach((key, field) -> fields.put(key, member(field).access.get(value)));
    ThrowableState.addSerialFields(throwable, jdkType, fields);
    return state.write(throwable, fields, buffer, position, limit, depth);
  }

  @Override
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    Throwable throwable = (Throwable) SerialFields.instantiate(type);
    buffer.publish(position, throwable);
    Map<?, ?> fields = state.read(throwable, jdkType, buffer, position, end, depth);
    try {
      finals.assign(throwable, assign(fields, throwable));
    } catch (RuntimeException e) {
      throw Failures.corrupt(e, type, position);
    }
    return throwable;
  }

  /// Sets the fields of an object, and returns the values of the final fields that are set at once.
  @SuppressWarnings("unchecked") // a key that is not a string fails
  private Map<Field, @Nullable Object> assign(Map<?, ?> fields, Throwable throwable) {
    Map<Field, @Nullable Object> values = new HashMap<>();
    Map<Field, Supplier<Object>> missing = new HashMap<>(stated.defaults());
    stated
        .match((Set<String>) fields.keySet())
        .forEach((key, field) -> {
          Member member = member(field);
          Object read = fields.get(key);
          Object value = member.conversion == null ? read : member.conversion.convert(read);
          set(member, throwable, value, values);
          missing.remove(field);
        });
    missing.forEach((field, value) -> set(member(field), throwable, value.get(), values));
    return values;
  }

  private Member member(Field field) {
    return Objects.requireNonNull(members.get(field), "a field of the class");
  }

  /// Sets a field, or adds its value to the ones that are set at once.
  private void set(
      Member member, Object owner, @Nullable Object value, Map<Field, @Nullable Object> values) {
    if (together.contains(member.field)) {
      values.put(member.field, value);
    } else {
      member.access.set(owner, value);
    }
  }
}
