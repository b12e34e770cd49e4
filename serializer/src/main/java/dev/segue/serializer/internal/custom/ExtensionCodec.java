// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.jdk.ElementsReader;
import dev.segue.serializer.internal.layout.Conversion;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Slots;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The codec of registered classes that extend a JDK collection or map. The format is their own
/// fields as for any object, the elements as a list or a map, then the length of the fields in
/// bytes (4).
final class ExtensionCodec extends InterpretedCodec {

  private final ObjectCodec fields;
  private final Values values;
  private final ElementsReader elements;

  /// @param conversions convert the elements, or keys and values, that another version of the class
  ///   has written; otherwise empty
  ExtensionCodec(ObjectCodec fields, TypeRegistry registry, List<Conversion> conversions) {
    this.fields = fields;
    this.values = new Values(registry);
    this.elements = new ElementsReader(values, cells -> convert(cells, conversions));
  }

  @Override
  protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    long start = fields.writeTo(buffer, value, position, limit, depth);
    long tail =
        value instanceof Map<?, ?>
            ? values.writeMap(
                (Map<?, ?>) TakenElements.of(value, buffer), buffer, start, limit, depth)
            : values.writeList(
                (Collection<?>) TakenElements.of(value, buffer), buffer, start, limit, depth);
    long end = Slots.reserve(tail, Integer.BYTES, limit);
    buffer.putInt(tail, (int) (start - position));
    return end;
  }

  @Override
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    long first = Slots.block(position, Integer.BYTES, end);
    long tail = position + (end - first);
    int length = buffer.getInt(tail);
    if (length < 0 || length > tail - position) {
      throw Failures.malformed("corrupt: fields of " + length + " bytes", tail);
    }
    long start = position + length;
    Object container = fields.readFrom(buffer, position, start, depth);
    buffer.publish(position, container);
    elements.fill(container, buffer, start, tail, depth);
    return container;
  }

  private static void convert(@Nullable Object[] elements, List<Conversion> conversions) {
    int columns = conversions.size();
    for (int i = 0; columns > 0 && i < elements.length; i++) {
      try {
        elements[i] = conversions.get(i % columns).convert(elements[i]);
      } catch (SerializationException e) {
        throw Errors.within(e, "[" + i / columns + "]");
      }
    }
  }
}
