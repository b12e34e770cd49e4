// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/// Access to `sun.reflect.ReflectionFactory` in the module `jdk.unsupported`, which the JDK keeps
/// for serialization libraries: it creates objects without running constructors, and reads the
/// serial fields of JDK classes. It is looked up by name, since a direct use causes a compiler
/// warning, and since a run-time image without the module then loses only the features that need
/// it.
public final class JdkFactory {

  private JdkFactory() {}

  /// A factory method bound to the factory instance; null if this JVM lacks the method.
  public static @Nullable MethodHandle find(String name, Class<?> result, Class<?>... parameters) {
    try {
      Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      Object instance =
          lookup
              .findStatic(factory, "getReflectionFactory", MethodType.methodType(factory))
              .invoke();
      return lookup
          .findVirtual(factory, name, MethodType.methodType(result, parameters))
          .bindTo(instance);
    } catch (Throwable e) {
      if (e instanceof VirtualMachineError error) {
        throw error;
      }
      return null;
    }
  }
}
