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
import dev.segue.serializer.internal.wire.Slots;
import org.jspecify.annotations.Nullable;

/// The codec of classes with `writeReplace` or `readResolve`. The format is one part, the
/// replacement; or null, followed by the object itself.
final class HookCodec extends InterpretedCodec {

  private final Class<?> type;
  private final Hooks hooks;
  private final ObjectCodec itself;
  private final ValueParts parts;
  private final Hook replacing;
  private final StandIns standIns;

  /// Why objects cannot be written unless they are replaced; or null.
  private final @Nullable String hidden;

  HookCodec(
      Class<?> type,
      Hooks hooks,
      ObjectCodec itself,
      @Nullable String hidden,
      TypeRegistry registry) {
    this.type = type;
    this.hooks = hooks;
    this.replacing = hooks::replace;
    this.itself = itself;
    this.parts = new ValueParts(new Values(registry), 1);
    this.standIns = new StandIns("writeReplace of " + type.getName(), type, parts, registry);
    this.hidden = hidden;
  }

  @Override
  protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    Object replacement = buffer.run(replacing, value);
    if (replacement == null) {
      throw Failures.unsupported(
          type, "its writeReplace returns null; return the object itself, or a replacement");
    }
    if (replacement.getClass() != type) {
      return standIns.write(value, replacement, buffer, position, limit, depth);
    }
    if (hidden != null) {
      throw Failures.unsupported(
          type, "its writeReplace returns an object of the same class, and " + hidden);
    }
    int number = buffer.open(value);
    long current = parts.write(new @Nullable Object[1], buffer, position, limit, depth);
    long end = itself.writeTo(buffer, replacement, current, limit, depth);
    buffer.close(number);
    return end;
  }

  @Override
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    @Nullable Object[] replacement = new Object[1];
    long current = parts.read(replacement, buffer, position, end, depth);
    if (replacement[0] != null) {
      Slots.finish(current, end);
      return replacement[0];
    }
    Object read = itself.readFrom(buffer, current, end, depth);
    buffer.settle(position, end);
    return hooks.resolve(read);
  }
}
