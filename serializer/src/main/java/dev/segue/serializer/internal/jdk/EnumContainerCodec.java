// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.wire.Slots;
import java.util.EnumSet;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The codec of `EnumSet` and `EnumMap` whose declaration does not name the enum. The enum's first
/// constant precedes the elements. Readers use only its class, since they may lack the constant.
///
/// @param <C> the type
final class EnumContainerCodec<C> extends ElementsCodec<C> {

  private final Values values;

  /// @param empty creates an empty container for an enum
  EnumContainerCodec(
      Class<C> type,
      Values values,
      Function<? super C, Object> firstConstant,
      From<Class<?>, ? extends C> empty) {
    super(
        type,
        new ValueParts(values, 1),
        container -> new Object[] {firstConstant.apply(container)},
        parts -> empty.make((Class<?>) Objects.requireNonNull(parts[0], "an enum")));
    this.values = values;
  }

  /// Charges the array that a map allocates for all constants of the enum.
  @Override
  @SuppressWarnings({"unchecked", "rawtypes"}) // the type is an enum
  long readHead(
      @Nullable Object[] parts, PayloadBuffer buffer, long position, long end, int depth) {
    Slots.enter(depth);
    long base = Slots.block(position, Shape.SLOT_BYTES, end);
    int slot = buffer.getInt(position);
    long next = Slots.end(slot, base, base, end);
    Class<?> type = values.readEnum(buffer, base, next, depth, slot);
    Session session = buffer.session();
    if (session != null) {
      session.chargeBeyond(EnumSet.allOf((Class) type).size(), Integer.BYTES, position);
    }
    parts[0] = type;
    return next;
  }
}
