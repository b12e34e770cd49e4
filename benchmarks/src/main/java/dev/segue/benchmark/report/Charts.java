// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The charts of a report.
///
/// @param info facts about the run, with the versions of the libraries
record Charts(RunInfo info) {
  /// A table with more rows than this gets a single chart with one bar per row.
  static final int MOST_ROWS = 12;

  /// Libraries whose speed is defined as 1 in a chart; the first one that a row has is chosen.
  private static final List<String> BASELINES =
      List.of(
          "kryo",
          "kryo+zstd-jni",
          "fory",
          "fory+zstd-jni",
          "zstd-jni",
          "agrona-ring",
          "snappy-java",
          "brotli4j",
          "jdk",
          "aircompressor-native",
          "lettuce-gzip",
          "lucene-best-speed",
          "flatbuffers");

  private static final int EDGES_WIDTH = 500;
  private static final int README_WIDTH = 760;

  /// Returns the libraries to compare others with, in order of preference.
  static Stream<String> baselines() {
    return BASELINES.stream();
  }

  /// Returns the library whose speed is 1, or empty if the row has none.
  static Optional<String> baseline(Row row) {
    return BASELINES.stream().filter(row::has).findFirst();
  }

  /// Draws a bar for each library of a row.
  String row(Table table, Row row) {
    var bars = new ArrayList<Chart.Bar>();
    Optional<String> baseline = baseline(row);
    for (String library : table.libraries()) {
      value(row, library, baseline).ifPresent(value -> bars.add(bar(row, library, value)));
    }
    String axis =
        baseline
            .map(name -> Library.of(name, row.params()).shortLabel(info) + " = 1, higher is better")
            .orElse(
                Names.unit(table.unit()) + (row.isRate() ? ", higher" : ", lower") + " is better");
    return new Chart(
            table.fullName(row),
            axis,
            baseline.isPresent() ? 1 : Double.NaN,
            baseline.isPresent() ? Interval::ratio : Metric::number,
            List.of(new Chart.Group("", bars)))
        .svg(Chart.WIDTH, "");
  }

  private static Optional<Interval> value(Row row, String library, Optional<String> baseline) {
    if (baseline.isEmpty()) {
      return row.speed(library);
    }
    return Ratio.of(row, library, baseline.get()).map(Ratio::interval);
  }

  private Chart.Bar bar(Row row, String library, Interval value) {
    Library shown = Library.of(library, row.params());
    return new Chart.Bar(shown.shortLabel(info), shown.colour(), Library.isOurs(library), value);
  }

  /// Draws a bar for each row: Segue relative to the best peer.
  String edges(Table table) {
    List<Chart.Bar> bars =
        table.rows().stream()
            .flatMap(row -> row.edge().stream())
            .map(edge ->
                new Chart.Bar(
                    table.name(edge.row()),
                    Library.of(edge.first(), Map.of()).colour(),
                    false,
                    edge.interval()))
            .toList();
    return new Chart(
            table.title(),
            "best peer of each row = 1, higher is better",
            1,
            Interval::ratio,
            List.of(new Chart.Group("", bars)))
        .svg(EDGES_WIDTH, "");
  }

  /// Draws the README's chart: the four objects, relative to Kryo.
  ///
  /// @return a standalone image, or empty if the run lacks the rows
  Optional<String> readme(List<Section> sections) {
    var figures = new ReadmeFigures(Standing.rows(sections), info);
    List<Chart.Group> groups =
        Stream.of("STRUCT", "STRUCT2", "MEDIA_CONTENT", "SAMPLE")
            .map(object -> new Chart.Group(object, figures.bars(object)))
            .filter(group -> !group.bars().isEmpty())
            .toList();
    if (groups.isEmpty()) {
      return Optional.empty();
    }
    var chart =
        new Chart(
            "Speed of Segue, Fory and Kryo with four objects",
            "speed of writing and reading byte arrays, geometric mean; Kryo = 1, higher is better",
            1,
            Interval::ratio,
            groups);
    return Optional.of(chart.svg(README_WIDTH, Resources.text("chart.css")));
  }
}
