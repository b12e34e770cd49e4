// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.unregistered;

import dev.segue.serializer.internal.layout.ClassModels;
import dev.segue.serializer.internal.layout.NameInCode;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// Suggests surrogates for collections and maps of libraries whose implementation classes are not
/// public.
final class ContainerSurrogates {

  private static final List<String> COPYING = List.of("copyOfSorted", "copyOf");

  private ContainerSurrogates() {}

  /// The surrogates of containers, each with the code that copies to it. More specific ones come
  /// first.
  private static Map<Class<?>, String> copies() {
    Map<Class<?>, String> copies = new LinkedHashMap<>();
    copies.put(SortedMap.class, "TreeMap::new");
    copies.put(Map.class, "LinkedHashMap::new");
    copies.put(SortedSet.class, "TreeSet::new");
    copies.put(Set.class, "LinkedHashSet::new");
    copies.put(List.class, "ArrayList::new");
    copies.put(Collection.class, "ArrayList::new");
    return copies;
  }

  /// The call to add for a container's class, with the reason; null if the class is public, or not
  /// a container with a public supertype.
  static @Nullable String suggestFor(Class<?> type) {
    if (NameInCode.isPublic(type)) {
      return null;
    }
    for (Map.Entry<Class<?>, String> copy : copies().entrySet()) {
      Class<?> container = copy.getKey();
      if (container.isAssignableFrom(type)) {
        Class<?> named = publicSupertype(type, container);
        return named == null ? null : suggestion(named, container, copy.getValue());
      }
    }
    return null;
  }

  private static String suggestion(Class<?> named, Class<?> container, String copy) {
    String name = named.getSimpleName();
    String back = copyingMethod(named, container);
    return name
        + " has implementations that are not public; add .register(TypeSurrogate.of(%s, %s, %s, %s)"
            .formatted(
                NameInCode.of(named),
                NameInCode.of(container),
                copy,
                back == null ? "copy -> ..." : name + "::" + back)
        + ".withSubclasses()) to the builder on both sides";
  }

  /// The nearest superclass or interface that code in any package can name and that is the same
  /// kind of container.
  private static @Nullable Class<?> publicSupertype(Class<?> type, Class<?> container) {
    Deque<Class<?>> open = new ArrayDeque<>();
    for (Class<?> c = type; c != null && !ClassModels.isJdk(c); c = c.getSuperclass()) {
      if (isNamed(c, container)) {
        return c;
      }
      open.addAll(List.of(c.getInterfaces()));
    }
    while (!open.isEmpty()) {
      Class<?> next = open.poll();
      if (isNamed(next, container)) {
        return next;
      }
      open.addAll(List.of(next.getInterfaces()));
    }
    return null;
  }

  private static boolean isNamed(Class<?> type, Class<?> container) {
    return NameInCode.isPublic(type)
        && container.isAssignableFrom(type)
        && !ClassModels.isJdk(type);
  }

  /// The static method that creates an object of a type from a container; null if there is none.
  private static @Nullable String copyingMethod(Class<?> type, Class<?> container) {
    for (String name : COPYING) {
      for (Method method : type.getMethods()) {
        if (method.getName().equals(name)
            && Modifier.isStatic(method.getModifiers())
            && method.getParameterCount() == 1
            && method.getParameterTypes()[0].isAssignableFrom(container)
            && type.isAssignableFrom(method.getReturnType())) {
          return name;
        }
      }
    }
    return null;
  }
}
