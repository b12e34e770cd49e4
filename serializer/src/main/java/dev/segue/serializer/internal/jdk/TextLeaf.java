// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.Leaf;
import dev.segue.serializer.internal.wire.Form;
import java.util.function.Function;

/// A type whose values are written as text: a slot, then the bytes of the string.
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
  @SuppressWarnings("unchecked") // the registry chose this leaf by class
  public long write(Object value, Medium medium, long position, long limit) {
    return medium.writeText(toText.apply((T) value), position, limit);
  }

  @Override
  public Object read(Medium medium, long position, long end) {
    String text = medium.readText(position, end);
    try {
      return fromText.make(text);
    } catch (Exception e) {
      throw Failures.corrupt(e, type, position);
    }
  }
}
