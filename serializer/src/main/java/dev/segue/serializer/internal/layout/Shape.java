// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.util.List;

/// The wire format of the values of a field, or of the elements of a collection, as determined by
/// their declared type. This is a closed set: every new case must be planned, interpreted and
/// compiled.
///
/// Values of an inline shape are in the fixed block, in their own width. Values of every other
/// shape have a slot in the fixed block, which holds the end of their bytes.
public sealed interface Shape {

  /// The width of a slot.
  int SLOT_BYTES = Integer.BYTES;

  /// The declared type.
  Class<?> type();

  /// The width of a value's place in a fixed block or a row: the width of the value itself, or of
  /// its slot.
  default int placeBytes() {
    return SLOT_BYTES;
  }

  /// A shape whose values are in the fixed block.
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

  /// A boxed primitive: the primitive's width, and a bit in the null bitmap.
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

  /// An enum constant: its ordinal plus one, or zero for null, in one, two or four bytes.
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

  /// An array of primitives: its elements, without a count.
  record PrimitiveArray(PrimitiveKind kind) implements Shape {
    @Override
    public Class<?> type() {
      return kind.arrayType();
    }
  }

  /// A shape whose values hold other values, in rows of one or two columns.
  sealed interface Table extends Shape {
    List<Shape> columns();

    /// The class of a value that has no type reference.
    Class<?> exact();
  }

  /// A collection of a declared type; usually of the default class for that type.
  record Sequence(Class<?> type, Class<?> exact, Shape element) implements Table {
    @Override
    public List<Shape> columns() {
      return List.of(element);
    }
  }

  /// A map: a column of keys and a column of values.
  record Mapping(Class<?> type, Class<?> exact, Shape key, Shape value) implements Table {
    @Override
    public List<Shape> columns() {
      return List.of(key, value);
    }
  }

  /// An array of objects. Arrays of arrays are also object arrays.
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

  /// An object of a registered class: the declared class, which needs no type reference, or one of
  /// its registered subclasses.
  record Bean(Class<?> type) implements Shape {}

  /// An object whose declared type does not determine its class: `Object`, an interface, or an
  /// abstract class.
  record Any(Class<?> type) implements Shape {}

  /// An object of a writer's class that only its number identifies: the reader lacks the class, or
  /// has one class for several of the writer's classes.
  ///
  /// @param type the type that the value must have in the reader
  record Foreign(int number, Class<?> type) implements Shape {}
}
