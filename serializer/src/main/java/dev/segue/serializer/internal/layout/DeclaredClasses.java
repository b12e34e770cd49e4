// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import dev.segue.serializer.SerializationException;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Finds the classes that the fields of classes refer to: as types, type arguments, array elements,
/// and permitted subclasses of sealed types. An enum is included only if its values can occur where
/// no declared type names it.
public final class DeclaredClasses {

  private static final int MOST_VISITED = 10_000;

  /// @param isIdentified whether the declaration identifies the enum of a constant
  private record Visit(Type type, boolean isIdentified) {}

  private final Function<Class<?>, @Nullable Class<?>> walked;
  private final Predicate<Class<?>> isKnown;
  private final boolean isStrict;
  private final Set<Visit> visited = new HashSet<>();
  private final Set<Class<?>> met = new HashSet<>();
  private final Deque<Class<?>> open = new ArrayDeque<>();
  private final Set<Class<?>> found = new LinkedHashSet<>();

  private DeclaredClasses(
      Function<Class<?>, @Nullable Class<?>> walked,
      Predicate<Class<?>> isKnown,
      boolean isStrict) {
    this.walked = walked;
    this.isKnown = isKnown;
    this.isStrict = isStrict;
  }

  /// The classes that can have direct instances and be registered, but are not registered.
  ///
  /// @param walked returns the class whose fields are written for a known class: itself, its
  ///   surrogate, or null
  /// @param isKnown whether a class is registered, or needs no registration
  /// @throws IllegalArgumentException if a class refers to a missing class
  public static Set<Class<?>> reachableFrom(
      Collection<Class<?>> start,
      Function<Class<?>, @Nullable Class<?>> walked,
      Predicate<Class<?>> isKnown) {
    return new DeclaredClasses(walked, isKnown, true).walk(start);
  }

  /// Finds classes from types that no field declares, such as the parameters of methods. The types
  /// themselves are included.
  public static Set<Class<?>> reachableFromTypes(
      Collection<Type> start,
      Function<Class<?>, @Nullable Class<?>> walked,
      Predicate<Class<?>> isKnown) {
    DeclaredClasses classes = new DeclaredClasses(walked, isKnown, true);
    start.forEach(type -> classes.visit(type, false));
    return classes.walk(Set.of());
  }

  /// Finds classes for a message, within a bounded number of steps.
  public static Set<Class<?>> mostReachableFrom(
      Collection<Class<?>> start,
      Function<Class<?>, @Nullable Class<?>> walked,
      Predicate<Class<?>> isKnown) {
    return new DeclaredClasses(walked, isKnown, false).walk(start);
  }

  /// A sealed type and its permitted subtypes, direct and indirect, without abstract ones; a type
  /// comes before its subtypes, in declared order.
  public static Set<Class<?>> permittedBy(Class<?> sealed) {
    Set<Class<?>> permitted = new LinkedHashSet<>();
    addPermitted(sealed, permitted);
    return permitted;
  }

  private static void addPermitted(Class<?> type, Set<Class<?>> permitted) {
    if (!isAbstract(type)) {
      permitted.add(type);
    }
    if (type.isSealed() && !type.isEnum()) {
      for (Class<?> subclass : type.getPermittedSubclasses()) {
        addPermitted(subclass, permitted);
      }
    }
  }

  /// Whether a type has no direct instances, only instances of its subclasses.
  public static boolean isAbstract(Class<?> type) {
    return !type.isEnum() && (type.isInterface() || Modifier.isAbstract(type.getModifiers()));
  }

  private Set<Class<?>> walk(Collection<Class<?>> start) {
    start.forEach(type -> visit(type, true));
    while (!open.isEmpty() && (isStrict || visited.size() < MOST_VISITED)) {
      Class<?> type = open.poll();
      try {
        expand(type);
      } catch (LinkageError | RuntimeException e) {
        if (isStrict) {
          throw new IllegalArgumentException(
              "cannot find the classes that %s declares: %s".formatted(type.getName(), e), e);
        }
      }
    }
    return found;
  }

  private void visit(@Nullable Type type, boolean isIdentified) {
    if (type == null || !visited.add(new Visit(type, isIdentified))) {
      return;
    }
    switch (type) {
      case Class<?> raw -> visitClass(raw, isIdentified);
      case ParameterizedType generic -> {
        visit(generic.getRawType(), isIdentified);
        boolean identifiesElements =
            isIdentified && Shapes.usualClass(Shapes.erasure(generic)) != null;
        visitAll(generic.getActualTypeArguments(), identifiesElements);
      }
      case WildcardType wildcard -> visitAll(wildcard.getUpperBounds(), isIdentified);
      case TypeVariable<?> variable -> visitAll(variable.getBounds(), isIdentified);
      case GenericArrayType array -> visit(array.getGenericComponentType(), isIdentified);
      default -> {}
    }
  }

  private void visitAll(Type[] types, boolean isIdentified) {
    Arrays.stream(types).forEach(type -> visit(type, isIdentified));
  }

  /// Visits the type arguments of a superclass, but not the superclass: it need not be registered.
  private void visitArguments(@Nullable Type superclass) {
    if (superclass instanceof ParameterizedType generic) {
      visitAll(generic.getActualTypeArguments(), false);
    }
  }

  private void visitClass(Class<?> type, boolean isIdentified) {
    if (type.isArray()) {
      visit(type.componentType(), isIdentified);
    } else if (type.isPrimitive() || ClassModels.isJdk(type)) {
      return;
    } else if (type.isEnum()) {
      if (!isIdentified && !isKnown.test(type)) {
        found.add(type);
      }
    } else if (met.add(type)) {
      open.add(type);
    }
  }

  private void expand(Class<?> type) {
    if (type.isSealed()) {
      visitAll(type.getPermittedSubclasses(), false);
    }
    if (isAbstract(type)) {
      return;
    }
    boolean known = isKnown.test(type);
    if (!known && isRegistrable(type)) {
      found.add(type);
    }
    Class<?> written =
        known ? walked.apply(type) : SerialForm.describeHidden(type) == null ? type : null;
    if (written != type) {
      visit(written, false);
      return;
    }
    for (Class<?> c = type; c != null && !ClassModels.isJdk(c); c = c.getSuperclass()) {
      visitArguments(c.getGenericSuperclass());
      for (Field field : c.getDeclaredFields()) {
        if (StateFields.isState(field)) {
          visit(field.getGenericType(), true);
        }
      }
    }
  }

  private static boolean isRegistrable(Class<?> type) {
    try {
      ClassModels.requireSerializable(type);
      return true;
    } catch (SerializationException _) {
      return false;
    }
  }
}
