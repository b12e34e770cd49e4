// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/// `sun.reflect.ReflectionFactory` of the module `jdk.unsupported`, which the JDK keeps for
/// serialization libraries: it makes objects past their constructors, and reads the serial fields
/// of the JDK's classes. Reached by name, since the compiler warns of it as it does of what is not
/// for libraries, and so that a run-time image without that module only loses what needs it.
public final class JdkFactory {

  private JdkFactory() {}

  /// A method of the factory, bound to it; null if this JVM has none.
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
