// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.segue.benchmark.report.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What a [ShmCase] came to: several figures, each as if a method of a benchmark had measured it.
public final class ShmResult {
  private static final String BENCHMARK = "dev.segue.benchmark.shm.ShmBenchmark.";
  private static final String NANOS = "ns/op";
  private static final String RATE = "ops/s";

  private record Figure(String method, double value, String unit) {}

  private final String transport;
  private final int length;
  private final double allocatedBytes;
  private final List<Figure> figures;

  private ShmResult(String transport, int length, double allocatedBytes, List<Figure> figures) {
    this.transport = transport;
    this.length = length;
    this.allocatedBytes = allocatedBytes;
    this.figures = figures;
  }

  static ShmResult of(Measurement m) {
    var figures = new ArrayList<Figure>();
    figures.add(new Figure("roundTripP50", m.p50Nanos(), NANOS));
    figures.add(new Figure("roundTripP99", m.p99Nanos(), NANOS));
    figures.add(new Figure("roundTripP999", m.p999Nanos(), NANOS));
    figures.add(new Figure("dueP50", m.dueP50Nanos(), NANOS));
    figures.add(new Figure("dueP99", m.dueP99Nanos(), NANOS));
    if (m.messagesPerSecond() > 0) {
      figures.add(new Figure("oneWay", m.messagesPerSecond(), RATE));
    }
    return new ShmResult(m.transport(), m.length(), m.bytesPerRoundTrip(), figures);
  }

  static ShmResult ofCopy(int length, double gigabytesPerSecond) {
    return new ShmResult(
        Contestant.COPY.key,
        length,
        0,
        List.of(new Figure("oneWay", gigabytesPerSecond * 1e9 / length, RATE)));
  }

  /// The figures, for a line on a terminal.
  public String line() {
    var line = new StringBuilder();
    for (Figure figure : figures) {
      line.append(
          figure.unit().equals(RATE)
              ? String.format(Locale.ROOT, "  one way %.2f GB/s", figure.value() * length / 1e9)
              : String.format(Locale.ROOT, "  %s %,.0f ns", figure.method(), figure.value()));
    }
    return line.toString();
  }

  /// Writes the figures in the form of JMH's JSON.
  ///
  /// @throws IOException where the file can't be written
  public void write(Path file) throws IOException {
    ArrayNode results = Json.array();
    for (Figure figure : figures) {
      ObjectNode result = results.addObject();
      result.put("benchmark", BENCHMARK + figure.method());
      result.put("mode", "sample");
      result.put("threads", 1);
      result.putObject("params").put("size", String.valueOf(length)).put("transport", transport);
      put(result.putObject("primaryMetric"), figure.value(), figure.unit());
      ObjectNode secondary = result.putObject("secondaryMetrics");
      put(secondary.putObject("gc.alloc.rate.norm"), allocatedBytes, "B/op");
    }
    Json.write(results, file);
  }

  private static void put(ObjectNode metric, double value, String unit) {
    metric.put("score", value).put("scoreUnit", unit);
    metric.putArray("rawData").addArray().add(value);
  }
}
