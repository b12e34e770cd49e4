// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.model;

import java.lang.reflect.Field;

/// One serialized field: where it is declared, and how its values stand on the wire.
public record FieldModel(Field field, Shape shape) {

  public String name() {
    return field.getName();
  }

  public Class<?> owner() {
    return field.getDeclaringClass();
  }

  /// The field as it is named in a path: `Media.title`.
  public String qualifiedName() {
    return owner().getSimpleName() + "." + name();
  }
}
