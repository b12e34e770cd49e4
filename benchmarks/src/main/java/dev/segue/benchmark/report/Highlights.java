// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Selects a few rows that represent each module in documents.
///
/// @param info facts about the run
/// @param rows of the run
record Highlights(RunInfo info, List<Row> rows) {
  /// Returns a table in Markdown: the best figures in bold.
  ///
  /// @param most the maximum number of rows per module
  String markdown(int most) {
    var byModule = new LinkedHashMap<String, StringBuilder>();
    Map<String, List<List<String>>> wanted =
        Resources.table("highlights.csv", 4).stream()
            .collect(
                Collectors.groupingBy(List::getFirst, LinkedHashMap::new, Collectors.toList()));
    wanted.forEach((module, lines) -> {
      List<String> found = lines.stream().flatMap(this::lines).limit(most).toList();
      if (!found.isEmpty()) {
        byModule
            .computeIfAbsent(module, name -> new StringBuilder("| **" + name + "** | | | |\n"))
            .append(String.join("", found));
      }
    });
    return byModule.isEmpty()
        ? "No row of this run is among those shown here.\n"
        : "| | Segue | best peer | edge |\n|---|--:|--:|--:|\n"
            + String.join("", byModule.values());
  }

  private Stream<String> lines(List<String> wanted) {
    List<String> params = List.of(wanted.get(2).split(" "));
    return rows.stream()
        .filter(row -> row.benchmark().equals(wanted.get(1)))
        .filter(row -> row.params().getOrDefault("threads", "1").equals("1"))
        .filter(row -> List.of(Ratios.params(row.params()).split(" ")).containsAll(params))
        .flatMap(row -> row.edge().stream())
        .map(edge -> line(wanted.get(3), edge));
  }

  private String line(String text, Ratio edge) {
    Row row = edge.row();
    String placement = row.param(Names.PLACEMENT);
    String peer = Library.of(edge.second(), row.params()).shortLabel(info);
    boolean ahead = edge.verdict() == Verdict.AHEAD;
    boolean behind = edge.verdict() == Verdict.BEHIND;
    return "| %s | %s | %s: %s | %s |\n"
        .formatted(
            placement.isEmpty() ? text : text + ", " + placement,
            strong(speed(row, edge.first()), ahead) + form(row, edge.first()),
            peer,
            strong(speed(row, edge.second()), behind),
            edge(edge, ahead));
  }

  /// Returns the form of Segue in a row, unless all rows of its kind have the same form.
  private String form(Row row, String library) {
    String brief = Library.of(library, row.params()).brief();
    return brief.isEmpty() || row.ours().filter(library::equals).isPresent()
        ? ""
        : " (" + brief + ")";
  }

  /// Formats a ratio for a table: the median, the interval and, unless Segue is faster, the
  /// verdict.
  static String edge(Ratio edge, boolean strong) {
    String ends = edge.interval().ends();
    return strong(edge.interval().text() + " ×", strong)
        + (ends.isEmpty() ? "" : " (" + ends + ")")
        + (strong ? "" : ", " + edge.verdict());
  }

  private static String strong(String text, boolean strong) {
    return strong ? "**" + text + "**" : text;
  }

  private static String speed(Row row, String library) {
    String unit = Names.unit(row.unit());
    OptionalDouble payload = row.figure(library, Score.PAYLOAD);
    return row.speed(library).map(speed -> Metric.number(speed.median())).orElse("")
        + " "
        + (unit.endsWith("/op") ? unit.substring(0, unit.length() - 3) : unit)
        + (payload.isPresent() ? ", " + Metric.number(payload.getAsDouble()) + " B" : "");
  }
}
