// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.evolution;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.exec.HashGuard;
import dev.segue.serializer.model.Conversion;
import dev.segue.serializer.model.FieldModel;
import dev.segue.serializer.model.PrimitiveKind;
import dev.segue.serializer.model.Shapes;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractList;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes of any value, as it was written, one of a field's type: the same value, wider, or in
/// another kind of container. Never loses anything; what it cannot do is an error.
@SuppressWarnings("ReferenceEquality") // whether a value is still the one that was read
record Converter(Field field) implements Conversion {

  @Override
  public @Nullable Object convert(@Nullable Object value) {
    return to(value, field.getGenericType());
  }

  private @Nullable Object to(@Nullable Object value, Type type) {
    Class<?> raw = Shapes.erasure(type);
    PrimitiveKind primitive = PrimitiveKind.ofPrimitive(raw);
    if (value == null) {
      if (primitive != null) {
        throw Changes.noNull(FieldModel.qualifiedName(field), raw.getName());
      }
      return null;
    }
    Class<?> target = primitive == null ? raw : primitive.box();
    if (raw.isArray()) {
      return array(value, raw.componentType(), element(type));
    }
    if (Collection.class.isAssignableFrom(raw)) {
      return collection(value, raw, type);
    }
    if (Map.class.isAssignableFrom(raw)) {
      return map(value, raw, type);
    }
    if (raw == Optional.class && value instanceof Optional<?> held) {
      return optional(held, argument(type, 0));
    }
    return target.isInstance(value) ? value : scalar(value, target);
  }

  private Object optional(Optional<?> held, Type type) {
    Object inner = held.orElse(null);
    Object converted = to(inner, type);
    return converted == inner ? held : Optional.ofNullable(converted);
  }

  private Object scalar(Object value, Class<?> target) {
    PrimitiveKind from = PrimitiveKind.ofBox(value.getClass());
    PrimitiveKind to = PrimitiveKind.ofBox(target);
    if (from != null && to != null && Conversion.Widening.isLossless(from, to)) {
      return new Conversion.Widening(from, to).convert(value);
    }
    if (from != null && isIntegral(from)) {
      long number = ((Number) value).longValue();
      if (target == BigInteger.class) {
        return BigInteger.valueOf(number);
      }
      if (target == BigDecimal.class) {
        return BigDecimal.valueOf(number);
      }
    }
    if (value instanceof BigInteger number && target == BigDecimal.class) {
      return new BigDecimal(number);
    }
    if (target == Iterable.class && (value.getClass().isArray() || value instanceof Optional)) {
      return collection(value, target, Object.class);
    }
    throw refused(value, target);
  }

  static boolean isIntegral(PrimitiveKind kind) {
    return kind == PrimitiveKind.BYTE
        || kind == PrimitiveKind.SHORT
        || kind == PrimitiveKind.INT
        || kind == PrimitiveKind.LONG;
  }

  private SerializationException refused(Object value, Class<?> target) {
    return Changes.value(value, FieldModel.qualifiedName(field), target.getTypeName());
  }

  private Object array(Object value, Class<?> component, Type element) {
    Collection<?> elements = elements(value, component.arrayType());
    Object array = Array.newInstance(component, elements.size());
    int i = 0;
    boolean same = array.getClass() == value.getClass();
    for (Object one : elements) {
      Object converted = to(one, element);
      same &= converted == one;
      try {
        Array.set(array, i++, converted);
      } catch (IllegalArgumentException e) {
        throw refused(value, array.getClass());
      }
    }
    return same && !component.isPrimitive() ? value : array;
  }

  private Object collection(Object value, Class<?> raw, Type type) {
    Type element = element(type);
    Collection<?> elements = elements(value, raw);
    Collection<@Nullable Object> made = made(Containers.collection(raw, type), value, raw);
    HashGuard guard = made == null ? null : HashGuard.of(made, elements.size());
    boolean same = raw.isInstance(value);
    for (Object one : elements) {
      Object converted = to(one, element);
      same &= converted == one;
      if (made != null) {
        add(made, converted, guard, value, raw);
      }
    }
    return same || made == null ? value : Containers.finished(made, raw);
  }

  /// An element that is there already has no part in collisions: lists may repeat theirs.
  private void add(
      Collection<@Nullable Object> made,
      @Nullable Object one,
      @Nullable HashGuard guard,
      Object value,
      Class<?> raw) {
    try {
      if (made.add(one)) {
        HashGuard.checkIfAny(guard, one);
      }
    } catch (NullPointerException | ClassCastException e) {
      throw refused(value, raw);
    }
  }

  private Object map(Object value, Class<?> raw, Type type) {
    if (!(value instanceof Map<?, ?> entries)) {
      throw refused(value, raw);
    }
    Map<@Nullable Object, @Nullable Object> made = made(Containers.map(raw, type), value, raw);
    HashGuard guard = made == null ? null : HashGuard.of(made, entries.size());
    boolean same = raw.isInstance(value);
    for (Map.Entry<?, ?> entry : entries.entrySet()) {
      Object key = to(entry.getKey(), argument(type, 0));
      Object to = to(entry.getValue(), argument(type, 1));
      same &= key == entry.getKey() && to == entry.getValue();
      try {
        if (made != null) {
          HashGuard.checkIfAny(guard, key);
          made.put(key, to);
        }
      } catch (NullPointerException | ClassCastException e) {
        throw refused(value, raw);
      }
    }
    return same || made == null ? value : made;
  }

  /// What elements go into, or null if there is nothing to make one of, and need not be, as the
  /// value will do.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // empty, of anything
  private <C> @Nullable C made(@Nullable Object empty, Object value, Class<?> raw) {
    if (empty == null && !raw.isInstance(value)) {
      throw refused(value, raw);
    }
    return (C) empty;
  }

  private Collection<?> elements(Object value, Class<?> target) {
    if (value instanceof Collection<?> collection) {
      return collection;
    }
    if (value instanceof Optional<?> held) {
      return held.stream().toList();
    }
    if (!value.getClass().isArray()) {
      throw refused(value, target);
    }
    return new AbstractList<@Nullable Object>() {
      @Override
      public @Nullable Object get(int index) {
        return Array.get(value, index);
      }

      @Override
      public int size() {
        return Array.getLength(value);
      }
    };
  }

  /// The type of the elements of an array or a collection.
  static Type element(Type type) {
    return switch (type) {
      case Class<?> raw when raw.isArray() -> raw.componentType();
      case GenericArrayType array -> array.getGenericComponentType();
      default -> argument(type, 0);
    };
  }

  /// A type argument; anything if there is none.
  static Type argument(Type type, int index) {
    return type instanceof ParameterizedType generic
            && index < generic.getActualTypeArguments().length
        ? generic.getActualTypeArguments()[index]
        : Object.class;
  }
}
