// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Collection;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Type arguments: what a class's superclasses make of those that it gives them, and what they say
/// of the values of a field.
///
/// How values stand on the wire does not depend on them where a declared type is a type variable, a
/// class with type parameters, or a container that is not in the [Shape] of its field. What two
/// versions of a class must agree on does.
public final class Generics {

  /// The types of the JDK whose type arguments are those of values they hold, besides containers.
  private static final List<Class<?>> HOLDERS =
      List.of(
          Iterable.class,
          Map.class,
          Dictionary.class,
          Map.Entry.class,
          Optional.class,
          AtomicReference.class,
          AtomicReferenceArray.class,
          AtomicStampedReference.class,
          AtomicMarkableReference.class);

  private record Parameterized(Class<?> raw, List<Type> arguments) implements ParameterizedType {

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
      return null;
    }

    @Override
    public String toString() {
      return describe(this);
    }
  }

  /// @param least what generic code makes of it, which knows only the bounds of its variables
  private record ArrayOf(Type component, Class<?> least) implements GenericArrayType {

    @Override
    public Type getGenericComponentType() {
      return component;
    }

    @Override
    public String toString() {
      return describe(this);
    }
  }

  private Generics() {}

  /// The type of a field, declared by a class or one of its superclasses, with the type arguments
  /// that the class gives to those.
  public static Type typeOf(Field field, Class<?> in) {
    return resolve(field.getGenericType(), bindings(in));
  }

  /// A type with type variables replaced; the same instance if there are none that are known.
  public static Type resolve(Type type, Map<TypeVariable<?>, Type> bindings) {
    return switch (type) {
      case TypeVariable<?> variable -> bindings.getOrDefault(variable, variable);
      case ParameterizedType generic -> {
        Type[] arguments = generic.getActualTypeArguments();
        boolean same = true;
        for (int i = 0; i < arguments.length; i++) {
          Type resolved = resolve(arguments[i], bindings);
          same &= resolved.equals(arguments[i]);
          arguments[i] = resolved;
        }
        yield same ? type : new Parameterized(Shapes.erasure(type), List.of(arguments));
      }
      case GenericArrayType array -> {
        Type component = resolve(array.getGenericComponentType(), bindings);
        yield component.equals(array.getGenericComponentType())
            ? type
            : new ArrayOf(component, leastArray(type));
      }
      case WildcardType wildcard -> {
        Type bound = wildcard.getUpperBounds()[0];
        Type resolved = resolve(bound, bindings);
        yield resolved.equals(bound) ? type : resolved;
      }
      default -> type;
    };
  }

  /// What the type variables of a type and of all its supertypes stand for, as far as it is known.
  private static Map<TypeVariable<?>, Type> bindings(Type type) {
    Map<TypeVariable<?>, Type> bindings = new HashMap<>();
    bind(type, bindings, new HashSet<>());
    return bindings;
  }

  private static void bind(Type type, Map<TypeVariable<?>, Type> bindings, Set<Class<?>> seen) {
    Class<?> raw = Shapes.erasure(type);
    if (!seen.add(raw)) {
      return;
    }
    if (type instanceof ParameterizedType generic) {
      TypeVariable<?>[] parameters = raw.getTypeParameters();
      Type[] arguments = generic.getActualTypeArguments();
      for (int i = 0; i < parameters.length; i++) {
        bindings.put(parameters[i], resolve(arguments[i], bindings));
      }
    }
    Type superclass = raw.getGenericSuperclass();
    if (superclass != null) {
      bind(superclass, bindings, seen);
    }
    for (Type implemented : raw.getGenericInterfaces()) {
      bind(implemented, bindings, seen);
    }
  }

  /// The type argument that a type has, or gives to one of its supertypes, of a wildcard its bound;
  /// `Object` if nothing is known of it.
  public static Type argument(Type type, Class<?> supertype, int index) {
    Type argument = given(type, supertype, index);
    return argument instanceof WildcardType wildcard ? wildcard.getUpperBounds()[0] : argument;
  }

  /// The containers of the JDK have the type parameters of their interface, in its order.
  private static Type given(Type type, Class<?> supertype, int index) {
    TypeVariable<?>[] parameters = supertype.getTypeParameters();
    if (type instanceof ParameterizedType generic && isOfTheJdk(Shapes.erasure(type))) {
      Type[] arguments = generic.getActualTypeArguments();
      if (arguments.length == parameters.length) {
        return arguments[index];
      }
    }
    return type == supertype
        ? Object.class
        : bindings(type).getOrDefault(parameters[index], Object.class);
  }

  /// The class that an array of a type has at least: where its elements are of a type variable, an
  /// array of what that is at least, whatever is known of the variable.
  public static Class<?> leastArray(Type array) {
    return array instanceof ArrayOf resolved ? resolved.least : Shapes.erasure(array);
  }

  /// What an array is of.
  static Type component(Type array, Shape.ObjectArray shape) {
    return switch (array) {
      case GenericArrayType generic -> generic.getGenericComponentType();
      case Class<?> raw when raw.isArray() -> raw.componentType();
      default -> shape.type().componentType();
    };
  }

  /// What the type parameters of a class are in values of it that are declared as of a type: one of
  /// its supertypes with type arguments.
  public static Map<TypeVariable<?>, Type> parameters(Class<?> of, Type declared) {
    Map<TypeVariable<?>, Type> parameters = new HashMap<>();
    Class<?> raw = Shapes.erasure(declared);
    TypeVariable<?>[] theirs = raw.getTypeParameters();
    for (int i = 0; i < theirs.length; i++) {
      Type own = of == raw ? theirs[i] : argument(of, raw, i);
      Type known = argument(declared, raw, i);
      if (own instanceof TypeVariable<?> variable && isTold(known)) {
        parameters.put(variable, known);
      }
    }
    return parameters;
  }

  /// What the elements are, or the keys and values, of a class that extends a collection or a map
  /// of the JDK which keeps them itself; empty of any other.
  public static List<Type> elements(Class<?> type) {
    Class<?> c = type;
    while (!isOfTheJdk(c)) {
      Class<?> superclass = c.getSuperclass();
      if (superclass == null) {
        return List.of();
      }
      c = superclass;
    }
    if (Modifier.isAbstract(c.getModifiers())) {
      return List.of();
    }
    if (Collection.class.isAssignableFrom(c)) {
      return List.of(argument(type, Collection.class, 0));
    }
    return Map.class.isAssignableFrom(c)
        ? List.of(argument(type, Map.class, 0), argument(type, Map.class, 1))
        : List.of();
  }

  /// Whether a type says more of its values than their class does, by its type arguments.
  public static boolean constrains(Type type) {
    return switch (type) {
      case Class<?> _, TypeVariable<?> _ -> false;
      case ParameterizedType generic ->
          holds(Shapes.erasure(generic))
              && Stream.of(generic.getActualTypeArguments()).anyMatch(Generics::isTold);
      case GenericArrayType array -> constrains(array.getGenericComponentType());
      case WildcardType wildcard -> constrains(wildcard.getUpperBounds()[0]);
      default -> throw new IllegalArgumentException("type=" + type);
    };
  }

  /// Whether a type argument says anything. What a type variable's bound says is the matter of the
  /// class that declares it.
  public static boolean isTold(Type argument) {
    return switch (argument) {
      case TypeVariable<?> _ -> false;
      case WildcardType wildcard -> isTold(wildcard.getUpperBounds()[0]);
      case GenericArrayType array -> isTold(array.getGenericComponentType());
      default -> argument != Object.class;
    };
  }

  /// Whether the type arguments of a class are about what its objects hold: of classes of the JDK
  /// those of containers are, and not those of a `Class` or a `Comparator`.
  private static boolean holds(Class<?> raw) {
    return !isOfTheJdk(raw) || HOLDERS.stream().anyMatch(holder -> holder.isAssignableFrom(raw));
  }

  public static boolean isOfTheJdk(Class<?> type) {
    return type.getName().startsWith("java.");
  }

  /// A type with its arguments, if they say anything; the same for all types that say the same.
  public static String describe(Type type) {
    return switch (type) {
      case Class<?> raw -> raw.getTypeName();
      case ParameterizedType generic -> Shapes.erasure(type).getTypeName() + arguments(generic);
      case GenericArrayType array -> describe(array.getGenericComponentType()) + "[]";
      case WildcardType wildcard -> describe(wildcard.getUpperBounds()[0]);
      case TypeVariable<?> _ -> Object.class.getName();
      default -> throw new IllegalArgumentException("type=" + type);
    };
  }

  /// The type arguments in angle brackets; empty if there are none that say anything.
  static String arguments(Type type) {
    return constrains(type) && type instanceof ParameterizedType generic
        ? Arrays.stream(generic.getActualTypeArguments())
            .map(Generics::describe)
            .collect(Collectors.joining(",", "<", ">"))
        : "";
  }

  /// What a type says beyond the class that is known of its values anyway: its arguments, and the
  /// type itself where that is another one. Empty if that is nothing.
  public static String suffix(Type type, Class<?> known) {
    return Shapes.erasure(type) == known ? arguments(type) : " as " + describe(type);
  }
}
