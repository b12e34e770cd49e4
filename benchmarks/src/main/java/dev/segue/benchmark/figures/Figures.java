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

/// Figures that a benchmark measures besides its score, such as a percentile or a file size. JMH
/// shows them like a profiler's figures, averaged over iterations.
///
/// A benchmark records them at the end of each iteration. Only one benchmark per JVM may record
/// figures.
public final class Figures implements InternalProfiler {
  private static final List<Result<?>> NOTED = new ArrayList<>();

  /// Called by JMH.
  public Figures() {}

  /// Records a figure of this iteration.
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
    // figures recorded before the first iteration belong to it
  }

  @Override
  @SuppressWarnings("rawtypes") // as declared by JMH
  public Collection<? extends Result> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    return taken();
  }

  @Override
  public String getDescription() {
    return "figures that a benchmark measures besides its score";
  }
}
