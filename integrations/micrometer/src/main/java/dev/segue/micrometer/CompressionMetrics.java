// SPDX-License-Identifier: Apache-2.0
package dev.segue.micrometer;

import dev.segue.compression.CompressionMemory;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;

/// A gauge of the native memory that all codecs of the process hold: `segue.compression.memory`, in
/// bytes. It covers the pools of contexts and scratch memory, and dictionaries; see
/// [CompressionMemory#bytesInUse()].
///
/// Immutable and thread-safe. Requires the artifact `segue-compression`.
public final class CompressionMetrics implements MeterBinder {

  private final Tags tags;

  /// Creates the binder.
  public CompressionMetrics() {
    this(Tags.empty());
  }

  /// Creates the binder with more tags.
  ///
  /// @param tags tags of the gauge
  public CompressionMetrics(Iterable<Tag> tags) {
    this.tags = Tags.of(tags);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("segue.compression.memory", CompressionMemory::bytesInUse)
        .description("Native memory of codecs: contexts, scratch memory, dictionaries")
        .baseUnit(BaseUnits.BYTES)
        .tags(tags)
        .register(registry);
  }
}
