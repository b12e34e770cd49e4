// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The codec of `AtomicReference`. The format is one part, which may refer back to the reference.
final class ReferenceCodec extends InterpretedCodec {

  private final ValueParts parts;

  ReferenceCodec(Values values) {
    this.parts = new ValueParts(values, 1);
  }

  @Override
  public Form form() {
    return new Form.Parts(1, List.of());
  }

  @Override
  protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    @Nullable Object[] held = {((AtomicReference<?>) value).get()};
    return parts.write(held, buffer, position, limit, depth);
  }

  @Override
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    AtomicReference<@Nullable Object> reference = new AtomicReference<>();
    buffer.publish(position, reference);
    @Nullable Object[] held = new Object[1];
    Slots.finish(parts.read(held, buffer, position, end, depth), end);
    reference.set(held[0]);
    return reference;
  }
}
