// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.unregistered.UnregisteredErrors;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;
import org.jspecify.annotations.Nullable;

/// Writes and reads `Class` values: the type reference of a class that the serializer knows, and a
/// number of array dimensions.
///
///     0                4            8
///     +----------------+------------+
///     | type reference | dimensions |
///     +----------------+------------+
///
/// [#PRIMITIVE] in place of the dimensions refers to the primitive type of a box, or to `void` if
/// the type reference refers to `Object`.
///
/// The element class of an array may also be a public JDK class without a type number. Then the
/// type reference refers to `Object`, [#NAMED] is added to the dimensions, and the name follows:
///
///     0                4                    8      12
///     +----------------+--------------------+------+--------- ~ -----+
///     | type reference | NAMED + dimensions | slot | binary name     |
///     +----------------+--------------------+------+--------- ~ -----+
public final class ClassReference {

  public static final int BYTES = 8;

  /// Added to the dimensions if a class's name follows.
  public static final int NAMED = 1 << 9;

  public static final int MOST_DIMENSIONS = 16;

  /// The element class of an array.
  ///
  /// @param end the end of the reference
  public record Element(Class<?> type, Shape shape, long end) {}

  private static final int DIMENSIONS = Integer.BYTES;
  private static final int PRIMITIVE = 1 << 8;

  private final TypeRegistry registry;

  public ClassReference(TypeRegistry registry) {
    this.registry = registry;
  }

  /// Writes a class.
  ///
  /// @throws dev.segue.serializer.SerializationException if readers could not find the same class
  public void write(Class<?> type, PayloadBuffer buffer, long position) {
    if (type.isPrimitive()) {
      Class<?> box = type == void.class ? Object.class : box(type);
      put(box, PRIMITIVE, buffer, position);
      return;
    }
    Class<?> known = known(type);
    if (known == null) {
      throw UnregisteredErrors.ofClassValue(type);
    }
    put(known, dimensions(type) - dimensions(known), buffer, position);
  }

  /// Writes the element class of an array.
  public Element writeElement(
      Class<?> type, Shapes shapes, PayloadBuffer buffer, long position, long limit) {
    long end = Slots.reserve(position, BYTES, limit);
    Class<?> known = known(type);
    if (known != null) {
      put(known, dimensions(type) - dimensions(known), buffer, position);
      return new Element(type, shapes.of(type), end);
    }
    Class<?> innermost = Shapes.innermost(type);
    int dimensions = dimensions(type);
    if (dimensions > MOST_DIMENSIONS || !JdkNames.canName(innermost)) {
      throw UnregisteredErrors.ofArray(type.arrayType(), MOST_DIMENSIONS);
    }
    put(Object.class, NAMED + dimensions, buffer, position);
    long base = Slots.reserve(end, Integer.BYTES, limit);
    end = buffer.writeText(innermost.getName(), base, limit, base, end);
    return new Element(type, named(innermost, dimensions), end);
  }

  private void put(Class<?> known, int dimensions, PayloadBuffer buffer, long position) {
    TypeEntry entry = registry.entryOfClass(known);
    if (entry == null) {
      throw new AssertionError(known + " has a type number");
    }
    buffer.putInt(position, entry.reference(buffer.session()));
    buffer.putInt(position + DIMENSIONS, dimensions);
  }

  /// The class itself or its element class, whichever has a type number; or null.
  private @Nullable Class<?> known(Class<?> type) {
    Class<?> known = type;
    int dimensions = 0;
    while (registry.entryOfClass(known) == null) {
      if (!known.isArray() || dimensions == MOST_DIMENSIONS) {
        return null;
      }
      known = known.componentType();
      dimensions++;
    }
    return known;
  }

  private static int dimensions(Class<?> type) {
    int dimensions = 0;
    for (Class<?> c = type; c.isArray(); c = c.componentType()) {
      dimensions++;
    }
    return dimensions;
  }

  /// Elements of a class without a type number are written with their own classes, and so are enum
  /// constants: the order of the JDK's constants may differ between releases.
  private static Shape named(Class<?> innermost, int dimensions) {
    Shape shape = new Shape.Any(innermost);
    for (int i = 0; i < dimensions; i++) {
      shape = new Shape.ObjectArray(shape.type().arrayType(), shape);
    }
    return shape;
  }

