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

/// Which classes streams of Java's own serialization may hold, when they are written and when they
/// are read: those that are registered for it, what these extend, and values of a few packages of
/// the JDK.
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

  /// Those that are registered, and what they extend, by name: they need not all be of one loader.
  private final Map<String, Class<?>> byName = new HashMap<>();

  /// @param admitted the classes that are registered for this
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

  /// The admitted class of a name, if it was registered or is extended by one that was.
  @Nullable Class<?> named(String name) {
    return byName.get(name);
  }

  /// The call that lets classes in; those that others among them extend come with these.
  static String call(Collection<Class<?>> refused) {
    Set<Class<?>> needed = new LinkedHashSet<>();
    for (Class<?> found : refused) {
      Class<?> type = Shapes.innermost(found);
      boolean comes = false;
      for (Class<?> other : refused) {
        Class<?> below = Shapes.innermost(other);
        comes |= below != type && type.isAssignableFrom(below);
      }
      if (!comes) {
        needed.add(type);
      }
    }
    return ".registerJavaSerialized(" + NameInCode.of(needed) + ")";
  }
}
