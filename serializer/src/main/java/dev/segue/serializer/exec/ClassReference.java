// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import dev.segue.serializer.model.EnumConstants;
import dev.segue.serializer.model.Shape;
import dev.segue.serializer.model.Shapes;

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

  Class<?> read(Medium medium, long position) {
    Class<?> type = registry.referenced(medium.getInt(position), Object.class, position).type();
    int dimensions = medium.getInt(position + DIMENSIONS);
    if (dimensions == PRIMITIVE) {
      return registry.primitive(type, position);
    }
    if (dimensions < 0 || dimensions > MOST_DIMENSIONS) {
      throw Failures.malformed("corrupt: an array of " + dimensions + " dimensions", position);
    }
    for (int i = 0; i < dimensions; i++) {
      type = type.arrayType();
    }
    return type;
  }

  /// The shape of values of the class that [#read] gives. Where it stands for several of the
  /// writer's, it is as the one that is referred to was written.
  Shape shape(Class<?> type, Shapes shapes, Medium medium, long position) {
    TypeEntry entry = registry.referenced(medium.getInt(position), Object.class, position);
    Class<?> one = entry.type();
    if (entry.id() < TypeRegistry.FIRST_USER_ID || entry.isUnknown()) {
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
    for (int i = medium.getInt(position + DIMENSIONS); i > 0; i--) {
      one = one.arrayType();
      shape = new Shape.ObjectArray(one, shape);
    }
    return shape;
  }
}
