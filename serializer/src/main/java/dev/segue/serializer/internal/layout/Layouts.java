// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The layouts of one writer's objects, by class: the serializer's own, or another writer's.
public final class Layouts {

  private final Function<Class<?>, @Nullable ObjectLayout> layouts;
  private final ConcurrentMap<Class<?>, Object> derived = new ConcurrentHashMap<>();

  /// @param layouts returns the layout of a class's objects, the same each time; null if they have
  ///   none
  public Layouts(Function<Class<?>, @Nullable ObjectLayout> layouts) {
    this.layouts = layouts;
  }

  /// The layout of a class's objects, or null if they have none.
  ///
  /// @throws dev.segue.serializer.SerializationException if the local version of the class cannot
  ///   hold the writer's objects
  public @Nullable ObjectLayout of(Class<?> type) {
    return layouts.apply(type);
  }

  /// Returns a value that is derived from these layouts once, and cached as long as they are.
  public <T> T derived(Class<T> kind, Supplier<T> made) {
    return kind.cast(derived.computeIfAbsent(kind, _ -> made.get()));
  }
}
