// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The figures of the README's chart: for each object and library the geometric mean of writing and
/// reading byte arrays, relative to Kryo in the same round.
///
/// @param rows of the run
/// @param info facts about the run
record ReadmeFigures(List<Row> rows, RunInfo info) {
  private static final String BASELINE = "kryo";

  private record Kind(String library, String schema, String label) {}

  List<Chart.Bar> bars(String object) {
    var bars = new ArrayList<Chart.Bar>();
    String fory = "Fory " + info.version("fory");
    for (Kind kind :
        List.of(
            new Kind("segue", "CONSISTENT", "Segue"),
            new Kind("fory-fixed", "CONSISTENT", fory + ", fixed width"),
            new Kind("segue", "COMPATIBLE", "Segue, compatible mode"),
            new Kind("fory", "COMPATIBLE", fory + ", compatible (default)"),
            new Kind(BASELINE, "CONSISTENT", "Kryo " + info.version("kryo")))) {
      value(object, kind).ifPresent(value -> bars.add(bar(kind, value)));
    }
    return bars;
  }

  private static Chart.Bar bar(Kind kind, Interval value) {
    boolean ours = Library.isOurs(kind.library());
    String look = ours && kind.schema().equals("COMPATIBLE") ? "segue-opens" : kind.library();
    String colour = Library.of(look, Map.of("schema", kind.schema())).colour();
    return new Chart.Bar(kind.label(), colour, ours, value);
  }

  private Optional<Interval> value(String object, Kind kind) {
    var products = new TreeMap<Integer, List<Double>>();
    for (String method : List.of("serialize", "deserialize")) {
      Optional<Row> mine = row(method, object, kind.schema());
      Optional<Row> base = row(method, object, "CONSISTENT");
      if (mine.isPresent() && base.isPresent()) {
        Ratio.byRound(mine.get(), kind.library(), base.get(), BASELINE)
            .forEach((round, ratio) ->
                products.computeIfAbsent(round, _ -> new ArrayList<>()).add(ratio));
      }
    }
    double[] means =
        products.values().stream()
            .filter(both -> both.size() == 2)
            .mapToDouble(both -> Math.sqrt(both.getFirst() * both.getLast()))
            .toArray();
    return means.length == 0 ? Optional.empty() : Optional.of(Interval.of(means));
  }

  private Optional<Row> row(String method, String object, String schema) {
    return rows.stream()
        .filter(row -> row.benchmark().equals("SerializationBenchmark." + method))
        .filter(row ->
            row.param("object").equals(object)
                && row.param("buffer").equals("ARRAY")
                && row.param("references").equals("false")
                && row.param("schema").equals(schema)
                && row.param("threads").equals("1"))
        .findFirst();
  }
}
