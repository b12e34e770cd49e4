// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

import java.util.function.Function;

/// A value, and the visible state that must be the same after a round trip. If `equals` compares
/// everything, this is the value itself.
public record Sample(String name, Object value, Function<Object, Object> facets, boolean hashable) {

  /// A value whose `equals` compares everything.
  public static Sample of(Object value) {
    return of(value.getClass().getSimpleName() + " " + value, value);
  }

  public static Sample of(String name, Object value) {
    return new Sample(name, value, same -> same, true);
  }

  /// A value without its own `equals`, or with one that does not compare everything.
  @SuppressWarnings("unchecked")
  public static <T> Sample of(T value, Function<? super T, ?> facets) {
    return new Sample(
        value.getClass().getSimpleName() + " " + value,
        value,
        (Function<Object, Object>) (Function<?, ?>) facets,
        false);
  }

  public Sample named(String other) {
    return new Sample(other, value, facets, hashable);
  }

  /// A mutable value, which must not be a key.
  public Sample noKey() {
    return new Sample(name, value, facets, false);
  }

  @Override
  public String toString() {
    return name.length() > 80 ? name.substring(0, 80) : name;
  }
}
