// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import dev.segue.serializer.internal.call.Hook;
import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.jdk.ValueParts;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Slots;
import org.jspecify.annotations.Nullable;

/// A class with a `writeReplace` or a `readResolve`: one part, what replaces the object; or null,
/// and then the object itself.
final class HookCodec extends InterpretedCodec {

  private final Class<?> type;
  private final Hooks hooks;
  private final ObjectCodec itself;
  private final ValueParts parts;
  private final Hook replacing;
  private final StandIns standIns;

  /// Why the object itself is not written, only what replaces it; null if it is.
  private final @Nullable String notItself;

  HookCodec(
      Class<?> type,
      Hooks hooks,
      ObjectCodec itself,
      @Nullable String notItself,
      TypeRegistry registry) {
    this.type = type;
    this.hooks = hooks;
    this.replacing = hooks::replace;
    this.itself = itself;
    this.parts = new ValueParts(new Values(registry), 1);
    this.standIns = new StandIns("writeReplace of " + type.getName(), type, parts, registry);
    this.notItself = notItself;
  }

  @Override
  protected long write(Object value, Medium medium, long position, long limit, int depth) {
    Object replacement = medium.run(replacing, value);
    if (replacement == null) {
      throw Failures.unsupported(
          type,
          "its writeReplace returns null; let it return the object itself, or what stands for it");
    }
    if (replacement.getClass() != type) {
      return standIns.write(value, replacement, medium, position, limit, depth);
    }
    if (notItself != null) {
      throw Failures.unsupported(
          type, "its writeReplace gives one of its own class, and " + notItself);
    }
    int number = medium.open(value);
    long current = parts.write(new @Nullable Object[1], medium, position, limit, depth);
    long end = itself.writeTo(medium, replacement, current, limit, depth);
    medium.close(number);
    return end;
  }

  @Override
  protected Object read(Medium medium, long position, long end, int depth) {
    @Nullable Object[] replacement = new Object[1];
    long current = parts.read(replacement, medium, position, end, depth);
    if (replacement[0] != null) {
      Slots.finish(current, end);
      return replacement[0];
    }
    Object read = itself.readFrom(medium, current, end, depth);
    medium.settle(position, end);
    return hooks.resolve(read);
  }
}
