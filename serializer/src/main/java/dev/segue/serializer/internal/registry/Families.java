// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.layout.ClassModels;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Types that represent all of their subtypes in payloads, since the classes of their values are
/// not public.
final class Families {

  /// @param isHidden whether the family includes only non-public classes
  private record Family(Class<?> type, TypeEntry entry, boolean isHidden) {}

  private final List<Family> jdk = new ArrayList<>();
  private final List<Family> user = new ArrayList<>();

  /// Types of libraries whose collections and maps are written like copies of them.
  private final List<Class<?>> plain = new ArrayList<>();

  /// Returns a copy to which more types can be added.
  Families copy() {
    Families copy = new Families();
    copy.jdk.addAll(jdk);
    copy.user.addAll(user);
    copy.plain.addAll(plain);
    return copy;
  }

  /// Adds a type with its subtypes in the JDK. Other subtypes may have more state.
  void addJdk(TypeEntry entry) {
    jdk.add(new Family(entry.type(), entry, false));
  }

  void addJdkCopies(Class<?> type, TypeEntry entry) {
    jdk.add(new Family(type, entry, true));
  }

  void addUser(TypeEntry entry) {
    user.add(new Family(entry.type(), entry, false));
  }

  void addPlainContainers(Class<?> type) {
    plain.add(type);
  }

  @Nullable TypeEntry find(Class<?> type) {
    TypeEntry entry = search(user, type);
    if (entry == null) {
      entry = plainContainer(type);
    }
    return entry == null && isJdk(type) ? search(jdk, type) : entry;
  }

  /// Whether values of a class are written like copies of them.
  boolean isPlainContainer(Class<?> type) {
    for (Class<?> library : plain) { // a lambda would be slow to load
      if (library.isAssignableFrom(type)) {
        return true;
      }
    }
    return false;
  }

  private @Nullable TypeEntry plainContainer(Class<?> type) {
    if (isPlainContainer(type)) {
      for (Family family : jdk) {
        if (family.isHidden && family.type.isAssignableFrom(type)) {
          return family.entry;
        }
      }
    }
    return null;
  }

  /// The entry of a JDK type that was added with its subtypes; null for other types.
  @Nullable TypeEntry ofJdk(Class<?> type) {
    for (Family family : jdk) {
      if (family.entry.type() == type) {
        return family.entry;
      }
    }
    return null;
  }

  private static @Nullable TypeEntry search(List<Family> families, Class<?> type) {
    for (Family family : families) {
      if (family.type.isAssignableFrom(type)
          && !(family.isHidden && Modifier.isPublic(type.getModifiers()))) {
        return family.entry;
      }
    }
    return null;
  }

  static boolean isJdk(Class<?> type) {
    return ClassModels.isOfJdk(type);
  }
}
