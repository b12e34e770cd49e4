// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Constructor;
import org.jspecify.annotations.Nullable;

/// Creates objects of classes without a no-argument constructor in the way of Java serialization,
/// through the [JdkFactory].
final class Bypass {

  private static final @Nullable MethodHandle NEW_CONSTRUCTOR =
      JdkFactory.find(
          "newConstructorForSerialization", Constructor.class, Class.class, Constructor.class);

  private Bypass() {}

  /// A constructor that creates instances of a class without running the class's code; null if this
  /// JVM does not support it.
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
