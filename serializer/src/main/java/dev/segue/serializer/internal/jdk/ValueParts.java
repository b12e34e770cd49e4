// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.wire.Slots;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A fixed number of values of any class, or null: a slot for each, then their bytes.
///
///     0           4 * count
///     +-----------+-----------------------
///     | slots     | variable part ...
///     +-----------+-----------------------
///
/// @param like the container that the parts are a row of, if it does not permit null everywhere
/// @param names the names of the parts in error paths; if empty, their indexes are used
public record ValueParts(Values values, int count, @Nullable Object like, List<String> names) {

  public ValueParts(Values values, int count) {
    this(values, count, null);
  }

  public ValueParts(Values values, int count, @Nullable Object like) {
    this(values, count, like, List.of());
  }

  private String step(int part) {
    return names.isEmpty() ? "[" + part + "]" : names.get(part);
  }

  /// Removes and returns the elements of a list that was written as a part. Requires an
  /// `ArrayList`, since other lists may have more elements than bytes. The list is cleared, so that
  /// back references to it do not multiply its elements.
  static @Nullable Object[] takeList(@Nullable Object part) {
    if (part == null || part.getClass() != ArrayList.class) {
      throw new IllegalArgumentException("a list was expected");
    }
    ArrayList<?> list = (ArrayList<?>) part;
    @Nullable Object[] elements = list.toArray();
    list.clear();
    return elements;
  }

  /// Writes the parts of an object that is created from them, so that they cannot refer to it.
  /// Returns their end.
  public long writeOf(
      Object whole,
      @Nullable Object[] parts,
      PayloadBuffer buffer,
      long position,
      long limit,
      int depth) {
    int number = buffer.open(whole);
    long end = write(parts, buffer, position, limit, depth);
    buffer.close(number);
    return end;
  }

  /// Writes the parts, and returns their end.
  public long write(
      @Nullable Object[] parts, PayloadBuffer buffer, long position, long limit, int depth) {
    Slots.enter(depth);
    if (parts.length != count) {
      throw new IllegalArgumentException("parts=" + parts.length + " count=" + count);
    }
    long base = Slots.reserve(position, (long) count * Shape.SLOT_BYTES, limit);
    long current = base;
    for (int i = 0; i < count; i++) {
      long slot = position + (long) i * Shape.SLOT_BYTES;
      try {
        long part = values.write(Values.ANY, parts[i], buffer, current, limit, depth);
        current = buffer.putSlot(slot, base, part);
      } catch (SerializationException | StackOverflowError e) {
        throw Failures.within(e, step(i));
      }
    }
    return current;
  }

  /// Reads the parts into an array, and returns their end.
  public long read(
      @Nullable Object[] parts, PayloadBuffer buffer, long position, long end, int depth) {
    Slots.enter(depth);
    long base = Slots.block(position, (long) count * Shape.SLOT_BYTES, end);
    long current = base;
    for (int i = 0; i < count; i++) {
      int slot = buffer.getInt(position + (long) i * Shape.SLOT_BYTES);
      try {
        long next = Slots.end(slot, base, current, end);
        parts[i] = values.read(Values.ANY, buffer, current, next, depth, slot);
        if (parts[i] == null && like != null) {
          values.checkNull(buffer, current, slot, like, i);
        }
        current = next;
      } catch (SerializationException | StackOverflowError e) {
        throw Failures.within(e, step(i));
      }
    }
    return current;
  }
}
