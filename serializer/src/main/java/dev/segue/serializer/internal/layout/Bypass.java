// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Constructor;
import org.jspecify.annotations.Nullable;

/// How objects are made of classes that have no constructor for it: as Java's own serialization
/// makes them, through the [JdkFactory].
final class Bypass {

  private static final @Nullable MethodHandle NEW_CONSTRUCTOR =
      JdkFactory.find(
          "newConstructorForSerialization", Constructor.class, Class.class, Constructor.class);

  private Bypass() {}

  /// A constructor that makes instances of a class without running any code of it; null if this JVM
  /// has no way to.
  static @Nullable Constructor<?> constructorOf(Class<?> type) {
    if (NEW_CONSTRUCTOR == null) {
      return null;
    }
    try {
      return (Constructor<?>)
          NEW_CONSTRUCTOR.invokeExact(type, Object.class.getDeclaredConstructor());
    } catch (Throwable e) {
      throw new IllegalStateException("type=" + type, e);
    }
  }
}
