// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.kafka;

import dev.segue.benchmark.processes.JmhResults;
import dev.segue.benchmark.processes.Measurement;
import dev.segue.benchmark.processes.ProcessCase;
import dev.segue.benchmark.report.Metric;
import dev.segue.benchmark.report.Score;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// The result of a [RecordCase]: several figures, each in the form of a benchmark method's result.
///
/// @param of the case
/// @param measurement the figures: latencies in microseconds, and those named below
public record RecordResult(RecordCase of, Measurement measurement) implements ProcessCase.Result {
  /// Records a second, divided by the processors that the producer's two threads and the consumer's
  /// used.
  static final String PER_CORE = "recordsPerSecondAndCore";

  /// Latencies at a percentage of the throughput, followed by a percentile.
  static final String LATENCY = "load";

  /// Records a second, with everything on the same processors.
  static final String RATE = "records/s";

  /// Bytes of a record in the broker's log, with its key, its headers and its share of a batch.
  static final String LOGGED = "B logged";

  /// The same with `compression.type=zstd`.
  static final String LOGGED_ZSTD = "B logged with zstd";

  /// [#PER_CORE] with `compression.type=zstd`.
  static final String PER_CORE_ZSTD = "records/s and core with zstd";

  /// [#PER_CORE] with `batch.size=131072`, eight times the default.
  static final String PER_CORE_LARGE = "records/s and core with large batches";

  /// Percentage of the CPU time of the producer's threads that is the serializer's.
  static final String SERIALIZER = "% of the producer";

  /// Percentage of the CPU time of the consumer's thread that is the deserializer's.
  static final String DESERIALIZER = "% of the consumer";

  private static final String BENCHMARK = "dev.segue.benchmark.kafka.KafkaBenchmark.";

  @Override
  public String line() {
    return String.format(
        Locale.ROOT,
        "  %,.0f /s and core (%,.0f with large batches), %,.0f B, allocates %,.0f B, %,.0f B logged,"
            + " %,.0f B with zstd; %.0f %% of the producer, %.0f %% of the consumer; p99 at 50 %% load %,.1f ms",
        measurement.figure(PER_CORE),
        measurement.figure(PER_CORE_LARGE),
        measurement.figure(Score.PAYLOAD),
        measurement.figure(Score.ALLOCATED),
        measurement.figure(LOGGED),
        measurement.figure(LOGGED_ZSTD),
        measurement.figure(SERIALIZER),
        measurement.figure(DESERIALIZER),
        measurement.figure(LATENCY + "50P99") / 1e3);
  }

  @Override
  public JmhResults results() {
    var results = new JmhResults(of.flags());
    var params = new LinkedHashMap<String, String>();
    params.put("library", of.library());
    params.put("object", of.object().name());
    measurement
        .figures()
        .forEach((name, figure) -> {
          if (name.equals(PER_CORE)) {
            results.add(BENCHMARK + name, params, new Metric(figure, "ops/s"), others());
          } else if (name.startsWith(LATENCY)) {
            results.add(BENCHMARK + name, params, new Metric(figure, "us/op"), Map.of());
          }
        });
    return results;
  }

  private Map<String, Metric> others() {
    var others = new LinkedHashMap<String, Metric>();
    measurement
        .figures()
        .forEach((name, figure) -> {
          if (!name.equals(PER_CORE) && !name.startsWith(LATENCY)) {
            others.put(name, new Metric(figure, ""));
          }
        });
    return others;
  }
}
