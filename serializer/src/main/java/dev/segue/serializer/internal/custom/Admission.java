// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.layout.ClassModels;
import dev.segue.serializer.internal.layout.NameInCode;
import dev.segue.serializer.internal.layout.Shapes;
import java.io.Serializable;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The classes that are allowed in streams of Java serialization, when writing and when reading:
/// classes registered for it, their superclasses, registered enums, and classes of a few JDK
/// packages.
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

  /// Returns the registered class with a name, or the superclass of a registered class; or null.
  @Nullable Class<?> named(String name) {
    return byName.get(name);
  }

  /// The advice in the error about classes that are not admitted: the calls to add, or a surrogate
  /// for classes that no call can admit. Superclasses of other listed classes need no call.
  ///
  /// @param holder the registered class whose objects hold objects of these classes
  /// @param where where to add the calls
  static String remedy(Collection<Class<?>> refused, Class<?> holder, String where) {
    Set<Class<?>> serialized = new LinkedHashSet<>();
    Set<Class<?>> enums = new LinkedHashSet<>();
    Set<String> others = new LinkedHashSet<>();
    for (Class<?> found : refused) {
      Class<?> type = Shapes.innermost(found);
      if (type.isEnum()) {
        enums.add(type);
      } else if (isConstantWithBody(type)) {
        enums.add(type.getSuperclass());
      } else if (!isRegistrable(type)) {
        others.add(type.getName());
      } else if (!isImplied(type, refused)) {
        serialized.add(type);
      }
    }
    String calls = calls(serialized, enums, NameInCode::of);
    String elsewhere = calls(serialized, enums, NameInCode::everywhere);
    return (calls.isEmpty() ? "" : "add " + calls + " " + where)
        + (elsewhere.equals(calls) ? "" : " (in another package: " + elsewhere + ")")
        + (calls.isEmpty() || others.isEmpty() ? "" : "; ")
        + (others.isEmpty()
            ? ""
            : String.join(", ", others)
                + " cannot be registered for it, so give "
                + holder.getName()
                + " a TypeSurrogate");
  }

  private static String calls(
      Set<Class<?>> serialized, Set<Class<?>> enums, Function<Class<?>, String> name) {
    return call("registerJavaSerialized", serialized, name) + call("register", enums, name);
  }

  private static String call(String method, Set<Class<?>> types, Function<Class<?>, String> name) {
    return types.isEmpty()
        ? ""
        : types.stream().map(name).collect(Collectors.joining(", ", "." + method + "(", ")"));
  }

  private static boolean isConstantWithBody(Class<?> type) {
    return Enum.class.isAssignableFrom(type) && type != Enum.class;
  }

  private static boolean isImplied(Class<?> type, Collection<Class<?>> refused) {
    for (Class<?> other : refused) {
      Class<?> below = Shapes.innermost(other);
      if (below != type && type.isAssignableFrom(below) && isRegistrable(below)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isRegistrable(Class<?> type) {
    if (!Serializable.class.isAssignableFrom(type)) {
      return false; // its class is in the stream, not an object of it
    }
    if (ClassModels.isJdk(type)) {
      return true;
    }
    try {
      ClassModels.requireSerializable(type);
      return true;
    } catch (SerializationException _) {
      return false;
    }
  }
}
