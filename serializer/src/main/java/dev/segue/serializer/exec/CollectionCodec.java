// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import dev.segue.serializer.model.Shape;
import java.util.Collection;

/// A collection of any elements, for where its declaration tells nothing of them.
final class CollectionCodec extends InterpretedCodec {

  static final Shape ELEMENT = new Shape.Any(Object.class);

  private final CollectionKind kind;
  private final Values values;

  CollectionCodec(CollectionKind kind, TypeRegistry registry) {
    this.kind = kind;
    this.values = new Values(registry);
  }

  CollectionKind kind() {
    return kind;
  }

  @Override
  protected long write(Object value, Medium medium, long position, long limit, int depth) {
    CollectionKind.requireNaturalOrder(value);
    return values.writeList(ELEMENT, (Collection<?>) value, medium, position, limit, depth);
  }

  @Override
  protected Object read(Medium medium, long position, long end, int depth) {
    return kind.create(values.readList(ELEMENT, medium, position, end, depth), position);
  }
}
