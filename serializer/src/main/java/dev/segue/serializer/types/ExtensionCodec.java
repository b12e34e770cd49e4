// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.types;

import dev.segue.serializer.exec.Failures;
import dev.segue.serializer.exec.InterpretedCodec;
import dev.segue.serializer.exec.Medium;
import dev.segue.serializer.exec.ObjectCodec;
import dev.segue.serializer.exec.Slots;
import dev.segue.serializer.exec.TypeRegistry;
import dev.segue.serializer.exec.Values;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A registered class that extends a collection or a map of the JDK: its own fields as those of any
/// object; its elements as a list, keys and values in turn; how many bytes its fields take (4).
final class ExtensionCodec extends InterpretedCodec {

  private final Class<?> type;
  private final ObjectCodec fields;
  private final Values values;

  ExtensionCodec(Class<?> type, ObjectCodec fields, TypeRegistry registry) {
    this.type = type;
    this.fields = fields;
    this.values = new Values(registry);
  }

  @Override
  protected long write(Object value, Medium medium, long position, long limit, int depth) {
    long start = medium.write(fields, value, position, limit, depth);
    long tail =
        value instanceof Map<?, ?> map
            ? values.writeMap(map, medium, start, limit, depth)
            : values.writeList((Collection<?>) value, medium, start, limit, depth);
    long end = Slots.reserve(tail, Integer.BYTES, limit);
    medium.putInt(tail, (int) (start - position));
    return end;
  }

  @Override
  protected Object read(Medium medium, long position, long end, int depth) {
    long first = Slots.block(position, Integer.BYTES, end);
    long tail = position + (end - first);
    int length = medium.getInt(tail);
    if (length < 0 || length > tail - position) {
      throw Failures.malformed("corrupt: fields of " + length + " bytes", tail);
    }
    long start = position + length;
    Object container = medium.read(fields, position, start, depth);
    medium.publish(position, container);
    @Nullable Object[] elements =
        ContainerCodec.elements(values, container, medium, start, tail, depth);
    try {
      ContainerCodec.fill(container, elements, medium);
    } catch (RuntimeException e) {
      throw Faults.corrupt(e, type, position);
    }
    return container;
  }
}
