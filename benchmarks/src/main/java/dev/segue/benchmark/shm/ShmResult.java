// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.segue.benchmark.report.Json;
import dev.segue.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The results of a [ShmCase]: several figures, each in the form of a benchmark method's result.
public final class ShmResult {
  private static final String PACKAGE = "dev.segue.benchmark.shm.";
  private static final String NANOS = "ns/op";
  private static final String RATE = "ops/s";

  /// The name of a measurement.
  ///
  /// @param benchmark the simple name of a class, as if JMH had run it
  /// @param params as JMH's
  record Name(String benchmark, SortedMap<String, String> params) {
    static Name ofBytes(String transport, int size) {
      return of("ShmBenchmark", "size", Integer.toString(size), "transport", transport);
    }

    static Name ofObjects(String library, Workload object) {
      return of("TwoProcessPipelineBenchmark", "library", library, "object", object.name());
    }

    boolean isOfBytes() {
      return params.containsKey("size");
    }

    private static Name of(String benchmark, String p1, String v1, String p2, String v2) {
      return new Name(benchmark, new TreeMap<>(Map.of(p1, v1, p2, v2)));
    }

    @Override
    public String toString() {
      return params.entrySet().stream()
          .map(Map.Entry::toString)
          .collect(Collectors.joining(" ", benchmark + " ", ""));
    }
  }

  private record Figure(String method, double value, String unit) {}

  private final Name name;
  private final int length;
  private final double allocatedBytes;
  private final List<Figure> figures;

  private ShmResult(Name name, int length, double allocatedBytes, List<Figure> figures) {
    this.name = name;
    this.length = length;
    this.allocatedBytes = allocatedBytes;
    this.figures = figures;
  }

  static ShmResult of(Name name, Measurement m) {
    var figures = new ArrayList<Figure>();
    figures.add(new Figure("roundTripP50", m.p50Nanos(), NANOS));
    figures.add(new Figure("roundTripP99", m.p99Nanos(), NANOS));
    figures.add(new Figure("roundTripP999", m.p999Nanos(), NANOS));
    figures.add(new Figure("dueP50", m.dueP50Nanos(), NANOS));
    figures.add(new Figure("dueP99", m.dueP99Nanos(), NANOS));
    if (m.messagesPerSecond() > 0) {
      figures.add(new Figure("oneWay", m.messagesPerSecond(), RATE));
    }
    return new ShmResult(name, m.length(), m.bytesPerRoundTrip(), figures);
  }

  static ShmResult ofCopy(int length, double gigabytesPerSecond) {
    return new ShmResult(
        Name.ofBytes(Contestant.COPY.key, length),
        length,
        0,
        List.of(new Figure("oneWay", gigabytesPerSecond * 1e9 / length, RATE)));
  }

  /// Returns the figures as one line for the terminal.
  public String line() {
    var line = new StringBuilder();
    for (Figure figure : figures) {
      line.append("  ").append(text(figure));
    }
    return line.toString();
  }

  private String text(Figure figure) {
    if (!figure.unit().equals(RATE)) {
      return String.format(Locale.ROOT, "%s %,.0f ns", figure.method(), figure.value());
    }
    return name.isOfBytes()
        ? String.format(Locale.ROOT, "one way %.2f GB/s", figure.value() * length / 1e9)
        : String.format(Locale.ROOT, "one way %,.0f/s", figure.value());
  }

  /// Writes the figures in JMH's JSON format.
  ///
  /// @throws IOException if the file cannot be written
  public void write(Path file) throws IOException {
    ArrayNode results = Json.array();
    for (Figure figure : figures) {
      ObjectNode result = results.addObject();
      result.put("benchmark", PACKAGE + name.benchmark() + "." + figure.method());
      result.put("mode", "sample");
      result.put("threads", 1);
      ObjectNode params = result.putObject("params");
      name.params().forEach(params::put);
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
