// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.ScalarCodec;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Function;

/// The codec of a type whose values are written as bytes.
///
/// @param <T> the type
record ByteArrayCodec<T>(
    Class<T> type, Function<T, byte[]> toBytes, From<byte[], ? extends T> fromBytes)
    implements ScalarCodec {

  @Override
  public boolean isTracked() {
    return !Number.class.isAssignableFrom(type);
  }

  @Override
  public boolean isTracked(Object value) {
    return switch (value) {
      case AtomicIntegerArray array -> array.length() > 0;
      case AtomicLongArray array -> array.length() > 0;
      default -> isTracked();
    };
  }

  @Override
  public Form form() {
    return new Form.Plain(Form.ANY_WIDTH);
  }

  @Override
  @SuppressWarnings("unchecked") // the registry chose this scalar codec by class
  public long write(Object value, PayloadBuffer buffer, long position, long limit) {
    byte[] bytes = toBytes.apply((T) value);
    long end = Slots.reserve(position, bytes.length, limit);
    buffer.putArray(bytes, position);
    return end;
  }

  @Override
  public Object read(PayloadBuffer buffer, long position, long end) {
    int length = Sequences.elements(end - position, Byte.BYTES, position);
    buffer.charge(length, Byte.BYTES, position);
    byte[] bytes = new byte[length];
    buffer.getArray(bytes, position);
    try {
      return fromBytes.make(bytes);
    } catch (Exception e) {
      throw Failures.corrupt(e, type, position);
    }
  }
}
