// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.model;

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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Walks from classes to those that their fields declare: as types, as type arguments, as elements
/// of arrays, and as what a sealed type permits.
public final class DeclaredClasses {

  private static final int NOT_STATE = Modifier.STATIC | Modifier.TRANSIENT;
  private static final int MOST_VISITED = 10_000;

  private final Predicate<Class<?>> isWalked;
  private final Predicate<Class<?>> isKnown;
  private final Set<Type> visited = new HashSet<>();
  private final Deque<Class<?>> open = new ArrayDeque<>();
  private final Set<Class<?>> found = new LinkedHashSet<>();

  private DeclaredClasses(Predicate<Class<?>> isWalked, Predicate<Class<?>> isKnown) {
    this.isWalked = isWalked;
    this.isKnown = isKnown;
  }

  /// The classes that have objects of their own, and could be registered, but are not.
  ///
  /// @param isWalked whether the fields matter of a class that is known
  /// @param isKnown whether a class is registered, or needs no registration
  public static Set<Class<?>> reachableFrom(
      Collection<Class<?>> start, Predicate<Class<?>> isWalked, Predicate<Class<?>> isKnown) {
    DeclaredClasses walk = new DeclaredClasses(isWalked, isKnown);
    start.forEach(walk::visit);
    while (!walk.open.isEmpty() && walk.visited.size() < MOST_VISITED) {
      Class<?> type = walk.open.poll();
      try {
        walk.expand(type);
      } catch (LinkageError | RuntimeException _) {
        // Something that it declares is not there. What else there is can be named nevertheless.
      }
    }
    return walk.found;
  }

  private void visit(@Nullable Type type) {
    if (type == null || !visited.add(type)) {
      return;
    }
    switch (type) {
      case Class<?> raw -> visitClass(raw);
      case ParameterizedType generic -> {
        visit(generic.getRawType());
        Arrays.stream(generic.getActualTypeArguments()).forEach(this::visit);
      }
      case WildcardType wildcard -> Arrays.stream(wildcard.getUpperBounds()).forEach(this::visit);
      case TypeVariable<?> variable -> Arrays.stream(variable.getBounds()).forEach(this::visit);
      case GenericArrayType array -> visit(array.getGenericComponentType());
      default -> {}
    }
  }

  /// Of a superclass, whose own objects need not be met.
  private void visitArguments(@Nullable Type superclass) {
    if (superclass instanceof ParameterizedType generic) {
      Arrays.stream(generic.getActualTypeArguments()).forEach(this::visit);
    }
  }

  private void visitClass(Class<?> type) {
    if (type.isArray()) {
      visit(type.componentType());
    } else if (!type.isPrimitive() && !type.isEnum() && !ClassModels.isJdk(type)) {
      open.add(type);
    }
  }

  private void expand(Class<?> type) {
    if (type.isSealed()) {
      Arrays.stream(type.getPermittedSubclasses()).forEach(this::visit);
    }
    if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
      return;
    }
    boolean known = isKnown.test(type);
    if (!known && isRegistrable(type)) {
      found.add(type);
    }
    if (known ? isWalked.test(type) : SerialForm.describeHidden(type) == null) {
      for (Class<?> c = type; c != null && !ClassModels.isJdk(c); c = c.getSuperclass()) {
        visitArguments(c.getGenericSuperclass());
        for (Field field : c.getDeclaredFields()) {
          if ((field.getModifiers() & NOT_STATE) == 0 && !field.isSynthetic()) {
            visit(field.getGenericType());
          }
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