  /// The shape of the elements of an array whose innermost class is given by name; null if the
  /// class does not exist.
  public static @Nullable Shape named(@Nullable String name, int dimensions) {
    Class<?> innermost = JdkNames.find(name);
    return innermost == null || dimensions < 0 || dimensions > MOST_DIMENSIONS
        ? null
        : named(innermost, dimensions);
  }

  /// Reads a class; null if the reader does not know it, and its options map unknown values to
  /// null.
  public @Nullable Class<?> read(PayloadBuffer buffer, long position) {
    TypeEntry entry = entry(buffer, position);
    UnknownClass unknown = entry.asUnknown();
    if (unknown != null) {
      unknown.checkName(buffer, position);
      return null;
    }
    return type(entry, buffer, position);
  }

  /// Reads the element class of an array, with the shape of the elements.
  public Element readElement(Shapes shapes, PayloadBuffer buffer, long position, long limit) {
    long end = Slots.block(position, BYTES, limit);
    TypeEntry entry = entry(buffer, position);
    UnknownClass unknown = entry.asUnknown();
    if (unknown == null) {
      if ((buffer.getInt(position + DIMENSIONS) & ~(NAMED - 1)) == NAMED
          && entry.type() == Object.class) {
        return readNamed(buffer, position, end, limit);
      }
      Class<?> type = type(entry, buffer, position);
      if (type.isPrimitive()) {
        throw Failures.malformed("corrupt: an array of " + type + " objects", position);
      }
      return new Element(type, shape(entry, type, shapes, buffer, position), end);
    }
    unknown.checkArray(buffer, position);
    Shape shape = unknown.shape();
    for (int i = dimensions(buffer, position); i > 0; i--) {
      shape = new Shape.ObjectArray(shape.type().arrayType(), shape);
    }
    return new Element(shape.type(), shape, end);
  }

  private static Element readNamed(PayloadBuffer buffer, long position, long slot, long limit) {
    long base = Slots.block(slot, Integer.BYTES, limit);
    int bits = buffer.getInt(slot);
    long end = Slots.end(bits, base, base, limit);
    String name = buffer.readText(base, end, bits);
    Shape shape = named(name, buffer.getInt(position + DIMENSIONS) - NAMED);
    if (shape == null) {
      throw Failures.malformed(
          "an array of " + name + ", which is no public class of this JDK", position);
    }
    return new Element(shape.type(), shape, end);
  }

  /// The shape of values of a class. If several classes of the writer are read as this class, the
  /// result is the shape of the class that the type reference names.
  private Shape shape(
      TypeEntry entry, Class<?> type, Shapes shapes, PayloadBuffer buffer, long position) {
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
    for (int i = dimensions(buffer, position); i > 0; i--) {
      one = one.arrayType();
      shape = new Shape.ObjectArray(one, shape);
    }
    return shape;
  }

  private TypeEntry entry(PayloadBuffer buffer, long position) {
    return registry.referenced(buffer.getInt(position), Object.class, position);
  }

  private Class<?> type(TypeEntry entry, PayloadBuffer buffer, long position) {
    Class<?> type = entry.type();
    if (buffer.getInt(position + DIMENSIONS) == PRIMITIVE) {
      return type == Object.class ? void.class : primitive(type, position);
    }
    for (int i = dimensions(buffer, position); i > 0; i--) {
      type = type.arrayType();
    }
    return type;
  }

  private static int dimensions(PayloadBuffer buffer, long position) {
    int dimensions = buffer.getInt(position + DIMENSIONS);
    if (dimensions < 0 || dimensions > MOST_DIMENSIONS) {
      throw Failures.malformed("corrupt: an array of " + dimensions + " dimensions", position);
    }
    return dimensions;
  }

  private static Class<?> box(Class<?> primitive) {
    PrimitiveKind kind = PrimitiveKind.ofPrimitive(primitive);
    if (kind == null) {
      throw new IllegalArgumentException("primitive=" + primitive);
    }
    return kind.box();
  }

  private static Class<?> primitive(Class<?> box, long position) {
    PrimitiveKind kind = PrimitiveKind.ofBox(box);
    if (kind == null) {
      throw Failures.malformed("corrupt: " + box.getName() + " is not a box", position);
    }
    return kind.primitive();
  }
}
