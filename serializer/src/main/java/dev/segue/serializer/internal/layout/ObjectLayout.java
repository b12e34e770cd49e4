// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.util.List;
import java.util.stream.Stream;

/// How instances of one class stand on the wire:
///
///     0            nullsBytes                           fixedBytes
///     +------------+-----------------------------+------+---------------------------
///     | null bitmap| boxed, primitives, enums     | slots| variable part ...
///     +------------+-----------------------------+------+---------------------------
///
/// Where compact numbers are asked for, `int`s and `long`s, boxed or not, stand between the fixed
/// block and the first value instead, by name, each in as many bytes as it needs.
///
/// Boxed values come first, then primitives, then enums, each by falling width, then name; slots
/// follow by name. `inline` and `slots` list the operations in that order.
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

  /// Whether a slot is the first, whose value begins where the compact numbers end. Any other value
  /// begins where the value of the slot before it ends.
  public boolean isFirst(Operation.Slot slot) {
    return slot.equals(slots.getFirst());
  }

  /// Whether there is nothing to write; such an instance is a zero byte.
  public boolean isEmpty() {
    return inline.isEmpty() && compact.isEmpty() && slots.isEmpty();
  }

  /// Whether an instance can hold other objects, and so lie at the end of a long chain of them.
  public boolean nests() {
    return slots.stream()
        .anyMatch(slot ->
            switch (slot.shape()) {
              case Shape.Text _, Shape.PrimitiveArray _ -> false;
              case Shape.Table _, Shape.Bean _, Shape.Any _, Shape.Foreign _ -> true;
              case Shape.Inline _ -> throw new AssertionError("inline shapes have no slot");
            });
  }
}
