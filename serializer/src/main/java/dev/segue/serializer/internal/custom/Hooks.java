// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import dev.segue.serializer.internal.codec.Access;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.SerialForm;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/// The `writeReplace` and `readResolve` methods of a serializable class.
///
/// @param writeReplace `(object) -> object`; or null
/// @param readResolve `(object) -> object`; or null
record Hooks(
    Class<?> type, @Nullable MethodHandle writeReplace, @Nullable MethodHandle readResolve) {

  static Hooks of(Class<?> type) {
    return new Hooks(type, find(type, "writeReplace"), find(type, "readResolve"));
  }

  boolean exist() {
    return writeReplace != null || readResolve != null;
  }

  private static @Nullable MethodHandle find(Class<?> type, String name) {
    Method method = SerialForm.replacing(type, name);
    return method == null ? null : handle(method);
  }

  private static MethodHandle handle(Method method) {
    try {
      return Access.lookupIn(method.getDeclaringClass()).unreflect(method);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("method=" + method, e);
    }
  }

  @Nullable Object replace(Object value) {
    return writeReplace == null ? value : call(writeReplace, "writeReplace", value);
  }

  Object resolve(Object value) {
    if (readResolve == null) {
      return value;
    }
    Object resolved = call(readResolve, "readResolve", value);
    if (resolved == null) {
      throw Failures.hook(
          "readResolve of " + type.getName(), new NullPointerException("it returned null"));
    }
    return resolved;
  }

  private @Nullable Object call(MethodHandle hook, String name, Object value) {
    try {
      return hook.invoke(value);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      throw Failures.hook(name + " of " + type.getName(), e);
    }
  }
}
