// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.wire.Form;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The codec of collections and maps that are created empty and then filled. The format is the
/// arguments of their constructor (a comparator, a capacity) as parts, if there are any, then the
/// elements as a list or a map.
///
/// @param <C> the type
class ElementsCodec<C> extends InterpretedCodec {

  private final Class<C> type;
  private final ValueParts head;
  private final Function<? super C, @Nullable Object[]> toHead;
  private final From<@Nullable Object[], ? extends C> empty;
  private final ElementsReader elements;

  ElementsCodec(
      Class<C> type,
      ValueParts head,
      Function<? super C, @Nullable Object[]> toHead,
      From<@Nullable Object[], ? extends C> empty) {
    this.type = type;
    this.head = head;
    this.toHead = toHead;
    this.empty = empty;
    this.elements = new ElementsReader(head.values(), _ -> {});
  }

  @Override
  public Form form() {
    return new Form.Parts(
        head.count(), Collections.nCopies(Map.class.isAssignableFrom(type) ? 2 : 1, Values.ANY));
  }

  /// The value may also be a view of another class, which is read as this type.
  @Override
  @SuppressWarnings("unchecked")
  protected final long write(
      Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    C container = (C) value;
    long start =
        head.count() == 0
            ? position
            : head.writeOf(value, toHead.apply(container), buffer, position, limit, depth);
    return container instanceof Map<?, ?> map
        ? head.values().writeMap(map, buffer, start, limit, depth)
        : head.values().writeList((Collection<?>) container, buffer, start, limit, depth);
  }

  @Override
  protected final Object read(PayloadBuffer buffer, long position, long end, int depth) {
    @Nullable Object[] parts = new Object[head.count()];
    long start = readHead(parts, buffer, position, end, depth);
    C container;
    try {
      container = empty.make(parts);
    } catch (Exception e) {
      throw Failures.corrupt(e, type, position);
    }
    buffer.publish(position, container);
    elements.fill(container, buffer, start, end, depth);
    return container;
  }

  /// Fills an array with the arguments of the constructor, and returns the start of the elements.
  long readHead(
      @Nullable Object[] parts, PayloadBuffer buffer, long position, long end, int depth) {
    return head.read(parts, buffer, position, end, depth);
  }
}
