// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import dev.segue.benchmark.processes.JmhResults;
import dev.segue.benchmark.processes.Measurement;
import dev.segue.benchmark.processes.ProcessCase;
import dev.segue.benchmark.report.Metric;
import dev.segue.benchmark.report.Score;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The result of a [ShmCase]: several figures, each formatted like the result of a benchmark
/// method, with the [Placement] of the processes as a parameter.
///
/// @param name of the measurement
/// @param jvmFlags of both processes
/// @param measurement the figures
public record ShmResult(Name name, List<String> jvmFlags, Measurement measurement)
    implements ProcessCase.Result {
  /// Messages per second in one direction.
  static final String ONE_WAY = "oneWay";

  /// Bytes that the client's thread allocates per round trip.
  static final String ALLOCATED = "allocated";

  /// The round trip of the flag before the measurement.
  static final String FLAG_BEFORE = "flagBefore";

  /// The round trip of the flag after the measurement.
  static final String FLAG_AFTER = "flagAfter";

  private static final String PACKAGE = "dev.segue.benchmark.shm.";
  private static final String MEDIAN = "roundTripP50";
  private static final List<String> SECONDARY = List.of(ALLOCATED, FLAG_BEFORE, FLAG_AFTER);

  /// The name of a measurement.
  ///
  /// @param benchmark the simple name of a class, as if JMH had run it
  /// @param params the parameters, in JMH's form
  record Name(String benchmark, SortedMap<String, String> params) {
    static Name ofBytes(String transport, String size) {
      return of("ShmBenchmark", Map.of("size", size, "transport", transport));
    }

    static Name ofObjects(String library, String object) {
      return of("TwoProcessPipelineBenchmark", Map.of("library", library, "object", object));
    }

    private static Name of(String benchmark, Map<String, String> params) {
      return new Name(benchmark, new TreeMap<>(params));
    }

    boolean isOfBytes() {
      return params.containsKey("size");
    }

    long size() {
      return Long.parseLong(params.getOrDefault("size", "0"));
    }

    @Override
    public String toString() {
      return params.entrySet().stream()
          .map(Map.Entry::toString)
          .collect(Collectors.joining(" ", benchmark + " ", ""));
    }
  }

  /// Returns the mean time of the flag; NaN if it was not measured.
  double flagNanos() {
    return (measurement.figure(FLAG_BEFORE) + measurement.figure(FLAG_AFTER)) / 2;
  }

  /// Returns whether the processes were moved during the measurement.
  boolean moved() {
    return Placement.moved(measurement.figure(FLAG_BEFORE), measurement.figure(FLAG_AFTER));
  }

  @Override
  public String line() {
    double before = measurement.figure(FLAG_BEFORE);
    double after = measurement.figure(FLAG_AFTER);
    if (moved()) {
      return String.format(
          Locale.ROOT,
          "  left out: the processes %s (flag %,.0f ns before, %,.0f ns after)",
          Placement.shared(before, after) ? "shared a processor" : "were moved",
          before,
          after);
    }
    double median = measurement.figure(MEDIAN);
    double oneWay = measurement.figure(ONE_WAY);
    double flag = flagNanos();
    var line = new StringBuilder();
    if (!Double.isNaN(median)) {
      line.append(
          median < 10_000
              ? String.format(Locale.ROOT, "  %,.0f ns", median)
              : String.format(Locale.ROOT, "  %,.0f µs", median / 1e3));
    }
    if (!Double.isNaN(oneWay)) {
      line.append(
          name.isOfBytes()
              ? String.format(Locale.ROOT, "  %.2f GB/s", oneWay * name.size() / 1e9)
              : String.format(Locale.ROOT, "  %,.0f/s", oneWay));
    }
    if (!Double.isNaN(flag)) {
      line.append(String.format(Locale.ROOT, "  flag %,.0f ns %s", flag, Placement.of(flag)));
    }
    return line.toString();
  }

  /// Returns the figures. A copy within one process is a reference at both placements. Figures of
  /// processes that were moved in every attempt are omitted, because they belong to no placement.
  @Override
  public JmhResults results() {
    var results = new JmhResults(jvmFlags);
    double flag = flagNanos();
    List<Placement> placements =
        Double.isNaN(flag) ? List.of(Placement.values()) : List.of(Placement.of(flag));
    if (!moved()) {
      placements.forEach(placement -> add(results, placement));
    }
    return results;
  }

  private void add(JmhResults results, Placement placement) {
    var params = new LinkedHashMap<String, String>(name.params());
    params.put("placement", placement.toString());
    var secondary = new LinkedHashMap<String, Metric>();
    if (!Double.isNaN(flagNanos())) {
      secondary.put(Score.FLAG, new Metric(flagNanos(), "ns"));
      secondary.put(Score.ALLOCATED, new Metric(measurement.figure(ALLOCATED), "B/op"));
    }
    measurement
        .figures()
        .forEach((method, figure) -> {
          if (!SECONDARY.contains(method)) {
            var metric = new Metric(figure, method.equals(ONE_WAY) ? "ops/s" : "ns/op");
            results.add(PACKAGE + name.benchmark() + "." + method, params, metric, secondary);
          }
        });
  }
}
