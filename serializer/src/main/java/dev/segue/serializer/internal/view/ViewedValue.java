// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;

/// What a view's method reads of the object that its path leads to. A closed set: what is added
/// here must be interpreted and compiled.
public sealed interface ViewedValue {

  /// A number, a boolean or a character in the fixed block, or a number behind it.
  ///
  /// @param kind what it is returned as: what it is, or wider
  record Numeric(Operation operation, PrimitiveKind kind) implements ViewedValue {}

  /// An enum constant.
  record Constant(Operation.Constant operation) implements ViewedValue {}

  /// Whether a field is anything but null.
  record Presence(Operation operation) implements ViewedValue {}

  /// A value that has a slot.
  record Value(Operation.Slot operation, Part part) implements ViewedValue {}

  /// How many elements an array of primitives has.
  record ElementCount(Operation.Slot operation, int widthBytes) implements ViewedValue {}

  /// How many elements a collection, an array or a map has.
  record RowCount(Operation.Slot operation, ViewedRows rows) implements ViewedValue {}

  /// An element of an array of primitives, by its index.
  record Element(Operation.Slot operation, PrimitiveKind kind) implements ViewedValue {}

  /// An element without a slot of a collection or an array, by its index.
  record InlineRow(Operation.Slot operation, ViewedRows rows) implements ViewedValue {}

  /// An element with a slot of a collection or an array, by its index.
  record Row(Operation.Slot operation, ViewedRows rows, Part part) implements ViewedValue {}

  /// What the writer of another schema has written otherwise, or not at all.
  ///
  /// @param own how it would be read if this side had written it
  record Evolved(ViewedValue own, EvolvedField field) implements ViewedValue {
    @Override
    public ViewedValue own() {
      return own;
    }
  }

  /// How this side's own payloads are read.
  default ViewedValue own() {
    return this;
  }

  /// Whether the method takes an index.
  default boolean isIndexed() {
    return own() instanceof Element || own() instanceof InlineRow || own() instanceof Row;
  }
}
