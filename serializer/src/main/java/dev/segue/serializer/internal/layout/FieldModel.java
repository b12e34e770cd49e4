// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.reflect.Field;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A serialized field: its wire format, and the field of the local class that it is read into.
///
/// @param name the name on the wire
/// @param ownerName the class that declared the field when it was written
/// @param shape the wire format of its values
/// @param target the local field; null if there is none, so that the values are skipped
/// @param conversion converts a value of the shape to the target's type; null if no conversion is
///   needed
public record FieldModel(
    String name,
    String ownerName,
    Shape shape,
    @Nullable Field target,
    @Nullable Conversion conversion) {

  /// The order on the wire of fields of the same width. A class, not a lambda: every serializer
  /// needs it, and lambdas are slow to load.
  public static final Comparator<FieldModel> BY_NAME = new ByName();

  /// Creates the model of a local class's field.
  public FieldModel(Field field, Shape shape) {
    this(field.getName(), field.getDeclaringClass().getName(), shape, field, null);
  }

  /// Whether the values are skipped when they are read.
  public boolean isSkipped() {
    return target == null;
  }

  /// The local field, which exists unless the values are skipped.
  public Field field() {
    return Objects.requireNonNull(target, "a skipped field has no target");
  }

  public Class<?> owner() {
    return field().getDeclaringClass();
  }

  /// The name of this field in an error path, such as `Media.title`.
  public String qualifiedName() {
    if (target != null) {
      return qualifiedName(target);
    }
    int simple = Math.max(ownerName.lastIndexOf('.'), ownerName.lastIndexOf('$')) + 1;
    return ownerName.substring(simple) + "." + name;
  }

  /// The name of a field in an error path.
  public static String qualifiedName(Field field) {
    return field.getDeclaringClass().getSimpleName() + "." + field.getName();
  }

  private static final class ByName implements Comparator<FieldModel> {

    @Override
    public int compare(FieldModel a, FieldModel b) {
      int byName = a.name.compareTo(b.name);
      return byName != 0 ? byName : a.ownerName.compareTo(b.ownerName);
    }
  }
}
