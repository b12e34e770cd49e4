// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.types;

import dev.segue.serializer.exec.Form;
import dev.segue.serializer.exec.Hook;
import dev.segue.serializer.exec.InterpretedCodec;
import dev.segue.serializer.exec.Medium;
import dev.segue.serializer.exec.Slots;
import dev.segue.serializer.exec.TypeRegistry;
import dev.segue.serializer.exec.Values;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A type that another stands for: one part.
public final class SurrogateCodec extends InterpretedCodec {

  private final Class<?> type;
  private final UnaryOperator<Object> toState;
  private final UnaryOperator<Object> fromState;
  private final Parts parts;
  private final Hook hook = this::state;
  private final StandIns standIns;

  public SurrogateCodec(
      Class<?> type,
      UnaryOperator<Object> toState,
      UnaryOperator<Object> fromState,
      TypeRegistry registry) {
    this.type = type;
    this.toState = toState;
    this.fromState = fromState;
    this.parts = new Parts(new Values(registry), 1);
    this.standIns = new StandIns("the codec of " + type.getName(), type, parts, registry);
  }

  @Override
  public Form form() {
    return new Form.Parts(1, List.of());
  }

  @Override
  protected long write(Object value, Medium medium, long position, long limit, int depth) {
    return standIns.write(value, medium.run(hook, value), medium, position, limit, depth);
  }

  @SuppressWarnings("NullAway") // a codec may give null, whatever it was declared to
  private @Nullable Object state(Object value) {
    try {
      return toState.apply(value);
    } catch (RuntimeException e) {
      throw Faults.hook("the codec of " + type.getName(), e);
    }
  }

  @Override
  protected Object read(Medium medium, long position, long end, int depth) {
    @Nullable Object[] state = new Object[1];
    Slots.finish(parts.read(state, medium, position, end, depth), end);
    medium.settle(position, end);
    try {
      return fromState.apply(Objects.requireNonNull(state[0], "what stands for it"));
    } catch (RuntimeException e) {
      throw Faults.hook("the codec of " + type.getName(), e);
    }
  }
}
