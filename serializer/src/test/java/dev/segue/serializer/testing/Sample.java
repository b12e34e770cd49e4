// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

import java.util.function.Function;

/// A value, and what of it must be the same after it came back: all that can be seen of it. Where
/// `equals` tells everything, the value itself.
public record Sample(String name, Object value, Function<Object, Object> facets, boolean hashable) {

  /// A value whose `equals` tells all.
  public static Sample of(Object value) {
    return of(value.getClass().getSimpleName() + " " + value, value);
  }

  public static Sample of(String name, Object value) {
    return new Sample(name, value, same -> same, true);
  }

  /// A value that has no `equals` of its own, or one that does not tell all.
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

  /// A value that changes may not be a key.
  public Sample noKey() {
    return new Sample(name, value, facets, false);
  }

  @Override
  public String toString() {
    return name.length() > 80 ? name.substring(0, 80) : name;
  }
}
