// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Types that stand for all classes below them, for those whose values are of classes that nobody
/// can name.
final class Families {

  /// @param isHidden whether it is for classes alone that are not public
  private record Family(Class<?> type, TypeEntry entry, boolean isHidden) {}

  private final List<Family> jdk = new ArrayList<>();
  private final List<Family> user = new ArrayList<>();

  /// The same types, to add more to.
  Families copy() {
    Families copy = new Families();
    copy.jdk.addAll(jdk);
    copy.user.addAll(user);
    return copy;
  }

  /// For the classes of the JDK alone: a class of somebody else's may hold more than the type
  /// tells.
  void addJdk(TypeEntry entry) {
    jdk.add(new Family(entry.type(), entry, false));
  }

  void addJdkCopies(Class<?> type, TypeEntry entry) {
    jdk.add(new Family(type, entry, true));
  }

  void addUser(TypeEntry entry) {
    user.add(new Family(entry.type(), entry, false));
  }

  @Nullable TypeEntry find(Class<?> type) {
    TypeEntry entry = search(user, type);
    return entry == null && isJdk(type) ? search(jdk, type) : entry;
  }

  /// The entry of the type of the JDK that stands for all classes below it; null of another type.
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
    ClassLoader loader = type.getClassLoader();
    return (loader == null || loader.equals(ClassLoader.getPlatformClassLoader()))
        && !type.isHidden();
  }
}
