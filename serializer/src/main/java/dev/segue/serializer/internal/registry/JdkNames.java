// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Classes of the JDK by name, for those without a number: the public ones in exported packages.
/// They only name what an array is made of; an object never comes from such a name alone.
public final class JdkNames {

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  /// Those read so far; there are only as many as the JDK has classes.
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

  /// The class with a name that was read, which may be anything; null if there is none.
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
