// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.util.List;

/// How the values of a field (or the elements of a collection) stand on the wire, as far as their
/// declared type tells. A closed set: what is added here must be planned, interpreted and compiled.
///
/// Values of an inline shape stand in the fixed block, in a width of their own. Values of every
/// other shape have a slot in the fixed block that tells where their bytes end.
public sealed interface Shape {

  /// Bytes of a slot.
  int SLOT_BYTES = Integer.BYTES;

  /// The declared type.
  Class<?> type();

  /// The width of a value's place in a fixed block or a row: of the value itself, or of its slot.
  default int placeBytes() {
    return SLOT_BYTES;
  }

  /// A shape whose values stand in the fixed block.
  sealed interface Inline extends Shape {
    int widthBytes();

    @Override
    default int placeBytes() {
      return widthBytes();
    }
  }

  /// A primitive, in its own width.
  record Primitive(PrimitiveKind kind) implements Inline {
    @Override
    public Class<?> type() {
      return kind.primitive();
    }

    @Override
    public int widthBytes() {
      return kind.widthBytes();
    }
  }

  /// A boxed primitive: the primitive's width, and a bit that says null.
  record Boxed(PrimitiveKind kind) implements Inline {
    @Override
    public Class<?> type() {
      return kind.box();
    }

    @Override
    public int widthBytes() {
      return kind.widthBytes();
    }
  }

  /// An enum constant: its ordinal plus one, so that zero says null, in one, two or four bytes.
  record EnumConstant(EnumConstants constants) implements Inline {
    @Override
    public Class<?> type() {
      return constants.type();
    }

    @Override
    public int widthBytes() {
      return constants.widthBytes();
    }
  }

  /// A string.
  record Text() implements Shape {
    @Override
    public Class<?> type() {
      return String.class;
    }
  }

  /// An array of primitives: the bare elements, as many as fit between the slots.
  record PrimitiveArray(PrimitiveKind kind) implements Shape {
    @Override
    public Class<?> type() {
      return kind.arrayType();
    }
  }

  /// A shape whose values hold other values, in rows of one or two columns.
  sealed interface Table extends Shape {
    List<Shape> columns();

    /// The class that a value has unless it tells otherwise.
    Class<?> exact();
  }

  /// A collection of a declared type; mostly one of the class that is usual for it.
  record Sequence(Class<?> type, Class<?> exact, Shape element) implements Table {
    @Override
    public List<Shape> columns() {
      return List.of(element);
    }
  }

  /// A map: a column of keys and one of values.
  record Mapping(Class<?> type, Class<?> exact, Shape key, Shape value) implements Table {
    @Override
    public List<Shape> columns() {
      return List.of(key, value);
    }
  }

  /// An array of anything but primitives; arrays of arrays are such.
  record ObjectArray(Class<?> type, Shape element) implements Table {
    @Override
    public List<Shape> columns() {
      return List.of(element);
    }

    @Override
    public Class<?> exact() {
      return type;
    }
  }

  /// An object of a registered class: the declared one, which costs no type information, or, unless
  /// that is final, one of its registered subclasses.
  record Bean(Class<?> type) implements Shape {}

  /// An object about whose class the declaration tells nothing that helps: `Object`, interfaces,
  /// abstract classes.
  record Any(Class<?> type) implements Shape {}

  /// An object of a class of the writer's that only its number tells: this side does not know it,
  /// or has one class for several of the writer's.
  ///
  /// @param type what the value must be here
  record Foreign(int number, Class<?> type) implements Shape {}
}
