// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import dev.segue.serializer.internal.schema.TypeSchema;
import java.io.Externalizable;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;

/// Determines the kinds of registered classes. Separate from [UserTypes], which loads the codecs of
/// rare kinds.
public final class UserKinds {

  private UserKinds() {}

  /// The kind of a registered class without a surrogate or Java serialization, which is neither an
  /// enum nor an array.
  public static TypeSchema.Kind kind(Class<?> type) {
    if (Externalizable.class.isAssignableFrom(type)) {
      return TypeSchema.Kind.EXTERNALIZABLE;
    }
    if (Throwable.class.isAssignableFrom(type)) {
      return TypeSchema.Kind.THROWABLE;
    }
    if (isExtension(type)) {
      return Hooks.of(type).exist() ? TypeSchema.Kind.HOOKED_EXTENSION : TypeSchema.Kind.EXTENSION;
    }
    return Hooks.of(type).exist() ? TypeSchema.Kind.HOOKED : TypeSchema.Kind.PLAIN;
  }

  /// Whether a class extends a concrete collection or map of the JDK.
  static boolean isExtension(Class<?> type) {
    return isContainer(jdkSuperclass(type));
  }

  private static boolean isContainer(Class<?> jdkType) {
    return (Collection.class.isAssignableFrom(jdkType) || Map.class.isAssignableFrom(jdkType))
        && !Modifier.isAbstract(jdkType.getModifiers());
  }

  /// The nearest superclass that belongs to the JDK.
  static Class<?> jdkSuperclass(Class<?> type) {
    Class<?> c = type;
    while (!c.getName().startsWith("java.")) {
      c = c.getSuperclass();
    }
    return c;
  }
}
