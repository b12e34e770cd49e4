// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.spring.UnreadableValueMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/// Registers meters that count values treated as missing because they could not be read.
@AutoConfiguration(after = SegueAutoConfiguration.class)
@ConditionalOnClass(MeterRegistry.class)
class SegueMetricsAutoConfiguration {

  @Bean
  MeterBinder segueUnreadableMetrics(UnreadableCounts counts) {
    return registry -> counts.onEach(values -> new UnreadableValueMetrics(values).bindTo(registry));
  }
}
