// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.kafka;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.segue.benchmark.processes.Measurement;
import dev.segue.benchmark.report.Json;
import dev.segue.benchmark.report.Score;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/// The result of a [RecordCase]: several figures, each in the form of a benchmark method's result.
///
/// @param of the case
/// @param measurement the figures: latencies in microseconds, and those named below
public record RecordResult(RecordCase of, Measurement measurement) {
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

  /// Percentage of the CPU time of the producer's threads that is the serializer's.
  static final String SERIALIZER = "% of the producer";

  /// Percentage of the CPU time of the consumer's thread that is the deserializer's.
  static final String DESERIALIZER = "% of the consumer";

  /// Returns the main figures as one line for the terminal.
  public String line() {
    return String.format(
        Locale.ROOT,
        "  %,.0f /s and core, %,.0f B, allocates %,.0f B, %,.0f B logged, %,.0f B with zstd;"
            + " %.0f %% of the producer, %.0f %% of the consumer; p99 at 50 %% load %,.1f ms",
        measurement.figure(PER_CORE),
        measurement.figure(Score.PAYLOAD),
        measurement.figure(Score.ALLOCATED),
        measurement.figure(LOGGED),
        measurement.figure(LOGGED_ZSTD),
        measurement.figure(SERIALIZER),
        measurement.figure(DESERIALIZER),
        measurement.figure(LATENCY + "50P99") / 1e3);
  }

  /// Writes the figures in JMH's JSON format.
  ///
  /// @throws IOException if the file cannot be written
  public void write(Path file) throws IOException {
    ArrayNode results = Json.array();
    measurement
        .figures()
        .forEach((name, figure) -> {
          if (name.equals(PER_CORE)) {
            ObjectNode secondary = add(results, name, figure, "ops/s");
            measurement
                .figures()
                .forEach((other, value) -> {
                  if (!other.equals(PER_CORE) && !other.startsWith(LATENCY)) {
                    put(secondary.putObject(other), value, "");
                  }
                });
          } else if (name.startsWith(LATENCY)) {
            ObjectNode _ = add(results, name, figure, "us/op");
          }
        });
    Json.write(results, file);
  }

  /// @return the node of further figures
  private ObjectNode add(ArrayNode results, String method, double figure, String unit) {
    ObjectNode result = results.addObject();
    result.put("benchmark", "dev.segue.benchmark.kafka.KafkaBenchmark." + method);
    result.put("mode", "sample");
    result.put("threads", 1);
    ArrayNode arguments = result.putArray("jvmArgs");
    of.flags().forEach(arguments::add);
    result.putObject("params").put("library", of.library()).put("object", of.object().name());
    put(result.putObject("primaryMetric"), figure, unit);
    return result.putObject("secondaryMetrics");
  }

  private static void put(ObjectNode metric, double value, String unit) {
    metric.put("score", value).put("scoreUnit", unit);
    metric.putArray("rawData").addArray().add(value);
  }
}
