// SPDX-License-Identifier: Apache-2.0
package dev.segue.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionMemory;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class CompressionMetricsTest {

  @Test
  void showsTheMemoryOfAllCodecs() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    new CompressionMetrics(Tags.of("app", "test")).bindTo(registry);
    Gauge gauge = registry.get("segue.compression.memory").tag("app", "test").gauge();
    CompressionMemory.releaseIdle();
    double before = gauge.value();
    assertTrue(Codec.zstd().compress(new byte[1000]).length > 0);
    assertTrue(gauge.value() > before, "bytes: " + gauge.value());
    assertEquals((double) CompressionMemory.bytesInUse(), gauge.value());
    registry.close();
  }
}
