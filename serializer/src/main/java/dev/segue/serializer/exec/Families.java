// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Types that stand for all classes below them, for those whose values are of classes that nobody
/// can name. What is found for a class of the JDK is kept; for other classes it is not, so that
/// they can go when their loaders do.
final class Families {

  /// @param isHidden whether it is for classes alone that are not public
  private record Family(Class<?> type, TypeEntry entry, boolean isHidden) {}

  private final List<Family> jdk = new ArrayList<>();
  private final List<Family> user = new ArrayList<>();

  /// Replaced by a larger copy, never changed.
  private volatile Map<Class<?>, TypeEntry> found = new HashMap<>();

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
    TypeEntry entry = found.get(type);
    if (entry != null) {
      return entry;
    }
    entry = search(user, type);
    boolean isJdk = isJdk(type);
    if (entry == null && isJdk) {
      entry = search(jdk, type);
    }
    if (entry != null && isJdk) {
      keep(type, entry);
    }
    return entry;
  }

  private synchronized void keep(Class<?> type, TypeEntry entry) {
    Map<Class<?>, TypeEntry> copy = new HashMap<>(found);
    copy.put(type, entry);
    found = copy;
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
