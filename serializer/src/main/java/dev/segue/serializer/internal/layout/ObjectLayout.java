// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.util.List;
import java.util.stream.Stream;

/// The wire layout of the objects of a class:
///
///     0            nullsBytes                           fixedBytes
///     +------------+-----------------------------+------+---------------------------
///     | null bitmap| boxed, primitives, enums     | slots| variable part ...
///     +------------+-----------------------------+------+---------------------------
///
/// With compact numbers, `int`s and `long`s, boxed or not, are not in the fixed block but between
/// it and the first value, by name, each in as many bytes as it needs.
///
/// Boxed values come first, then primitives, then enums, each by decreasing width, then by name;
/// slots follow, by name. `inline`, `compact` and `slots` list the fields in that order.
public record ObjectLayout(
    ClassModel model,
    int nullsBytes,
    int fixedBytes,
    List<Operation> inline,
    List<Operation.Compact> compact,
    List<Operation.Slot> slots) {

  public ObjectLayout {
    inline = List.copyOf(inline);
    compact = List.copyOf(compact);
    slots = List.copyOf(slots);
  }

  public Class<?> type() {
    return model.type();
  }

  /// All fields, in the order of their bytes.
  public Stream<Operation> operations() {
    return Stream.of(inline, compact, slots).flatMap(List::stream);
  }

  /// Whether a slot is the first one. Its value begins at the end of the compact numbers; any other
  /// value begins at the end of the preceding slot's value.
  public boolean isFirst(Operation.Slot slot) {
    return slot.equals(slots.getFirst());
  }

  /// Whether the class has no fields; its objects are a single zero byte.
  public boolean isEmpty() {
    return inline.isEmpty() && compact.isEmpty() && slots.isEmpty();
  }

  /// Whether an object can hold other objects, and so be part of a long chain.
  public boolean nests() {
    for (Operation.Slot slot : slots) {
      if (nests(slot.shape())) {
        return true;
      }
    }
    return false;
  }

  /// Whether a value in a slot can hold objects.
  static boolean nests(Shape shape) {
    if (shape instanceof Shape.Inline) {
      throw new AssertionError("inline shapes have no slot");
    }
    return shape instanceof Shape.Bean
        || shape instanceof Shape.Table
        || !(shape instanceof Shape.Text || shape instanceof Shape.PrimitiveArray);
  }
}
