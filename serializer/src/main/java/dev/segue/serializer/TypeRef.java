// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.layout.Generics;
import dev.segue.serializer.internal.layout.Shapes;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;

/// A type token: a type with its type arguments, which a [Class] cannot represent. Use it to read a
/// root that is a generic collection, or an object of a generic class:
///
/// {@snippet :
/// TypeRef<Map<String, List<Order>>> type = new TypeRef<>() {};
/// Map<String, List<Order>> orders = serializer.fromBytes(bytes, type);
/// }
///
/// After reading, the root is checked against the type arguments, through collections, maps,
/// arrays, optionals and the fields of registered generic classes. An element of another type is a
/// [TYPE_MISMATCH][SerializationException.Kind#TYPE_MISMATCH] whose path leads to it. The check
/// visits every element once. A collection that is a component of a record needs no check, so wrap
/// large collections on a hot path in a record. A wildcard stands for its upper bound. Null
/// elements are allowed for every type.
///
/// The captured type must have no type variables: `new TypeRef<List<T>>() {}` within a generic
/// method is refused. Immutable and thread-safe; keep it in a constant. Two instances are equal if
/// their types are.
///
/// @param <T> the type
public abstract class TypeRef<T> {

  private final Type type;
  private final Class<?> raw;

  /// Captures the type argument of the subclass, normally an anonymous one.
  ///
  /// @throws IllegalArgumentException if the subclass has no type argument, or one with type
  ///   variables
  protected TypeRef() {
    Class<?> direct = getClass();
    while (direct.getSuperclass() != TypeRef.class) {
      direct = direct.getSuperclass();
    }
    if (!(direct.getGenericSuperclass() instanceof ParameterizedType)) {
      throw new IllegalArgumentException(
          direct.getName()
              + " extends TypeRef without a type argument; write new TypeRef<...>() {}");
    }
    this.type = Generics.argument(getClass(), TypeRef.class, 0);
    variables(type)
        .findFirst()
        .ifPresent(variable -> {
          throw new IllegalArgumentException(
              "TypeRef<%s> has the type variable %s, whose type is not known at run time; name the"
                      .formatted(type.getTypeName(), variable)
                  + " type, or pass a TypeRef in from where it is known");
        });
    this.raw = Shapes.erasure(type);
  }

  /// Used by [#of].
  private TypeRef(Type type) {
    variables(type)
        .findFirst()
        .ifPresent(variable -> {
          throw new IllegalArgumentException(
              "%s has the type variable %s, whose type is not known at run time"
                  .formatted(type.getTypeName(), variable));
        });
    this.type = type;
    this.raw = Shapes.erasure(type);
  }

  /// Returns a token for a type obtained by reflection, such as the return type of a method.
  ///
  /// @param type a type without type variables
  /// @return the token
  /// @throws IllegalArgumentException if the type has type variables
  public static TypeRef<?> of(Type type) {
    return new Found(Objects.requireNonNull(type, "type"));
  }

  /// A type obtained by reflection.
  private static final class Found extends TypeRef<Object> {
    Found(Type type) {
      super(type);
    }
  }

  private static Stream<TypeVariable<?>> variables(Type type) {
    return switch (type) {
      case TypeVariable<?> variable -> Stream.of(variable);
      case ParameterizedType generic ->
          Arrays.stream(generic.getActualTypeArguments()).flatMap(TypeRef::variables);
      case GenericArrayType array -> variables(array.getGenericComponentType());
      case WildcardType wildcard ->
          Stream.of(wildcard.getUpperBounds(), wildcard.getLowerBounds())
              .flatMap(Arrays::stream)
              .flatMap(TypeRef::variables);
      default -> Stream.of();
    };
  }

  /// The captured type.
  ///
  /// @return a class, or a type with type arguments
  public final Type type() {
    return type;
  }

  /// The erasure of the type.
  final Class<?> raw() {
    return raw;
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof TypeRef<?> ref && type.equals(ref.type);
  }

  @Override
  public final int hashCode() {
    return type.hashCode();
  }

  /// The captured type as in source code, with the full names of classes.
  ///
  /// @return such as `java.util.List<com.example.Order>`
  @Override
  public final String toString() {
    return type.getTypeName();
  }
}
