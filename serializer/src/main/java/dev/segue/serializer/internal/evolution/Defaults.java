// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.Creation;
import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.layout.Generics;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shapes;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The default values, from annotations, of fields that a payload does not contain.
public final class Defaults {

  private Defaults() {}

  /// The factory of a field's default value; null if the field declares none.
  ///
  /// @throws SerializationException if the text is not a value of the field's type
  static @Nullable Supplier<Object> of(Field field) {
    String text = Markings.defaultValue(field);
    if (text == null) {
      return null;
    }
    Class<?> type = field.getType();
    Supplier<Object> container = text.isEmpty() ? container(type, field.getGenericType()) : null;
    if (container != null) {
      return container;
    }
    try {
      Object value = value(text, type, field.getGenericType());
      return () -> value;
    } catch (IllegalArgumentException e) {
      throw Errors.of(
          Kind.UNSUPPORTED_TYPE,
          "@DefaultValue(\"%s\") of %s is not a value of %s: %s"
              .formatted(
                  text, FieldModel.qualifiedName(field), type.getTypeName(), e.getMessage()));
    }
  }

  /// The model of a class with the default values of its ignored fields, which are never written.
  ///
  /// @throws SerializationException if a text is not a value of its field's type
  public static ClassModel complete(ClassModel own) {
    Set<Field> written = new HashSet<>();
    for (FieldModel field : own.fields()) {
      written.add(field.field());
    }
    return own.withDefaults(ofOthers(own, written));
  }

  /// The default values of all fields of a class except the written ones.
  static Map<Field, Supplier<Object>> ofOthers(ClassModel own, Set<Field> written) {
    Map<Field, Supplier<Object>> defaults = new HashMap<>();
    for (Field field : own.components()) {
      if (!written.contains(field)) {
        Supplier<Object> value = of(field);
        if (value == null && own.creation() instanceof Creation.Canonical(_, _, var initial)) {
          value = initial == null ? null : new InitialValue(initial, field);
        }
        if (value != null) {
          defaults.put(field, value);
        }
      }
    }
    return defaults;
  }

  /// Checks the default values of all fields of a class.
  ///
  /// @throws SerializationException if a text is not a value of its field's type
  static void check(ClassModel model) {
    for (Field field : model.components()) {
      Supplier<Object> _ = of(field);
    }
  }

  private static Object value(String text, Class<?> type, Type generic) {
    if (type == Optional.class) {
      return text.isEmpty()
          ? Optional.empty()
          : Optional.of(parse(text, Shapes.erasure(Generics.argument(generic, Optional.class, 0))));
    }
    if (type == OptionalInt.class) {
      return text.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text));
    }
    if (type == OptionalLong.class) {
      return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
    }
    if (type == OptionalDouble.class) {
      return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    }
    return parse(text, type);
  }

  private static @Nullable Supplier<Object> container(Class<?> type, Type generic) {
    if (type.isArray()) {
      return () -> Array.newInstance(type.componentType(), 0);
    }
    if (Collection.class.isAssignableFrom(type)
        && Containers.collection(type, generic, null) != null) {
      return () ->
          Objects.requireNonNull(
              Containers.collection(type, generic, null), "there was a container before");
    }
    if (Map.class.isAssignableFrom(type) && Containers.map(type, generic, null) != null) {
      return () ->
          Objects.requireNonNull(
              Containers.map(type, generic, null), "there was a container before");
    }
    return null;
  }

  private static Object parse(String text, Class<?> type) {
    PrimitiveKind kind = PrimitiveKind.ofPrimitive(type);
    kind = kind == null ? PrimitiveKind.ofBox(type) : kind;
    if (kind != null) {
      return parse(text, kind);
    }
    if (type == BigInteger.class) {
      return new BigInteger(text);
    }
    if (type == BigDecimal.class) {
      return new BigDecimal(text);
    }
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .filter(constant -> ((Enum<?>) constant).name().equals(text))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("there is no such constant"));
    }
    if (type.isAssignableFrom(String.class)) {
      return text;
    }
    throw new IllegalArgumentException("default values of this type are not supported");
  }

  private static Object parse(String text, PrimitiveKind kind) {
    return switch (kind) {
      case BOOLEAN -> {
        if (!text.equals("true") && !text.equals("false")) {
          throw new IllegalArgumentException("neither true nor false");
        }
        yield Boolean.valueOf(text);
      }
      case BYTE -> Byte.valueOf(text);
      case SHORT -> Short.valueOf(text);
      case CHAR -> {
        if (text.length() != 1) {
          throw new IllegalArgumentException("not one character");
        }
        yield text.charAt(0);
      }
      case INT -> Integer.valueOf(text);
      case LONG -> Long.valueOf(text);
      case FLOAT -> Float.valueOf(text);
      case DOUBLE -> Double.valueOf(text);
    };
  }
}
