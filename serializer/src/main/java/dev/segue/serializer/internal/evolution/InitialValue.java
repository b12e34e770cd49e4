// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.codec.FieldAccess;
import dev.segue.serializer.internal.error.Failures;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The value that the no-argument constructor gives a field, for an object that another constructor
/// creates. It is taken from a new object each time, since it may be mutable.
final class InitialValue implements Supplier<Object> {

  private final Constructor<?> constructor;
  private final FieldAccess field;

  InitialValue(Constructor<?> constructor, Field field) {
    this.constructor = constructor;
    this.field = FieldAccess.reading(field);
  }

  @Override
  @SuppressWarnings("NullAway") // the field may be null, like a field that was read
  public @Nullable Object get() {
    try {
      constructor.setAccessible(true);
      return field.get(constructor.newInstance());
    } catch (InvocationTargetException e) {
      throw Failures.construction(
          Objects.requireNonNullElse(e.getCause(), e), constructor.getDeclaringClass());
    } catch (ReflectiveOperationException e) {
      throw Failures.construction(e, constructor.getDeclaringClass());
    }
  }
}
