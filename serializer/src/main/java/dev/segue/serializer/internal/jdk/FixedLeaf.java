// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.Leaf;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;
import java.util.Date;
import java.util.concurrent.atomic.AtomicInteger;

/// A type whose values take a fixed number of bytes.
///
/// @param <T> the type
record FixedLeaf<T>(
    Class<T> type, int widthBytes, Putter<T> putter, Getter<T> getter, boolean isTracked)
    implements Leaf {

  /// How a value is put at a position.
  interface Putter<T> {
    void put(T value, Medium medium, long at);
  }

  /// How a value is made of what stands at a position; what it throws says that nothing can be.
  interface Getter<T> {
    T get(Medium medium, long at) throws Exception;
  }

  static <T> FixedLeaf<T> of(Class<T> type, int widthBytes, Putter<T> putter, Getter<T> getter) {
    boolean isMutable =
        Date.class.isAssignableFrom(type)
            || type.getPackageName().equals(AtomicInteger.class.getPackageName());
    return new FixedLeaf<>(type, widthBytes, putter, getter, isMutable);
  }

  @Override
  public Form form() {
    return new Form.Plain(widthBytes);
  }

  @Override
  @SuppressWarnings("unchecked") // whoever chose this leaf did so by the class
  public long write(Object value, Medium medium, long position, long limit) {
    long end = Slots.reserve(position, widthBytes, limit);
    putter.put((T) value, medium, position);
    return end;
  }

  @Override
  public Object read(Medium medium, long position, long end) {
    Slots.finish(Slots.block(position, widthBytes, end), end);
    try {
      return getter.get(medium, position);
    } catch (Exception e) {
      throw Failures.corrupt(e, type, position);
    }
  }
}
