// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.view;

import dev.segue.serializer.model.PrimitiveKind;
import dev.segue.serializer.plan.Operation;

/// What a view's method reads of the object that its path leads to. A closed set: what is added
/// here must be interpreted and compiled.
public sealed interface Leaf {

  /// A number, a boolean or a character in the fixed block, or a number behind it.
  record Numeric(Operation operation) implements Leaf {}

  /// An enum constant.
  record Constant(Operation.Constant operation) implements Leaf {}

  /// Whether a field is anything but null.
  record Presence(Operation operation) implements Leaf {}

  /// A value that has a slot.
  record Value(Operation.Slot operation, Part part) implements Leaf {}

  /// How many elements an array of primitives has.
  record ElementCount(Operation.Slot operation, int widthBytes) implements Leaf {}

  /// How many elements a collection, an array or a map has.
  record RowCount(Operation.Slot operation, Rows rows) implements Leaf {}

  /// An element of an array of primitives, by its index.
  record Element(Operation.Slot operation, PrimitiveKind kind) implements Leaf {}

  /// An element without a slot of a collection or an array, by its index.
  record InlineRow(Operation.Slot operation, Rows rows) implements Leaf {}

  /// An element with a slot of a collection or an array, by its index.
  record Row(Operation.Slot operation, Rows rows, Part part) implements Leaf {}

  /// Whether the method takes an index.
  default boolean isIndexed() {
    return this instanceof Element || this instanceof InlineRow || this instanceof Row;
  }
}
