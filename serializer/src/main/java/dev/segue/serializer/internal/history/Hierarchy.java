// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import dev.segue.serializer.internal.layout.Generics;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The subtypes and supertypes of the classes in a description. JDK classes are taken from this
/// JVM; no other class is loaded.
final class Hierarchy {

  private static final Map<String, PrimitiveKind> PRIMITIVES = new HashMap<>();
  private static final Map<String, PrimitiveKind> BOXES = new HashMap<>();

  static {
    for (PrimitiveKind kind : PrimitiveKind.values()) {
      PRIMITIVES.put(kind.primitive().getName(), kind);
      BOXES.put(kind.box().getName(), kind);
    }
  }

  private final Description description;
  private final Map<String, List<String>> subtypes = new HashMap<>();

  Hierarchy(Description description) {
    this.description = description;
  }

  static @Nullable PrimitiveKind primitive(Declared type) {
    return PRIMITIVES.get(type.name());
  }

  static @Nullable PrimitiveKind box(Declared type) {
    return BOXES.get(type.name());
  }

  /// The JDK class with a name, not initialized; null if there is none.
  static @Nullable Class<?> jdk(String name) {
    if (!name.startsWith("java.")) {
      return null;
    }
    try {
      return Class.forName(name, false, ClassLoader.getPlatformClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }

  /// The JDK collection or map that a class extends; null if it extends none.
  static @Nullable Declared container(Described type) {
    for (Declared supertype : type.supertypes()) {
      Class<?> jdk = jdk(supertype.name());
      if (jdk != null
          && (Iterable.class.isAssignableFrom(jdk) || Map.class.isAssignableFrom(jdk))) {
        return supertype;
      }
    }
    return null;
  }

  boolean isEnum(String name) {
    Described type = description.types().get(name);
    if (type != null) {
      return type.sort().isEnum();
    }
    Class<?> jdk = jdk(name);
    return jdk != null && jdk.isEnum();
  }

  /// Whether objects of a class are of a declared type, regardless of type arguments.
  boolean isSubtype(String name, String of) {
    return name.equals(of) || of.equals(Declared.OBJECT.name()) || supertype(name, of) != null;
  }

  /// A supertype of a class with the type arguments that the class passes to it; null if it is not
  /// a supertype of the class.
  @Nullable Declared supertype(String name, String of) {
    Class<?> target = jdk(of);
    Class<?> jdk = jdk(name);
    if (jdk != null && target != null) {
      return ofJdk(jdk, target);
    }
    Described type = description.types().get(name);
    if (type == null) {
      return null;
    }
    for (Declared supertype : type.supertypes()) {
      if (supertype.name().equals(of)) {
        return supertype;
      }
      Class<?> above = jdk(supertype.name());
      if (target != null && above != null && target.isAssignableFrom(above)) {
        // All JDK containers have the type parameters of their interface.
        return new Declared(of, supertype.arguments());
      }
    }
    return target == null ? null : ofJdk(implied(type.sort()), target);
  }

  private static Class<?> implied(Sort sort) {
    return sort.isEnum() ? Enum.class : sort == Sort.RECORD ? Record.class : Object.class;
  }

  private static @Nullable Declared ofJdk(Class<?> type, Class<?> supertype) {
    return supertype.isAssignableFrom(type)
        ? new Declared(
            supertype.getName(),
            IntStream.range(0, supertype.getTypeParameters().length)
                .mapToObj(i -> Declared.of(Generics.argument(type, supertype, i)))
                .toList())
        : null;
  }

  /// The registered classes whose objects a field of a declared type can hold.
  List<String> subtypes(String of) {
    List<String> known = subtypes.get(of);
    if (known == null) {
      known = new ArrayList<>();
      for (Described type : description.types().values()) {
        if (type.sort().isRegistered() && isSubtype(type.name(), of)) {
          known.add(type.name());
        }
      }
      subtypes.put(of, known);
    }
    return known;
  }
}
