// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.error.Failures;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The constants of the enums that the JDK exports, by name: the class's binary name, a dot, and
/// the constant's name. The caches are not bounded: the JDK never unloads these constants.
final class JdkConstants {

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  private static final Map<Enum<?>, String> NAMES = new ConcurrentHashMap<>();
  private static final Map<String, Enum<?>> CONSTANTS = new ConcurrentHashMap<>();

  private JdkConstants() {}

  static String name(Enum<?> constant) {
    String name = NAMES.get(constant);
    return name != null ? name : keep(constant);
  }

  private static String keep(Enum<?> constant) {
    Class<?> type = constant.getDeclaringClass();
    if (!isExported(type)) {
      throw Failures.unsupported(type, "the JDK does not export its package");
    }
    String name = type.getName() + "." + constant.name();
    NAMES.put(constant, name);
    return name;
  }

  /// Finds a constant. Initializes only enums that modules of the JDK export.
  static Enum<?> of(String name) throws ClassNotFoundException {
    Enum<?> constant = CONSTANTS.get(name);
    if (constant == null) {
      constant = find(name);
      CONSTANTS.put(name, constant);
    }
    return constant;
  }

  private static Enum<?> find(String name) throws ClassNotFoundException {
    int dot = name.lastIndexOf('.');
    Class<?> type = Class.forName(name.substring(0, Math.max(0, dot)), false, PLATFORM);
    if (!type.isEnum() || !isExported(type)) {
      throw new IllegalArgumentException(name);
    }
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name.substring(dot + 1))) {
        return (Enum<?>) constant;
      }
    }
    throw new IllegalArgumentException(name);
  }

  private static boolean isExported(Class<?> type) {
    Module module = type.getModule();
    ClassLoader loader = type.getClassLoader();
    return (loader == null || loader.equals(PLATFORM))
        && module.isNamed()
        && module.isExported(type.getPackageName());
  }
}
