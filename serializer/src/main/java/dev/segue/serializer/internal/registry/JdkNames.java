// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The JDK classes without a type number that can be written by name: public classes in exported
/// packages. Names occur only as element classes of arrays; reading them creates no objects.
public final class JdkNames {

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  /// A cache of the classes read. The number of JDK classes bounds its size.
  private static final Map<String, Class<?>> READ = new ConcurrentHashMap<>();

  private JdkNames() {}

  /// Whether a class can be written by its name.
  static boolean canName(Class<?> type) {
    if (type.isArray() || type.isPrimitive() || !Families.isJdk(type)) {
      return false;
    }
    for (Class<?> c = type; c != null; c = c.getDeclaringClass()) {
      if (!Modifier.isPublic(c.getModifiers())) {
        return false;
      }
    }
    Module module = type.getModule();
    return module.isNamed() && module.isExported(type.getPackageName());
  }

  /// Finds the class with a name, which may be arbitrary text from a payload; null if there is
  /// none.
  public static @Nullable Class<?> find(@Nullable String name) {
    if (name == null) {
      return null;
    }
    Class<?> known = READ.get(name);
    if (known != null) {
      return known;
    }
    try {
      Class<?> type = Class.forName(name, false, PLATFORM);
      if (!canName(type)) {
        return null;
      }
      READ.put(name, type);
      return type;
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }
}
