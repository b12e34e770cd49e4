// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.types;

import dev.segue.serializer.exec.Form;
import dev.segue.serializer.exec.InterpretedCodec;
import dev.segue.serializer.exec.Medium;
import dev.segue.serializer.exec.Slots;
import java.util.Date;
import java.util.concurrent.atomic.AtomicInteger;

/// A type whose values take a fixed number of bytes.
///
/// @param <T> the type
final class FixedCodec<T> extends InterpretedCodec {

  /// How a value is put at a position.
  interface Putter<T> {
    void put(T value, Medium medium, long at);
  }

  /// How a value is made of what stands at a position; what it throws says that nothing can be.
  interface Getter<T> {
    T get(Medium medium, long at) throws Exception;
  }

  private final Class<T> type;
  private final int widthBytes;
  private final boolean isMutable;
  private final Putter<T> putter;
  private final Getter<T> getter;

  FixedCodec(Class<T> type, int widthBytes, Putter<T> putter, Getter<T> getter) {
    this.type = type;
    this.widthBytes = widthBytes;
    this.isMutable =
        Date.class.isAssignableFrom(type)
            || type.getPackageName().equals(AtomicInteger.class.getPackageName());
    this.putter = putter;
    this.getter = getter;
  }

  @Override
  public boolean isTracked() {
    return isMutable;
  }

  @Override
  public Form form() {
    return new Form.Plain(widthBytes);
  }

  @Override
  protected long write(Object value, Medium medium, long position, long limit, int depth) {
    long end = Slots.reserve(position, widthBytes, limit);
    putter.put(type.cast(value), medium, position);
    return end;
  }

  @Override
  protected Object read(Medium medium, long position, long end, int depth) {
    Slots.finish(Slots.block(position, widthBytes, end), end);
    try {
      return getter.get(medium, position);
    } catch (Exception e) {
      throw Faults.corrupt(e, type, position);
    }
  }
}
