// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import java.time.DateTimeException;

/// A value type of the JDK that takes a fixed number of bytes.
///
/// @param <T> the type
final class JdkValue<T> extends InterpretedCodec {

  /// How a value is put at a position.
  interface Putter<T> {
    void put(T value, Medium medium, long at);
  }

  /// How a value is made of what stands at a position; what it throws says that nothing can be.
  interface Getter<T> {
    T get(Medium medium, long at);
  }

  private final int id;
  private final Class<T> type;
  private final int widthBytes;
  private final Putter<T> putter;
  private final Getter<T> getter;

  JdkValue(int id, Class<T> type, int widthBytes, Putter<T> putter, Getter<T> getter) {
    this.id = id;
    this.type = type;
    this.widthBytes = widthBytes;
    this.putter = putter;
    this.getter = getter;
  }

  int id() {
    return id;
  }

  Class<T> type() {
    return type;
  }

  @Override
  long write(Object value, Medium medium, long position, long limit, int depth) {
    long end = Slots.reserve(position, widthBytes, limit);
    putter.put(type.cast(value), medium, position);
    return end;
  }

  @Override
  Object read(Medium medium, long position, long end, int depth) {
    Slots.finish(Slots.block(position, widthBytes, end), end);
    try {
      return getter.get(medium, position);
    } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
      throw Failures.malformed("corrupt: no " + type.getName() + ": " + e.getMessage(), position);
    }
  }
}
