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

/// Reports the length of a library's payload next to its speed.
///
/// A benchmark sets it during set-up; JMH reads it like the figures of a profiler.
public final class PayloadSize implements InternalProfiler {
  /// The name of the figure in JMH's results.
  public static final String METRIC = "payload.bytes";

  private static volatile long bytes = -1;

  /// Sets the length of the payload that this JVM's library writes.
  ///
  /// @param length in bytes
  public static void report(long length) {
    bytes = length;
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {}

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    long length = bytes;
    return length < 0
        ? List.of()
        : List.of(new ScalarResult(METRIC, length, "B", AggregationPolicy.MAX));
  }

  @Override
  public String getDescription() {
    return "the length of the payload";
  }
}
