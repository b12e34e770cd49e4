// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import org.jspecify.annotations.Nullable;

/// The layout of a field, and thus a step of writing or reading an object. This is a closed set:
/// every new case must be interpreted and compiled.
public sealed interface Operation {

  FieldModel field();

  /// The offset in bytes from the start of the object.
  int offset();

  /// The kind of a number, a boolean or a character, boxed or not; null for any other field.
  default @Nullable PrimitiveKind number() {
    return switch (this) {
      case Scalar scalar -> scalar.kind();
      case NullableScalar scalar -> scalar.kind();
      case Compact compact -> compact.kind();
      case Constant _, Slot _ -> null;
    };
  }

  /// The primitive that reading the field yields, or null if it yields an object.
  default @Nullable PrimitiveKind primitive() {
    return switch (this) {
      case Scalar scalar -> scalar.kind();
      case Compact compact when !compact.isBoxed() -> compact.kind();
      case Compact _, NullableScalar _, Constant _, Slot _ -> null;
    };
  }

  /// A primitive at its offset.
  record Scalar(FieldModel field, PrimitiveKind kind, int offset) implements Operation {}

  /// A boxed primitive at its offset, and its bit in the null bitmap (1: null, the value is zero).
  record NullableScalar(FieldModel field, PrimitiveKind kind, int offset, int bit)
      implements Operation {}

  /// An `int` or `long`, boxed or not, as a variable-length number.
  ///
  /// @param offset the offset of the first compact number; each of the others begins at the end of
  ///   the preceding one
  record Compact(FieldModel field, PrimitiveKind kind, boolean isBoxed, int offset)
      implements Operation {}

  /// An enum constant's ordinal plus one (0: null) at its offset.
  record Constant(FieldModel field, Shape.EnumConstant shape, int offset) implements Operation {}

  /// A slot at its offset, and the value's bytes in the variable part, in the order of the slots.
  record Slot(FieldModel field, Shape shape, int offset) implements Operation {}
}
