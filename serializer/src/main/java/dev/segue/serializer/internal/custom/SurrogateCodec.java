// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import dev.segue.serializer.internal.call.Hook;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.jdk.ValueParts;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The codec of types with a `TypeSurrogate`. The format is one part, the surrogate.
public final class SurrogateCodec extends InterpretedCodec {

  private final Class<?> type;
  private final UnaryOperator<Object> toSurrogate;
  private final UnaryOperator<Object> fromSurrogate;
  private final ValueParts parts;
  private final Hook hook = this::surrogate;
  private final StandIns standIns;

  private SurrogateCodec(
      Class<?> type,
      UnaryOperator<Object> toSurrogate,
      UnaryOperator<Object> fromSurrogate,
      TypeRegistry registry) {
    this.type = type;
    this.toSurrogate = toSurrogate;
    this.fromSurrogate = fromSurrogate;
    this.parts = new ValueParts(new Values(registry), 1);
    this.standIns = new StandIns("the TypeSurrogate of " + type.getName(), type, parts, registry);
  }

  /// The codec of a class.
  public static ObjectCodec of(
      Class<?> type,
      UnaryOperator<Object> toSurrogate,
      UnaryOperator<Object> fromSurrogate,
      TypeRegistry registry) {
    return new SurrogateCodec(type, toSurrogate, fromSurrogate, registry);
  }

  @Override
  public Form form() {
    return new Form.Parts(1, List.of());
  }

  @Override
  protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    return standIns.write(value, buffer.run(hook, value), buffer, position, limit, depth);
  }

  @SuppressWarnings("NullAway") // a surrogate may be null despite its declaration
  private @Nullable Object surrogate(Object value) {
    try {
      return toSurrogate.apply(value);
    } catch (RuntimeException e) {
      throw Failures.hook("the TypeSurrogate of " + type.getName(), e);
    }
  }

  @Override
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    @Nullable Object[] surrogate = new Object[1];
    Slots.finish(parts.read(surrogate, buffer, position, end, depth), end);
    buffer.settle(position, end);
    try {
      return fromSurrogate.apply(Objects.requireNonNull(surrogate[0], "the surrogate"));
    } catch (RuntimeException e) {
      throw Failures.hook("the TypeSurrogate of " + type.getName(), e);
    }
  }
}
