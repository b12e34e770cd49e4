// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.types;

import dev.segue.serializer.exec.Failures;
import dev.segue.serializer.exec.Form;
import dev.segue.serializer.exec.InterpretedCodec;
import dev.segue.serializer.exec.Medium;
import dev.segue.serializer.exec.Slots;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A type whose values are told by a text: a slot, then the bytes of the string.
///
/// @param <T> the type
final class TextCodec<T> extends InterpretedCodec {

  private final Class<T> type;
  private final Function<T, String> toText;
  private final From<String, ? extends T> fromText;

  TextCodec(Class<T> type, Function<T, String> toText, From<String, ? extends T> fromText) {
    this.type = type;
    this.toText = toText;
    this.fromText = fromText;
  }

  @Override
  public boolean isTracked() {
    return Appendable.class.isAssignableFrom(type);
  }

  @Override
  public Form form() {
    return new Form.Text();
  }

  @Override
  protected long write(Object value, Medium medium, long position, long limit, int depth) {
    long base = Slots.reserve(position, Integer.BYTES, limit);
    return medium.writeText(toText.apply(type.cast(value)), base, limit, base, position);
  }

  @Override
  protected Object read(Medium medium, long position, long end, int depth) {
    long base = Slots.block(position, Integer.BYTES, end);
    int slot = medium.getInt(position);
    Slots.finish(Slots.end(slot, base, base, end), end);
    @Nullable String text = medium.readText(base, end, slot);
    if (text == null) {
      throw Failures.badTag(Slots.NULL, position);
    }
    try {
      return fromText.make(text);
    } catch (Exception e) {
      throw Faults.corrupt(e, type, position);
    }
  }
}
