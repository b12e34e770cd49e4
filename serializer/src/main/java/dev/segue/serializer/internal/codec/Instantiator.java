// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.Creation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Creates the instances of a class by reflection, as its [Creation] specifies.
final class Instantiator {

  private final Constructor<?> constructor;
  private final @Nullable Field single;

  /// @throws dev.segue.serializer.SerializationException if the class is not open to this module
  Instantiator(ClassModel model) {
    Creation creation = model.creation();
    this.constructor = creation.constructor();
    this.single = creation.single();
    if (creation.bypassesConstructor()) {
      return;
    }
    var _ = Access.lookupIn(model.type());
    if (single == null) {
      constructor.setAccessible(true);
    } else {
      single.setAccessible(true);
    }
  }

  /// Creates an instance; throws the exceptions of the constructor itself.
  ///
  /// @param components the arguments of a constructor that takes the fields' values; otherwise
  ///   empty
  Object create(@Nullable Object... components) throws Throwable {
    if (single != null) {
      return single.get(null);
    }
    try {
      return constructor.newInstance(components);
    } catch (InvocationTargetException e) {
      throw Objects.requireNonNullElse(e.getCause(), e);
    }
  }
}
