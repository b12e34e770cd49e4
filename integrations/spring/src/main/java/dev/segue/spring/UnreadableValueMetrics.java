// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Objects;

/// A counter of values that are [missing][UnreadableValues#missing] because they could not be read:
/// `segue.spring.unreadable`, with the tag `name`.
///
/// Immutable and thread-safe. Requires Micrometer.
@SuppressWarnings("exports") // optional libraries
public final class UnreadableValueMetrics implements MeterBinder {

  private final UnreadableValues values;

  /// Creates the binder.
  ///
  /// @param values the values to count
  public UnreadableValueMetrics(UnreadableValues values) {
    this.values = Objects.requireNonNull(values, "values");
  }

  /// Treats unreadable values as missing, as [UnreadableValues#missing] does, and registers their
  /// counter.
  ///
  /// @param name the name for logs and meters
  /// @param registry gets the counter
  /// @return the counter of unreadable values
  public static UnreadableValues missing(String name, MeterRegistry registry) {
    UnreadableValues values = UnreadableValues.missing(name);
    new UnreadableValueMetrics(values).bindTo(registry);
    return values;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    FunctionCounter.builder("segue.spring.unreadable", values, UnreadableValues::count)
        .description("Values that count as missing because they could not be read")
        .baseUnit("values")
        .tag("name", values.name())
        .register(registry);
  }
}
