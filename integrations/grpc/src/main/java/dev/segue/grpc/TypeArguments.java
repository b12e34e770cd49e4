// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The types that an interface gives to the type variables of its generic super-interfaces.
final class TypeArguments {

  private final Map<TypeVariable<?>, Type> arguments = new HashMap<>();

  /// Collects the type arguments of an interface.
  TypeArguments(Class<?> type) {
    collect(type);
  }

  private void collect(Class<?> type) {
    for (Type parent : type.getGenericInterfaces()) {
      Class<?> raw = erasure(parent);
      if (parent instanceof ParameterizedType generic) {
        Type[] given = generic.getActualTypeArguments();
        for (int i = 0; i < given.length; i++) {
          arguments.put(raw.getTypeParameters()[i], resolve(given[i]));
        }
      }
      collect(raw);
    }
  }

  /// Replaces type variables. Returns the same object if the type contains none.
  Type resolve(Type type) {
    return switch (type) {
      case TypeVariable<?> variable -> arguments.getOrDefault(variable, variable);
      case ParameterizedType generic -> {
        List<Type> given = List.of(generic.getActualTypeArguments());
        List<Type> resolved = given.stream().map(this::resolve).toList();
        yield resolved.equals(given)
            ? generic
            : new Parameterized(erasure(generic), resolved, generic.getOwnerType());
      }
      case GenericArrayType array -> {
        Type component = resolve(array.getGenericComponentType());
        if (component.equals(array.getGenericComponentType())) {
          yield array;
        }
        yield component instanceof Class<?> raw ? raw.arrayType() : new ArrayOf(component);
      }
      case WildcardType wildcard -> {
        Type bound = wildcard.getUpperBounds()[0];
        Type resolved = resolve(bound);
        yield resolved.equals(bound) ? wildcard : resolved;
      }
      default -> type;
    };
  }

  /// The class of a type.
  static Class<?> erasure(Type type) {
    return switch (type) {
      case Class<?> raw -> raw;
      case ParameterizedType generic -> (Class<?>) generic.getRawType();
      case GenericArrayType array -> erasure(array.getGenericComponentType()).arrayType();
      case TypeVariable<?> variable -> erasure(variable.getBounds()[0]);
      case WildcardType wildcard -> erasure(wildcard.getUpperBounds()[0]);
      default -> Object.class;
    };
  }

  private record Parameterized(Class<?> raw, List<Type> arguments, @Nullable Type owner)
      implements ParameterizedType {

    @Override
    public Type[] getActualTypeArguments() {
      return arguments.toArray(Type[]::new);
    }

    @Override
    public Type getRawType() {
      return raw;
    }

    @Override
    public @Nullable Type getOwnerType() {
      return owner;
    }

    @Override
    public String toString() {
      return arguments.stream()
          .map(Type::getTypeName)
          .collect(Collectors.joining(", ", raw.getName() + "<", ">"));
    }
  }

  private record ArrayOf(Type component) implements GenericArrayType {

    @Override
    public Type getGenericComponentType() {
      return component;
    }

    @Override
    public String toString() {
      return component.getTypeName() + "[]";
    }
  }

  /// The classes of several types.
  List<Class<?>> erasures(Type[] types) {
    return Arrays.stream(types).<Class<?>>map(type -> erasure(resolve(type))).toList();
  }
}
