// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Collection;
import java.util.Comparator;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import org.jspecify.annotations.Nullable;

/// Resolves the type arguments that a class passes to its superclasses, and the type arguments that
/// constrain the values of a field.
///
/// If a declared type is a type variable, a class with type parameters, or a container that the
/// field's [Shape] does not cover, the bytes of a value do not depend on type arguments. Two
/// versions of a class must still agree on them.
public final class Generics {

  /// The JDK types whose type arguments describe the values that they hold.
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

  /// Bottom types, which have no instances and conform to any type: Scala's `None` is an
  /// `Option[Nothing]`.
  private static final Set<String> EMPTY =
      Set.of("java.lang.Void", "scala.runtime.Nothing$", "scala.runtime.Null$");

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

  /// @param least the array class that generic code creates, which knows only the bounds of its
  ///   type variables
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

  /// The type of a field that a class or one of its superclasses declares, with the type arguments
  /// that the class passes to them.
  public static Type typeOf(Field field, Class<?> in) {
    return resolve(field.getGenericType(), bindings(in));
  }

  /// Replaces the type variables of a type; returns the same instance if no binding applies.
  public static Type resolve(Type type, Map<TypeVariable<?>, Type> bindings) {
    if (type instanceof TypeVariable<?> variable) {
      return bindings.getOrDefault(variable, variable);
    }
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      boolean same = true;
      for (int i = 0; i < arguments.length; i++) {
        Type resolved = resolve(arguments[i], bindings);
        same &= resolved.equals(arguments[i]);
        arguments[i] = resolved;
      }
      return same ? type : new Parameterized(Shapes.erasure(type), List.of(arguments));
    }
    if (type instanceof GenericArrayType array) {
      Type component = resolve(array.getGenericComponentType(), bindings);
      return component.equals(array.getGenericComponentType())
          ? type
          : new ArrayOf(component, leastArray(type));
    }
    if (type instanceof WildcardType wildcard) {
      Type bound = wildcard.getUpperBounds()[0];
      Type resolved = resolve(bound, bindings);
      return resolved.equals(bound) ? type : resolved;
    }
    return type;
  }

  /// The known values of the type variables of a type and of all its supertypes.
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

  /// The type argument that a type has, or passes to one of its supertypes; the bound of a
  /// wildcard; `Object` if the argument is unknown.
  public static Type argument(Type type, Class<?> supertype, int index) {
    Type argument = given(type, supertype, index);
    return argument instanceof WildcardType wildcard ? wildcard.getUpperBounds()[0] : argument;
  }

  /// JDK containers have the type parameters of their interface, in the same order.
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

  /// The most general array class of a type: for a type variable, the array class of its bound,
  /// regardless of its binding.
  public static Class<?> leastArray(Type array) {
    return array instanceof ArrayOf resolved ? resolved.least : Shapes.erasure(array);
  }

  /// The component type of an array.
  static Type component(Type array, Shape.ObjectArray shape) {
    if (array instanceof GenericArrayType generic) {
      return generic.getGenericComponentType();
    }
    Class<?> raw = array instanceof Class<?> known && known.isArray() ? known : shape.type();
    return raw.componentType();
  }

  /// The type parameters of a class for values that are declared as one of its supertypes, with
  /// type arguments.
  public static Map<TypeVariable<?>, Type> parameters(Class<?> of, Type declared) {
    Map<TypeVariable<?>, Type> parameters = new HashMap<>();
    Class<?> raw = Shapes.erasure(declared);
    TypeVariable<?>[] theirs = raw.getTypeParameters();
    for (int i = 0; i < theirs.length; i++) {
      Type own = of == raw ? theirs[i] : argument(of, raw, i);
      Type known = argument(declared, raw, i);
      if (own instanceof TypeVariable<?> variable && isConstraint(known)) {
        parameters.put(variable, known);
      }
    }
    return parameters;
  }

  /// Whether a class passes a different type argument to a declared type than the declaration has:
  /// an `Integer` is a `Comparable<Integer>`, not a `Comparable<Long>`. False if one argument is
  /// compatible with the other, or if a value can be of both types.
  public static boolean contradicts(Class<?> of, Type declared) {
    Class<?> raw = Shapes.erasure(declared);
    if (of == raw || !(declared instanceof ParameterizedType)) {
      return false;
    }
    for (int i = 0; i < raw.getTypeParameters().length; i++) {
      if (areDistinct(argument(of, raw, i), argument(declared, raw, i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean areDistinct(Type a, Type b) {
    if (!isConstraint(a) || !isConstraint(b)) {
      return false;
    }
    Class<?> first = Shapes.erasure(a);
    Class<?> second = Shapes.erasure(b);
    if (first != second) {
      return !first.isAssignableFrom(second)
          && !second.isAssignableFrom(first)
          && (!first.isInterface() || Modifier.isFinal(second.getModifiers()))
          && (!second.isInterface() || Modifier.isFinal(first.getModifiers()))
          && !EMPTY.contains(first.getName());
    }
    for (int i = 0; i < first.getTypeParameters().length; i++) {
      if (areDistinct(argument(a, first, i), argument(b, first, i))) {
        return true;
      }
    }
    return false;
  }

  /// The types of the elements, or of the keys and values, of a class that extends a concrete JDK
  /// collection or map; empty for any other class.
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

  /// Whether the type arguments of a type constrain its values.
  public static boolean constrains(Type type) {
    if (type instanceof ParameterizedType generic) {
      return holds(Shapes.erasure(generic)) && isAnyConstraint(generic.getActualTypeArguments());
    }
    if (type instanceof GenericArrayType array) {
      return constrains(array.getGenericComponentType());
    }
    if (type instanceof WildcardType wildcard) {
      return constrains(wildcard.getUpperBounds()[0]);
    }
    if (type instanceof Class<?> || type instanceof TypeVariable<?>) {
      return false;
    }
    throw new IllegalArgumentException("type=" + type);
  }

  private static boolean isAnyConstraint(Type... arguments) {
    for (Type argument : arguments) {
      if (isConstraint(argument)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a type argument is a constraint. The bound of a type variable is not one, since the
  /// class that declares the variable accounts for it.
  public static boolean isConstraint(Type argument) {
    if (argument instanceof WildcardType wildcard) {
      return isConstraint(wildcard.getUpperBounds()[0]);
    }
    if (argument instanceof GenericArrayType array) {
      return isConstraint(array.getGenericComponentType());
    }
    return argument != Object.class && !(argument instanceof TypeVariable<?>);
  }

  /// Whether the type arguments of a class describe its objects. In the JDK, containers have such
  /// arguments, and so have interfaces, since a class can implement one with specific arguments, as
  /// `Integer` implements `Comparable<Integer>`. The arguments of `Class` and `Comparator` do not
  /// count: the JDK casts its own comparators to any argument.
  private static boolean holds(Class<?> raw) {
    if (!isOfTheJdk(raw) || (raw.isInterface() && raw != Comparator.class)) {
      return true;
    }
    for (Class<?> holder : HOLDERS) {
      if (holder.isAssignableFrom(raw)) {
        return true;
      }
    }
    return false;
  }

  public static boolean isOfTheJdk(Class<?> type) {
    return type.getName().startsWith("java.");
  }

  /// The name of a type, with its arguments if they are constraints. Equivalent types have the same
  /// name.
  public static String describe(Type type) {
    if (type instanceof Class<?> raw) {
      return raw.getTypeName();
    }
    if (type instanceof ParameterizedType generic) {
      return Shapes.erasure(type).getTypeName() + arguments(generic);
    }
    if (type instanceof GenericArrayType array) {
      return describe(array.getGenericComponentType()) + "[]";
    }
    if (type instanceof WildcardType wildcard) {
      return describe(wildcard.getUpperBounds()[0]);
    }
    if (type instanceof TypeVariable<?>) {
      return Object.class.getName();
    }
    throw new IllegalArgumentException("type=" + type);
  }

  /// The type arguments in angle brackets; empty if none is a constraint.
  static String arguments(Type type) {
    if (!constrains(type) || !(type instanceof ParameterizedType generic)) {
      return "";
    }
    StringJoiner described = new StringJoiner(",", "<", ">");
    for (Type argument : generic.getActualTypeArguments()) {
      described.add(describe(argument));
    }
    return described.toString();
  }

  /// The part of a type that the known class of its values does not imply: its arguments, and the
  /// type itself if it differs from that class. Empty if nothing is left.
  public static String suffix(Type type, Class<?> known) {
    return Shapes.erasure(type) == known ? arguments(type) : " as " + describe(type);
  }
}
