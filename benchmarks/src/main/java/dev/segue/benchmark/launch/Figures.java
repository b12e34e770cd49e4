// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

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

/// Figures that a benchmark measures besides its score, such as the length of a payload, a
/// percentile or a file size. JMH shows them like a profiler's figures.
///
/// Only one benchmark per JVM may record figures.
public final class Figures implements InternalProfiler {
  /// The name of the payload's length in JMH's results.
  static final String PAYLOAD = "payload.bytes";

  private static final List<Result<?>> NOTED = new ArrayList<>();

  private static volatile long payloadBytes = -1;

  /// Called by JMH.
  public Figures() {}

  /// Records a figure of this iteration, at its end. The result is the mean over the iterations.
  public static synchronized void note(String name, double value, String unit) {
    NOTED.add(new ScalarResult(name, value, unit, AggregationPolicy.AVG));
  }

  /// Records the length of the payload that this JVM's library writes, during set-up.
  ///
  /// @param length in bytes
  public static void payload(long length) {
    payloadBytes = length;
  }

  private static synchronized List<Result<?>> taken() {
    var taken = new ArrayList<>(NOTED);
    NOTED.clear();
    if (payloadBytes >= 0) {
      taken.add(new ScalarResult(PAYLOAD, payloadBytes, "B", AggregationPolicy.MAX));
    }
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
