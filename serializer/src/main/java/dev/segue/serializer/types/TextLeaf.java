// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.types;

import dev.segue.serializer.exec.Failures;
import dev.segue.serializer.exec.Form;
import dev.segue.serializer.exec.Leaf;
import dev.segue.serializer.exec.Medium;
import dev.segue.serializer.exec.Slots;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A type whose values are told by a text: a slot, then the bytes of the string.
///
/// @param <T> the type
record TextLeaf<T>(Class<T> type, Function<T, String> toText, From<String, ? extends T> fromText)
    implements Leaf {

  @Override
  public boolean isTracked() {
    return Appendable.class.isAssignableFrom(type);
  }

  @Override
  public Form form() {
    return new Form.Text();
  }

  @Override
  @SuppressWarnings("unchecked") // whoever chose this codec did so by the class
  public long write(Object value, Medium medium, long position, long limit) {
    long base = Slots.reserve(position, Integer.BYTES, limit);
    return medium.writeText(toText.apply((T) value), base, limit, base, position);
  }

  @Override
  public Object read(Medium medium, long position, long end) {
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
