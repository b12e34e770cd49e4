// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.EqualKeys;
import dev.segue.serializer.internal.call.Gathered;
import dev.segue.serializer.internal.call.HashGuard;
import dev.segue.serializer.internal.call.KeyWalk;
import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.call.Options;
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

  /// Reads elements into a container, at once or as soon as they are complete.
  public void fill(Object container, Medium medium, long start, long end, int depth) {
    Gathered elements = values.gather(container, medium, start, end, depth);
    Session session = medium.session();
    boolean isSkipped = session != null && session.isSkipping();
    elements.fill(
        medium,
        () -> {
          try {
            conversion.accept(elements.cells());
            put(container, elements.cells(), medium, values.options());
            EqualKeys.check(container, elements.cells(), values.options(), start, isSkipped);
          } catch (RuntimeException e) {
            throw rejected(e, container, start);
          } finally {
            Reference.reachabilityFence(elements); // a weak map would forget its keys
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

  /// Adds elements to a container, which throws an exception if it does not allow null.
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
