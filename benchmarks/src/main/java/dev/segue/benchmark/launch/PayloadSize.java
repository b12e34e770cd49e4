// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/// Puts the bytes that a contestant's payload has next to the figures of its speed.
///
/// A benchmark tells them in its set-up; JMH asks for them as it would ask a profiler.
public final class PayloadSize implements InternalProfiler {
  /// The name of the figure in JMH's results.
  public static final String METRIC = "payload.bytes";

  private static volatile long bytes = -1;

  /// Remembers how long what the contestant of this JVM makes is.
  ///
  /// @param length in bytes
  public static void tell(long length) {
    bytes = length;
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {}

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    long told = bytes;
    return told < 0
        ? List.of()
        : List.of(new ScalarResult(METRIC, told, "B", AggregationPolicy.MAX));
  }

  @Override
  public String getDescription() {
    return "the length of what is written";
  }
}
