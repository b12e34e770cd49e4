// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.ScalarCodec;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;

/// The codec of a type whose values take a fixed number of bytes.
///
/// @param <T> the type
/// @param isTracked whether values are mutable, so that their identity matters
record FixedWidthCodec<T>(
    Class<T> type, int widthBytes, Putter<T> putter, Getter<T> getter, boolean isTracked)
    implements ScalarCodec {

  /// Writes a value at a position.
  interface Putter<T> {
    void put(T value, PayloadBuffer buffer, long at);
  }

  /// Reads a value at a position; throws an exception if the bytes are not a valid value.
  interface Getter<T> {
    T get(PayloadBuffer buffer, long at) throws Exception;
  }

  @Override
  public Form form() {
    return new Form.Plain(widthBytes);
  }

  @Override
  @SuppressWarnings("unchecked") // the registry chose this scalar codec by class
  public long write(Object value, PayloadBuffer buffer, long position, long limit) {
    long end = Slots.reserve(position, widthBytes, limit);
    putter.put((T) value, buffer, position);
    return end;
  }

  @Override
  public Object read(PayloadBuffer buffer, long position, long end) {
    Slots.finish(Slots.block(position, widthBytes, end), end);
    try {
      return getter.get(buffer, position);
    } catch (Exception e) {
      throw Failures.corrupt(e, type, position);
    }
  }
}
