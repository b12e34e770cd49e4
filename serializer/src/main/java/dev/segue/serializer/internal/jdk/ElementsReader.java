// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.EqualKeys;
import dev.segue.serializer.internal.call.Gathered;
import dev.segue.serializer.internal.call.HashGuard;
import dev.segue.serializer.internal.call.KeyCost;
import dev.segue.serializer.internal.call.KeyWalk;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.error.Failures;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads the elements of a collection or map that is created empty.
///
/// @param conversion converts elements that another version of a class has written, in place
public record ElementsReader(Values values, Consumer<@Nullable Object[]> conversion) {

  /// Reads elements into a container, either immediately or once they are complete.
  public void fill(Object container, PayloadBuffer buffer, long start, long end, int depth) {
    Gathered elements = values.gather(container, buffer, start, end, depth);
    Session session = buffer.session();
    boolean isSkipped = session != null && session.isSkipping();
    elements.fill(
        buffer,
        () -> {
          try {
            conversion.accept(elements.cells());
            put(container, elements.cells(), end - start, buffer);
            EqualKeys.check(container, elements.cells(), values.options(), start, isSkipped);
          } catch (RuntimeException e) {
            throw rejected(e, container, start);
          } finally {
            Reference.reachabilityFence(elements); // a weak map would lose its keys
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

  /// Adds elements to a container, which throws an exception for null if it does not permit it.
  ///
  /// @param bytes the number of bytes that they take
  @SuppressWarnings({"unchecked", "NullAway"})
  private void put(
      Object container, @Nullable Object[] elements, long bytes, PayloadBuffer buffer) {
    int step = container instanceof Map<?, ?> ? 2 : 1;
    int rows = elements.length / step;
    KeyWalk walk = KeyWalk.of(buffer.session(), container);
    HashGuard guard = HashGuard.of(container, rows, values.options().maxCollidingKeys());
    KeyCost cost = KeyCost.of(null, container, rows, 0, buffer.session());
    boolean areChecked = walk != null || guard != null || cost != null;
    for (int i = 0; areChecked && i < rows; i++) {
      KeyWalk.checkIfAny(walk, elements[i * step]);
      HashGuard.checkIfAny(guard, elements[i * step]);
      KeyCost.addIfAny(cost, elements[i * step], bytes * (i + 1) / rows);
    }
    if (container instanceof Map<?, ?>) {
      Map<Object, Object> map = (Map<Object, Object>) container;
      for (int i = 0; i < elements.length; i += 2) {
        map.put(elements[i], elements[i + 1]);
      }
    } else {
      boolean _ = ((Collection<Object>) container).addAll(Arrays.asList(elements));
    }
  }
}
