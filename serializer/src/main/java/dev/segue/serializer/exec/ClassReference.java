// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import dev.segue.serializer.model.EnumConstants;
import dev.segue.serializer.model.Shape;
import dev.segue.serializer.model.Shapes;
import org.jspecify.annotations.Nullable;

/// A class on the wire: the type reference of a class that the serializer knows, and how many times
/// an array of it is meant.
///
///     0                4            8
///     +----------------+------------+
///     | type reference | dimensions |
///     +----------------+------------+
///
/// [#PRIMITIVE] instead of dimensions: not the box that is referred to, but its primitive. Classes
/// are never looked up by name.
final class ClassReference {

  static final int BYTES = 8;

  /// What an array is an array of.
  record Element(Class<?> type, Shape shape) {}

  private static final int DIMENSIONS = Integer.BYTES;
  private static final int MOST_DIMENSIONS = 16;
  private static final int PRIMITIVE = 1 << 8;

  private final TypeRegistry registry;

  ClassReference(TypeRegistry registry) {
    this.registry = registry;
  }

  void write(Class<?> type, Medium medium, long position) {
    Class<?> known = type;
    int dimensions = 0;
    if (type.isPrimitive()) {
      known = registry.box(type);
      dimensions = PRIMITIVE;
    }
    TypeEntry entry = registry.entry(known);
    while (entry == null && known.isArray() && dimensions < MOST_DIMENSIONS) {
      known = known.componentType();
      entry = registry.entry(known);
      dimensions++;
    }
    if (entry == null) {
      throw Failures.unregistered(type);
    }
    medium.putInt(position, entry.reference());
    medium.putInt(position + DIMENSIONS, dimensions);
  }

  /// A class; null if it is not known here, and that is what the reader asked for.
  @Nullable Class<?> read(Medium medium, long position) {
    TypeEntry entry = entry(medium, position);
    UnknownClass unknown = entry.asUnknown();
    if (unknown != null) {
      unknown.checkName(medium, position);
      return null;
    }
    return type(entry, medium, position);
  }

  /// The class of an array's elements, and how they stand.
  Element readElement(Shapes shapes, Medium medium, long position) {
    TypeEntry entry = entry(medium, position);
    UnknownClass unknown = entry.asUnknown();
    if (unknown == null) {
      Class<?> type = type(entry, medium, position);
      if (type.isPrimitive()) {
        throw Failures.malformed("corrupt: an array of " + type + " objects", position);
      }
      return new Element(type, shape(entry, type, shapes, medium, position));
    }
    unknown.checkArray(medium, position);
    Shape shape = unknown.shape();
    for (int i = dimensions(medium, position); i > 0; i--) {
      shape = new Shape.ObjectArray(shape.type().arrayType(), shape);
    }
    return new Element(shape.type(), shape);
  }

  /// The shape of values of a class. Where it stands for several of the writer's, it is as the one
  /// that is referred to was written.
  private Shape shape(TypeEntry entry, Class<?> type, Shapes shapes, Medium medium, long position) {
    Class<?> one = entry.type();
    if (entry.id() < TypeRegistry.FIRST_USER_ID) {
      return shapes.of(type);
    }
    Shape shape;
    if (one.isEnum() && entry.codec().form() instanceof Form.Constant(EnumConstants constants)) {
      shape = new Shape.EnumConstant(constants);
    } else if (entry.equals(registry.entry(one))) {
      return shapes.of(type);
    } else {
      shape = new Shape.Foreign(entry.id(), one);
    }
    for (int i = dimensions(medium, position); i > 0; i--) {
      one = one.arrayType();
      shape = new Shape.ObjectArray(one, shape);
    }
    return shape;
  }

  private TypeEntry entry(Medium medium, long position) {
    return registry.referenced(medium.getInt(position), Object.class, position);
  }

  private Class<?> type(TypeEntry entry, Medium medium, long position) {
    Class<?> type = entry.type();
    if (medium.getInt(position + DIMENSIONS) == PRIMITIVE) {
      return registry.primitive(type, position);
    }
    for (int i = dimensions(medium, position); i > 0; i--) {
      type = type.arrayType();
    }
    return type;
  }

  private static int dimensions(Medium medium, long position) {
    int dimensions = medium.getInt(position + DIMENSIONS);
    if (dimensions < 0 || dimensions > MOST_DIMENSIONS) {
      throw Failures.malformed("corrupt: an array of " + dimensions + " dimensions", position);
    }
    return dimensions;
  }
}
