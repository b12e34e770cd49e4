// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.TimeValue;

/// Estimates the duration of a case.
final class Timing {
  /// The time for starting a JVM, touching its heap, and preparing the case.
  private static final double SECONDS_OF_A_FORK = 1.5;

  private Timing() {}

  /// Adds up the durations in the options, or else in the annotations, or else JMH's defaults.
  static double seconds(BenchmarkListEntry entry, Options options) {
    int forks = options.getForkCount().orElse(entry.getForks().orElse(Defaults.MEASUREMENT_FORKS));
    boolean single = entry.getMode() == Mode.SingleShotTime;
    int warmups =
        options
            .getWarmupIterations()
            .orElse(entry.getWarmupIterations().orElse(Defaults.WARMUP_ITERATIONS));
    int measurements =
        options
            .getMeasurementIterations()
            .orElse(entry.getMeasurementIterations().orElse(Defaults.MEASUREMENT_ITERATIONS));
    double warmup =
        seconds(options.getWarmupTime().orElse(entry.getWarmupTime().orElse(Defaults.WARMUP_TIME)));
    double measurement =
        seconds(
            options
                .getMeasurementTime()
                .orElse(entry.getMeasurementTime().orElse(Defaults.MEASUREMENT_TIME)));
    double iterations = single ? 0 : warmups * warmup + measurements * measurement;
    return Math.max(forks, 1) * (SECONDS_OF_A_FORK + iterations);
  }

  private static double seconds(TimeValue time) {
    return time.convertTo(TimeUnit.MILLISECONDS) / 1000.0;
  }
}
