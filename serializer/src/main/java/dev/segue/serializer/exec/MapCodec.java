// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A map of any keys and values: a list of twice as many elements, a key and its value in turn.
final class MapCodec extends InterpretedCodec {

  private final MapKind kind;
  private final Values values;

  MapCodec(MapKind kind, TypeRegistry registry) {
    this.kind = kind;
    this.values = new Values(registry);
  }

  @Override
  protected long write(Object value, Medium medium, long position, long limit, int depth) {
    MapKind.requireNaturalOrder(value);
    return values.writeMap(
        CollectionCodec.ELEMENT, (Map<?, ?>) value, medium, position, limit, depth);
  }

  @Override
  protected Object read(Medium medium, long position, long end, int depth) {
    @Nullable Object[] keysAndValues =
        values.readList(CollectionCodec.ELEMENT, medium, position, end, depth);
    if (keysAndValues.length % 2 != 0) {
      throw Failures.malformed("corrupt: a map with a key that has no value", position);
    }
    return kind.create(keysAndValues, position);
  }
}
