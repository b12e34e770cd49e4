// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.model;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Classifies declared types. Which classes are registered decides between [Shape.Bean] and
/// [Shape.Any], so writer and reader must register the same ones; the fingerprint covers it.
public final class Shapes {

  /// The declared types that a list may stand behind; an `ArrayList` is what they get by default.
  private static final Set<Class<?>> SEQUENCES =
      Set.of(List.class, ArrayList.class, Collection.class);

  private final Set<Class<?>> registered;

  /// @param registered the classes whose instances have a plan of their own
  public Shapes(Set<Class<?>> registered) {
    this.registered = Set.copyOf(registered);
  }

  public Shape of(Type type) {
    return switch (type) {
      case Class<?> raw -> ofClass(raw, Object.class);
      case ParameterizedType generic ->
          ofClass((Class<?>) generic.getRawType(), generic.getActualTypeArguments()[0]);
      case WildcardType wildcard -> of(wildcard.getUpperBounds()[0]);
      case TypeVariable<?> variable -> of(erasure(variable));
      case GenericArrayType array -> new Shape.Any(erasure(array));
      default -> throw new IllegalArgumentException("type=" + type);
    };
  }

  private Shape ofClass(Class<?> type, Type argument) {
    PrimitiveKind primitive = PrimitiveKind.ofPrimitive(type);
    if (primitive != null) {
      return new Shape.Primitive(primitive);
    }
    PrimitiveKind boxed = PrimitiveKind.ofBox(type);
    if (boxed != null) {
      return new Shape.Boxed(boxed);
    }
    if (type == String.class) {
      return new Shape.Text();
    }
    if (type.isEnum()) {
      return new Shape.EnumConstant(type);
    }
    if (type.isArray() && type.componentType().isPrimitive()) {
      return new Shape.PrimitiveArray(PrimitiveKind.valueOf(upper(type.componentType())));
    }
    if (SEQUENCES.contains(type)) {
      return new Shape.Sequence(type, of(argument));
    }
    return registered.contains(type) ? new Shape.Bean(type) : new Shape.Any(type);
  }

  private static String upper(Class<?> primitive) {
    return primitive.getName().toUpperCase(Locale.ROOT);
  }

  private static Class<?> erasure(Type type) {
    return switch (type) {
      case Class<?> raw -> raw;
      case ParameterizedType generic -> (Class<?>) generic.getRawType();
      case WildcardType wildcard -> erasure(wildcard.getUpperBounds()[0]);
      case TypeVariable<?> variable -> erasure(variable.getBounds()[0]);
      case GenericArrayType array -> erasure(array.getGenericComponentType()).arrayType();
      default -> throw new IllegalArgumentException("type=" + type);
    };
  }
}
