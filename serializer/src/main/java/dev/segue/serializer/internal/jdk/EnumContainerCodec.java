// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.wire.Slots;
import java.util.EnumSet;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A set or a map of the constants of one enum. The enum's first constant stands before them, to
/// tell its class; which constant it is does not matter: this side may lack it.
///
/// @param <C> the type
final class EnumContainerCodec<C> extends ElementsCodec<C> {

  private final Values values;

  /// @param empty makes a container of the enum's class
  EnumContainerCodec(
      Class<C> type,
      Values values,
      Function<? super C, Object> firstConstant,
      From<Class<?>, ? extends C> empty) {
    super(
        type,
        new ValueParts(values, 1),
        container -> new Object[] {firstConstant.apply(container)},
        parts -> empty.make((Class<?>) Objects.requireNonNull(parts[0], "it was read")));
    this.values = values;
  }

  /// However few constants there are, a map has an array for all.
  @Override
  @SuppressWarnings({"unchecked", "rawtypes"}) // it is an enum
  long readHead(@Nullable Object[] parts, Medium medium, long position, long end, int depth) {
    Slots.enter(depth);
    long base = Slots.block(position, Shape.SLOT_BYTES, end);
    int slot = medium.getInt(position);
    long next = Slots.end(slot, base, base, end);
    Class<?> type = values.readEnum(medium, base, next, depth, slot);
    if (medium.session() != null) {
      medium.charge(EnumSet.allOf((Class) type).size(), Integer.BYTES, position);
    }
    parts[0] = type;
    return next;
  }
}
