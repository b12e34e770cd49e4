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

/// Walks from classes to those that their fields declare: as types, as type arguments, as elements
/// of arrays, and as permitted subclasses of sealed types. Enums count where their constants are
/// not told by the declared type of a field.
public final class DeclaredClasses {

  private static final int MOST_VISITED = 10_000;

  /// @param isTold whether what is declared this way tells the enum of a constant
  private record Visit(Type type, boolean isTold) {}

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

  /// The classes that have objects of their own, and could be registered, but are not.
  ///
  /// @param walked the class whose fields are written of one that is known: itself, its surrogate,
  ///   or null
  /// @param isKnown whether a class is registered, or needs no registration
  /// @throws IllegalArgumentException if a class refers to one that is not there
  public static Set<Class<?>> reachableFrom(
      Collection<Class<?>> start,
      Function<Class<?>, @Nullable Class<?>> walked,
      Predicate<Class<?>> isKnown) {
    return new DeclaredClasses(walked, isKnown, true).walk(start);
  }

  /// The same, for a message: as many of the classes as can be found in a reasonable time.
  public static Set<Class<?>> mostReachableFrom(
      Collection<Class<?>> start,
      Function<Class<?>, @Nullable Class<?>> walked,
      Predicate<Class<?>> isKnown) {
    return new DeclaredClasses(walked, isKnown, false).walk(start);
  }

  /// A sealed type and all that it permits, directly or not, as far as they have objects of their
  /// own; a type before its subclasses, in declared order.
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

  /// Whether a type has no objects but those of its subclasses.
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

  private void visit(@Nullable Type type, boolean isTold) {
    if (type == null || !visited.add(new Visit(type, isTold))) {
      return;
    }
    switch (type) {
      case Class<?> raw -> visitClass(raw, isTold);
      case ParameterizedType generic -> {
        visit(generic.getRawType(), isTold);
        boolean tellsElements = isTold && Shapes.usualClass(Shapes.erasure(generic)) != null;
        visitAll(generic.getActualTypeArguments(), tellsElements);
      }
      case WildcardType wildcard -> visitAll(wildcard.getUpperBounds(), isTold);
      case TypeVariable<?> variable -> visitAll(variable.getBounds(), isTold);
      case GenericArrayType array -> visit(array.getGenericComponentType(), isTold);
      default -> {}
    }
  }

  private void visitAll(Type[] types, boolean isTold) {
    Arrays.stream(types).forEach(type -> visit(type, isTold));
  }

  /// Of a superclass, whose own objects need not be met.
  private void visitArguments(@Nullable Type superclass) {
    if (superclass instanceof ParameterizedType generic) {
      visitAll(generic.getActualTypeArguments(), false);
    }
  }

  private void visitClass(Class<?> type, boolean isTold) {
    if (type.isArray()) {
      visit(type.componentType(), isTold);
    } else if (type.isPrimitive() || ClassModels.isJdk(type)) {
      return;
    } else if (type.isEnum()) {
      if (!isTold && !isKnown.test(type)) {
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
