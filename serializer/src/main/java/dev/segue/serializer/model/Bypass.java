// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.model;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import org.jspecify.annotations.Nullable;

/// How objects are made of classes that have no constructor for it: as Java's own serialization
/// makes them, through `sun.reflect.ReflectionFactory` of the module `jdk.unsupported`, which the
/// JDK keeps for serialization libraries. Reached by name, so that a run-time image without that
/// module only loses these classes.
final class Bypass {

  private static final @Nullable MethodHandle NEW_CONSTRUCTOR = find();

  private Bypass() {}

  private static @Nullable MethodHandle find() {
    try {
      Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      Object instance =
          lookup
              .findStatic(factory, "getReflectionFactory", MethodType.methodType(factory))
              .invoke();
      return lookup
          .findVirtual(
              factory,
              "newConstructorForSerialization",
              MethodType.methodType(Constructor.class, Class.class, Constructor.class))
          .bindTo(instance);
    } catch (Throwable e) {
      if (e instanceof VirtualMachineError error) {
        throw error;
      }
      return null;
    }
  }

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
