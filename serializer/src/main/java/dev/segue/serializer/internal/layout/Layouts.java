// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Where the fields of objects stand, by their class: this side's own layouts, or those of another
/// writer.
public final class Layouts {

  private final Function<Class<?>, @Nullable ObjectLayout> plans;
  private final ConcurrentMap<Class<?>, Object> derived = new ConcurrentHashMap<>();

  /// @param plans the layout of a class's objects, the same each time; null if they have none
  public Layouts(Function<Class<?>, @Nullable ObjectLayout> plans) {
    this.plans = plans;
  }

  /// The layout of a class's objects, or null if they have none.
  ///
  /// @throws dev.segue.serializer.SerializationException if the class has changed since they were
  ///   written so that it cannot hold them
  public @Nullable ObjectLayout of(Class<?> type) {
    return plans.apply(type);
  }

  /// What is worked out from these layouts once, and goes when they go.
  public <T> T derived(Class<T> kind, Supplier<T> made) {
    return kind.cast(derived.computeIfAbsent(kind, _ -> made.get()));
  }
}
