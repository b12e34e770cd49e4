// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.ScalarCodec;
import dev.segue.serializer.internal.wire.Form;
import java.util.function.Function;

/// The codec of a type whose values are written as text. The format is a slot, then the bytes of
/// the string.
///
/// @param <T> the type
record TextCodec<T>(Class<T> type, Function<T, String> toText, From<String, ? extends T> fromText)
    implements ScalarCodec {

  @Override
  public boolean isTracked() {
    return Appendable.class.isAssignableFrom(type);
  }

  @Override
  public Form form() {
    return new Form.Text();
  }

  @Override
  @SuppressWarnings("unchecked") // the registry chose this scalar codec by class
  public long write(Object value, PayloadBuffer buffer, long position, long limit) {
    return buffer.writeText(toText.apply((T) value), position, limit);
  }

  @Override
  public Object read(PayloadBuffer buffer, long position, long end) {
    String text = buffer.readText(position, end);
    try {
      return fromText.make(text);
    } catch (Exception e) {
      throw Failures.corrupt(e, type, position);
    }
  }
}
