// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Recognizes singleton classes: `object` in Kotlin and Scala, and equivalent classes in Java. Such
/// a class is final, has a single private constructor without parameters, declares no instance
/// fields, and has one constant of the same type. A class with instance fields is never a
/// singleton, even if it has such a constant.
final class Singletons {

  /// The names of the singleton constant in Kotlin and Scala.
  private static final Set<String> NAMES = Set.of("INSTANCE", "MODULE$");

  private Singletons() {}

  /// The only instance of a class; null if there may be other instances.
  ///
  /// @throws dev.segue.serializer.SerializationException if the class is a singleton that inherits
  ///   mutable fields
  static Creation.@Nullable Single of(Class<?> type) {
    Constructor<?>[] constructors = type.getDeclaredConstructors();
    if (!Modifier.isFinal(type.getModifiers())
        || constructors.length != 1
        || !Modifier.isPrivate(constructors[0].getModifiers())
        || constructors[0].getParameterCount() != 0
        || !state(type).isEmpty()) {
      return null;
    }
    List<Field> constants =
        Arrays.stream(type.getDeclaredFields())
            .filter(field ->
                field.getType() == type
                    && Modifier.isStatic(field.getModifiers())
                    && Modifier.isFinal(field.getModifiers()))
            .toList();
    return constants.size() == 1 && isAlone(type, constants.getFirst())
        ? new Creation.Single(constructors[0], constants.getFirst())
        : null;
  }

  /// Whether inherited state rules out a second, different instance.
  private static boolean isAlone(Class<?> type, Field constant) {
    List<Field> inherited = new ArrayList<>();
    Class<?> c = type.getSuperclass();
    for (; c != null && !ClassModels.isJdk(c); c = c.getSuperclass()) {
      inherited.addAll(state(c));
    }
    String changing =
        c != null && hasState(c)
            ? "the state of " + c.getName()
            : inherited.stream()
                .filter(field -> !Modifier.isFinal(field.getModifiers()))
                .map(FieldModel::qualifiedName)
                .findFirst()
                .orElse(null);
    if (!NAMES.contains(constant.getName()) || SerialForm.replacing(type, "readResolve") != null) {
      return inherited.isEmpty() && changing == null;
    }
    if (changing != null) {
      throw ClassModels.unsupported(type, surrogateFor(type, constant, changing));
    }
    return true;
  }

  private static String surrogateFor(Class<?> type, Field constant, String changing) {
    String name = type.getSimpleName();
    return ("it has one instance, %s, and inherits %s, which may change; register a surrogate that"
            + " returns this instance: TypeSurrogate.of(%s.class, Boolean.class, _ -> true, _ -> %s.%s)")
        .formatted(constant.getName(), changing, name, name, constant.getName());
  }

  /// Whether objects of a JDK class have state besides the fields of its subclasses.
  private static boolean hasState(Class<?> jdkType) {
    return Throwable.class.isAssignableFrom(jdkType)
        || ((Collection.class.isAssignableFrom(jdkType) || Map.class.isAssignableFrom(jdkType))
            && !Modifier.isAbstract(jdkType.getModifiers()));
  }

  private static List<Field> state(Class<?> type) {
    return Arrays.stream(type.getDeclaredFields())
        .filter(field -> !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic())
        .toList();
  }
}
