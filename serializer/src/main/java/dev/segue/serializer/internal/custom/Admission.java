// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import dev.segue.serializer.internal.layout.NameInCode;
import dev.segue.serializer.internal.layout.Shapes;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The classes that are allowed in streams of Java serialization, when writing and when reading:
/// those registered for it, their superclasses, and classes of a few packages of the JDK.
final class Admission {

  private static final Set<String> VALUES =
      Set.of(
          "java.lang",
          "java.math",
          "java.time",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "java.util.concurrent.locks");

  private final Set<Class<?>> admitted;

  /// The registered classes and their superclasses by name; they may have different class loaders.
  private final Map<String, Class<?>> byName = new HashMap<>();

  /// @param admitted the classes that are registered for Java serialization
  Admission(Set<Class<?>> admitted) {
    this.admitted = Set.copyOf(admitted);
    for (Class<?> type : admitted) {
      for (Class<?> c = type.getSuperclass(); c != null; c = c.getSuperclass()) {
        byName.putIfAbsent(c.getName(), c);
      }
    }
    admitted.forEach(type -> byName.put(type.getName(), type));
  }

  boolean admits(Class<?> found) {
    Class<?> type = Shapes.innermost(found);
    return type.isPrimitive()
        || admitted.stream().anyMatch(type::isAssignableFrom)
        || (type.getModule() == Object.class.getModule() && VALUES.contains(type.getPackageName()));
  }

  /// Returns the registered class, or the superclass of one, with a name; or null.
  @Nullable Class<?> named(String name) {
    return byName.get(name);
  }

  /// The call that admits classes; superclasses of others among them need no registration.
  static String call(Collection<Class<?>> refused) {
    Set<Class<?>> needed = new LinkedHashSet<>();
    for (Class<?> found : refused) {
      Class<?> type = Shapes.innermost(found);
      boolean isImplied = false;
      for (Class<?> other : refused) {
        Class<?> below = Shapes.innermost(other);
        isImplied |= below != type && type.isAssignableFrom(below);
      }
      if (!isImplied) {
        needed.add(type);
      }
    }
    return ".registerJavaSerialized(" + NameInCode.of(needed) + ")";
  }
}
