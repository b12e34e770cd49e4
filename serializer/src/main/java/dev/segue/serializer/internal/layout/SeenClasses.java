// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.io.Externalizable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Finds the classes of a graph's objects, for an error message.
///
/// The search reads fields and iterates JDK containers; it calls no methods of other classes. It
/// skips objects that it cannot reach this way, and ends after a number of steps, so it may miss
/// some classes.
public final class SeenClasses {

  private static final int MOST_STEPS = 10_000;

  /// @param declared the type of the field that holds the object or its container
  private record Visit(Object object, Type declared) {}

  private final Predicate<Class<?>> isWrittenByFields;
  private final Predicate<Class<?>> isKnown;
  private final Set<Object> visited = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Visit> open = new ArrayDeque<>();
  private final Set<Class<?>> found = new LinkedHashSet<>();
  private int steps;

  private SeenClasses(Predicate<Class<?>> isWrittenByFields, Predicate<Class<?>> isKnown) {
    this.isWrittenByFields = isWrittenByFields;
    this.isKnown = isKnown;
  }

  /// The classes that could be registered but are not.
  ///
  /// @param isWrittenByFields whether the fields of a registered class are written
  /// @param isKnown whether a class is registered, or needs no registration
  public static Set<Class<?>> unknownIn(
      Object root, Predicate<Class<?>> isWrittenByFields, Predicate<Class<?>> isKnown) {
    return new SeenClasses(isWrittenByFields, isKnown).walk(root);
  }

  private Set<Class<?>> walk(Object root) {
    visit(root, Object.class);
    while (!open.isEmpty()) { // none are added once no steps are left
      Visit next = open.poll();
      try {
        expand(next.object, next.declared);
      } catch (RuntimeException | LinkageError _) {
        // Modified concurrently, or not accessible. The other objects suffice for a message.
      }
    }
    return found;
  }

  private boolean hasStepsLeft() {
    return steps < MOST_STEPS;
  }

  private void visit(@Nullable Object object, Type declared) {
    if (!hasStepsLeft()) {
      return;
    }
    steps++;
    if (object instanceof Enum<?> constant) {
      addEnum(constant.getDeclaringClass(), declared);
    } else if (object != null && mayRefer(object.getClass()) && visited.add(object)) {
      open.add(new Visit(object, declared));
    }
  }

  private void addEnum(Class<?> type, Type declared) {
    if (!isIdentifiedBy(declared, type) && !ClassModels.isJdk(type) && !isKnown.test(type)) {
      found.add(type);
    }
  }

  private void addArray(Class<?> type, Type declared) {
    Class<?> innermost = Shapes.innermost(type);
    if (!isIdentifiedBy(declared, innermost)
        && !ClassModels.isJdk(innermost)
        && isRegistrable(innermost)
        && !isKnown.test(type)) {
      found.add(type);
    }
  }

  /// Whether a declaration names a class, so that its constants or arrays need no registration.
  private static boolean isIdentifiedBy(Type declared, Class<?> type) {
    Class<?> raw = Shapes.erasure(declared);
    return raw == type
        || ((raw.isArray() || Shapes.usualClass(raw) != null)
            && declared.getTypeName().contains(type.getName()));
  }

  /// Excludes frequent JDK values that hold no other objects.
  private static boolean mayRefer(Class<?> type) {
    return type != String.class
        && PrimitiveKind.ofBox(type) == null
        && !(type.isArray() && type.componentType().isPrimitive());
  }

  private void expand(Object object, Type declared) {
    Class<?> type = object.getClass();
    if (object instanceof Object[] array) {
      addArray(type, declared);
      for (int i = 0; i < array.length && hasStepsLeft(); i++) {
        visit(array[i], declared);
      }
    } else if (ClassModels.isJdk(type)) {
      expandJdk(object, type, declared);
    } else if (isKnown.test(type)) {
      if (isWrittenByFields.test(type)) {
        expandFields(object, type);
      }
    } else if (isRegistrable(type)) {
      found.add(type);
      if (isPlain(type)) {
        expandFields(object, type);
      }
    }
  }

  private static boolean isRegistrable(Class<?> type) {
    return !type.isHidden()
        && !type.isSynthetic()
        && !type.isAnonymousClass()
        && !java.lang.reflect.Proxy.isProxyClass(type);
  }

  /// Whether the fields of a class would be written if it were registered.
  private static boolean isPlain(Class<?> type) {
    return !Externalizable.class.isAssignableFrom(type)
        && !SerialForm.isReplaced(type)
        && SerialForm.describeHidden(type) == null;
  }

  private void expandFields(Object object, Class<?> type) {
    for (Class<?> c = type; c != null && !ClassModels.isJdk(c); c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (StateFields.isState(field)
            && !field.getType().isPrimitive()
            && field.trySetAccessible()) {
          visit(valueOf(field, object), field.getGenericType());
        }
      }
    }
  }

  private static @Nullable Object valueOf(Field field, Object owner) {
    try {
      return field.get(owner);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("field=" + field, e);
    }
  }

  private void expandJdk(Object object, Class<?> type, Type declared) {
    if (hasOwnElements(type)) {
      if (object instanceof Map<?, ?> map) {
        visitAll(map.keySet(), declared);
        visitAll(map.values(), declared);
      } else if (object instanceof Collection<?> collection) {
        visitAll(collection, declared);
      }
    } else if (type == Optional.class) {
      visit(((Optional<?>) object).orElse(null), declared);
    } else if (type == AtomicReference.class) {
      visit(((AtomicReference<?>) object).get(), declared);
    } else if (isHolder(type)) {
      for (Class<?> c = type; SerialFields.find(c) != null; c = c.getSuperclass()) {
        SerialFields.of(c).of(object).values().forEach(value -> visit(value, declared));
      }
    }
  }

  /// Whether a JDK class holds its elements itself, so that iterating them calls no other class.
  private static boolean hasOwnElements(Class<?> type) {
    return type.getName().startsWith("java.util.ImmutableCollections$")
        || type.getName().equals("java.util.Arrays$ArrayList")
        || (Modifier.isPublic(type.getModifiers())
            && type.getPackageName().startsWith("java.util")
            && (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)));
  }

  /// Whether the serial fields of a class hold the objects that are written with it.
  private static boolean isHolder(Class<?> type) {
    return type.getName().startsWith("java.util.Collections$")
        || type.getName().startsWith("java.util.AbstractMap$Simple")
        || Throwable.class.isAssignableFrom(type);
  }

  private void visitAll(Collection<?> elements, Type declared) {
    for (Object element : elements) {
      if (!hasStepsLeft()) {
        return;
      }
      visit(element, declared);
    }
  }
}
