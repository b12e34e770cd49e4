// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.figures;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/// Figures that a benchmark finds out besides its score, such as a percentile or the size of a
/// file: JMH shows them as it shows those of a profiler, averaged over iterations.
///
/// A benchmark notes them at the end of each iteration. There is one such benchmark in a JVM.
public final class Figures implements InternalProfiler {
  private static final List<Result<?>> NOTED = new ArrayList<>();

  /// Made by JMH.
  public Figures() {}

  /// Notes a figure of this iteration.
  public static synchronized void note(String name, double value, String unit) {
    NOTED.add(new ScalarResult(name, value, unit, AggregationPolicy.AVG));
  }

  private static synchronized List<Result<?>> taken() {
    var taken = List.copyOf(NOTED);
    NOTED.clear();
    return taken;
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    // what was noted before the first iteration belongs to it
  }

  @Override
  @SuppressWarnings("rawtypes") // as JMH declares it
  public Collection<? extends Result> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    return taken();
  }

  @Override
  public String getDescription() {
    return "what a benchmark finds out besides its score";
  }
}
