// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.reflect.Field;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One serialized field: how its values stand on the wire, and where they go.
///
/// @param name as it is on the wire
/// @param ownerName the class that declared it when it was written
/// @param shape how its values stand on the wire
/// @param target this side's field, or null if it has none: then the values are skipped
/// @param conversion what makes a value of the target's type of one of the shape's; null if it is
///   one
public record FieldModel(
    String name,
    String ownerName,
    Shape shape,
    @Nullable Field target,
    @Nullable Conversion conversion) {

  /// A field of a class as this side has it.
  public FieldModel(Field field, Shape shape) {
    this(field.getName(), field.getDeclaringClass().getName(), shape, field, null);
  }

  /// Whether nothing is made of the values.
  public boolean isSkipped() {
    return target == null;
  }

  /// This side's field; only if values are not skipped.
  public Field field() {
    return Objects.requireNonNull(target, "a field that is skipped has no target");
  }

  public Class<?> owner() {
    return field().getDeclaringClass();
  }

  /// The field as it is named in a path: `Media.title`.
  public String qualifiedName() {
    if (target != null) {
      return qualifiedName(target);
    }
    int simple = Math.max(ownerName.lastIndexOf('.'), ownerName.lastIndexOf('$')) + 1;
    return ownerName.substring(simple) + "." + name;
  }

  /// A field as it is named in a path.
  public static String qualifiedName(Field field) {
    return field.getDeclaringClass().getSimpleName() + "." + field.getName();
  }
}
