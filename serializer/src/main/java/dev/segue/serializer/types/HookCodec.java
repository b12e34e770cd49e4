// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.types;

import dev.segue.serializer.exec.InterpretedCodec;
import dev.segue.serializer.exec.Medium;
import dev.segue.serializer.exec.ObjectCodec;
import dev.segue.serializer.exec.Slots;
import dev.segue.serializer.exec.TypeRegistry;
import dev.segue.serializer.exec.Values;
import org.jspecify.annotations.Nullable;

/// A class with a `writeReplace` or a `readResolve`: one part, what replaces the object; or null,
/// and then the object itself.
final class HookCodec extends InterpretedCodec {

  private final Class<?> type;
  private final Hooks hooks;
  private final ObjectCodec itself;
  private final Parts parts;

  HookCodec(Class<?> type, Hooks hooks, ObjectCodec itself, TypeRegistry registry) {
    this.type = type;
    this.hooks = hooks;
    this.itself = itself;
    this.parts = new Parts(new Values(registry), 1);
  }

  @Override
  protected long write(Object value, Medium medium, long position, long limit, int depth) {
    Object replacement = hooks.replace(value);
    boolean isItself = replacement != null && replacement.getClass() == type;
    if (replacement == null) {
      throw Faults.unsupported(type, "its writeReplace gives null");
    }
    long current =
        parts.write(
            new @Nullable Object[] {isItself ? null : replacement}, medium, position, limit, depth);
    return isItself ? medium.write(itself, replacement, current, limit, depth) : current;
  }

  @Override
  protected Object read(Medium medium, long position, long end, int depth) {
    @Nullable Object[] replacement = new Object[1];
    long current = parts.read(replacement, medium, position, end, depth);
    if (replacement[0] != null) {
      Slots.finish(current, end);
      return replacement[0];
    }
    return hooks.resolve(medium.read(itself, current, end, depth));
  }
}
