// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.Gathered;
import dev.segue.serializer.internal.call.HashGuard;
import dev.segue.serializer.internal.call.KeyWalk;
import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.wire.Form;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A collection or a map that is made empty and then filled: what it is made of (a comparator, a
/// capacity) as parts, if it needs any, then its elements as a list, keys and values in turn.
///
/// @param <C> the type
public class ElementsCodec<C> extends InterpretedCodec {

  private final Class<C> type;
  private final ValueParts head;
  private final Function<? super C, @Nullable Object[]> toHead;
  private final From<@Nullable Object[], ? extends C> empty;

  ElementsCodec(
      Class<C> type,
      ValueParts head,
      Function<? super C, @Nullable Object[]> toHead,
      From<@Nullable Object[], ? extends C> empty) {
    this.type = type;
    this.head = head;
    this.toHead = toHead;
    this.empty = empty;
  }

  @Override
  public Form form() {
    return new Form.Parts(
        head.count(), Collections.nCopies(Map.class.isAssignableFrom(type) ? 2 : 1, Values.ANY));
  }

  /// A view that comes back as this type may be of another one.
  @Override
  @SuppressWarnings("unchecked")
  protected final long write(Object value, Medium medium, long position, long limit, int depth) {
    C container = (C) value;
    long start =
        head.count() == 0
            ? position
            : head.writeOf(value, toHead.apply(container), medium, position, limit, depth);
    return container instanceof Map<?, ?> map
        ? head.values().writeMap(map, medium, start, limit, depth)
        : head.values().writeList((Collection<?>) container, medium, start, limit, depth);
  }

  @Override
  protected final Object read(Medium medium, long position, long end, int depth) {
    @Nullable Object[] parts = new Object[head.count()];
    long start = readHead(parts, medium, position, end, depth);
    C container;
    try {
      container = empty.make(parts);
    } catch (Exception e) {
      throw Failures.corrupt(e, type, position);
    }
    medium.publish(position, container);
    fill(container, head.values(), medium, start, end, depth, _ -> {});
    return container;
  }

  /// Fills an array with what the container is made of, and returns where its elements begin.
  long readHead(@Nullable Object[] parts, Medium medium, long position, long end, int depth) {
    return head.read(parts, medium, position, end, depth);
  }

  /// Fills a container with the elements that were read, or lets it wait until they are complete.
  ///
  /// @param conversion what is made of elements that another version has written
  public static void fill(
      Object container,
      Values values,
      Medium medium,
      long start,
      long end,
      int depth,
      Consumer<@Nullable Object[]> conversion) {
    Gathered elements = values.gather(container, medium, start, end, depth);
    elements.fill(
        medium,
        () -> {
          try {
            conversion.accept(elements.cells());
            put(container, elements.cells(), medium, values.options());
          } catch (RuntimeException e) {
            throw rejected(e, container, start);
          }
        });
  }

  /// The elements read do not fit into a container, or one of them threw an exception.
  private static SerializationException rejected(
      RuntimeException cause, Object container, long position) {
    return switch (cause) {
      case ClassCastException _,
          NullPointerException _,
          IllegalArgumentException _,
          ArrayStoreException _,
          UnsupportedOperationException _ ->
          Failures.corrupt(cause, container.getClass(), position);
      case IllegalStateException _ when container instanceof BlockingQueue ->
          Failures.corrupt(cause, container.getClass(), position);
      default -> Failures.container(cause, position);
    };
  }

  /// Where a container allows nulls, they go in; where not, it throws.
  @SuppressWarnings({"unchecked", "NullAway"})
  private static void put(
      Object container, @Nullable Object[] elements, Medium medium, Options options) {
    KeyWalk walk = KeyWalk.of(medium.session(), container);
    if (container instanceof Map<?, ?>) {
      Map<Object, Object> map = (Map<Object, Object>) container;
      HashGuard guard = HashGuard.of(map, elements.length / 2, options.maxCollidingKeys());
      for (int i = 0; i < elements.length; i += 2) {
        KeyWalk.checkIfAny(walk, elements[i]);
        HashGuard.checkIfAny(guard, elements[i]);
        map.put(elements[i], elements[i + 1]);
      }
    } else {
      HashGuard guard = HashGuard.of(container, elements.length, options.maxCollidingKeys());
      for (int i = 0; (guard != null || walk != null) && i < elements.length; i++) {
        KeyWalk.checkIfAny(walk, elements[i]);
        HashGuard.checkIfAny(guard, elements[i]);
      }
      boolean _ = ((Collection<Object>) container).addAll(Arrays.asList(elements));
    }
  }
}
