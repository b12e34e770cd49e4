// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;

/// The value that a view's method returns, within the object that its path leads to. This is a
/// closed set: every new case must be interpreted and compiled.
public sealed interface ViewedValue {

  /// A number, a boolean or a character, in the fixed block or compact.
  ///
  /// @param kind the kind that the method returns: the field's, or a wider one
  record Numeric(Operation operation, PrimitiveKind kind) implements ViewedValue {}

  /// An enum constant.
  record Constant(Operation.Constant operation) implements ViewedValue {}

  /// Whether a field is not null.
  record Presence(Operation operation) implements ViewedValue {}

  /// A value that has a slot.
  record Value(Operation.Slot operation, Part part) implements ViewedValue {}

  /// The length of an array of primitives.
  record ElementCount(Operation.Slot operation, int widthBytes) implements ViewedValue {}

  /// The number of elements of a collection, an array or a map.
  record RowCount(Operation.Slot operation, ViewedRows rows) implements ViewedValue {}

  /// The element at an index of an array of primitives.
  record Element(Operation.Slot operation, PrimitiveKind kind) implements ViewedValue {}

  /// The element at an index of a collection or an array whose elements have no slots.
  record InlineRow(Operation.Slot operation, ViewedRows rows) implements ViewedValue {}

  /// The element at an index of a collection or an array whose elements have slots.
  record Row(Operation.Slot operation, ViewedElements elements) implements ViewedValue {}

  /// A field that the writer's version of the class has with another type, or lacks.
  ///
  /// @param own the same value in this serializer's own payloads
  record Evolved(ViewedValue own, EvolvedField field) implements ViewedValue {
    @Override
    public ViewedValue own() {
      return own;
    }
  }

  /// The same value in this serializer's own payloads.
  default ViewedValue own() {
    return this;
  }

  /// Whether the method has an index parameter.
  default boolean isIndexed() {
    return own() instanceof Element || own() instanceof InlineRow || own() instanceof Row;
  }
}
