// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The codec of types whose values consist of a fixed number of other values, of any class.
///
/// @param <T> the type
final class PartsCodec<T> extends InterpretedCodec {

  private final Class<T> type;
  private final ValueParts parts;
  private final Function<T, @Nullable Object[]> toParts;
  private final From<@Nullable Object[], ? extends T> fromParts;

  PartsCodec(
      Class<T> type,
      ValueParts parts,
      Function<T, @Nullable Object[]> toParts,
      From<@Nullable Object[], ? extends T> fromParts) {
    this.type = type;
    this.parts = parts;
    this.toParts = toParts;
    this.fromParts = fromParts;
  }

  @Override
  public Form form() {
    return new Form.Parts(parts.count(), List.of());
  }

  @Override
  @SuppressWarnings("unchecked") // the registry chose this codec by class
  protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    @Nullable Object[] taken;
    try {
      taken = toParts.apply((T) value);
    } catch (RuntimeException e) {
      throw Failures.hook("a " + value.getClass().getName(), e);
    }
    return parts.writeOf(value, taken, buffer, position, limit, depth);
  }

  @Override
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    @Nullable Object[] read = new Object[parts.count()];
    Slots.finish(parts.read(read, buffer, position, end, depth), end);
    buffer.settle(position, end);
    try {
      return fromParts.make(read);
    } catch (Exception e) {
      throw Failures.corrupt(e, type, position);
    }
  }
}
