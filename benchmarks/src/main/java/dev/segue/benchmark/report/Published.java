// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Ratios that other projects have published for their own machines, compared with the ratios of
/// this run.
final class Published {
  /// A document with figures.
  ///
  /// @param project the project that published it
  /// @param document the name of the document
  /// @param machine the machine and the method of measurement
  record Source(String project, String document, String machine) {}

  /// A figure for one thread.
  private record Figure(
      String source, Map<String, String> params, String benchmark, String library, Metric metric) {
    boolean isFor(Row row) {
      return benchmark.equals(row.benchmark())
          && row.params().getOrDefault("threads", "1").equals("1")
          && row.params().entrySet().containsAll(params.entrySet());
    }
  }

  /// Ratios to the same library in the same case.
  ///
  /// @param row the measured case
  /// @param library the library whose speed was published
  /// @param baseline the library to which the speed is relative
  /// @param published the ratio
  /// @param measured the same ratio in this run, if it was measured
  /// @param ours the ratio of Segue in this run, if it was measured
  record Comparison(
      Row row,
      String library,
      String baseline,
      double published,
      Optional<Ratio> measured,
      Optional<Ratio> ours) {
    Library shown() {
      return Library.of(library, row.params());
    }
  }

  private Published() {}

  private static List<Figure> figures() {
    return Resources.table("published.csv", 6).stream().map(Published::figure).toList();
  }

  private static Figure figure(List<String> cells) {
    var params = new LinkedHashMap<String, String>();
    for (String param : cells.get(2).split(" ", -1)) {
      int equals = param.indexOf('=');
      params.put(param.substring(0, equals), param.substring(equals + 1));
    }
    var metric = new Metric(Double.parseDouble(cells.get(4)), cells.get(5));
    return new Figure(cells.get(0), params, cells.get(1), cells.get(3), metric);
  }

  /// Returns the comparisons for the rows of a run, by source.
  static Map<Source, List<Comparison>> of(List<Row> rows) {
    var sources = new LinkedHashMap<String, Source>();
    Resources.table("sources.csv", 4)
        .forEach(
            line -> sources.put(line.get(0), new Source(line.get(1), line.get(2), line.get(3))));
    List<Figure> figures = figures();
    var all = new LinkedHashMap<Source, List<Comparison>>();
    for (Map.Entry<String, Source> source : sources.entrySet()) {
      List<Figure> own =
          figures.stream().filter(figure -> figure.source().equals(source.getKey())).toList();
      var comparisons = new ArrayList<Comparison>();
      rows.forEach(row -> comparisons.addAll(of(row, own)));
      if (!comparisons.isEmpty()) {
        all.put(source.getValue(), comparisons);
      }
    }
    return all;
  }

  private static List<Comparison> of(Row row, List<Figure> figures) {
    List<Figure> here = figures.stream().filter(figure -> figure.isFor(row)).toList();
    Optional<Figure> base =
        Charts.baselines()
            .flatMap(name -> here.stream().filter(figure -> figure.library().equals(name)))
            .filter(figure -> row.has(figure.library()))
            .findFirst();
    if (base.isEmpty()) {
      return List.of();
    }
    Figure baseline = base.get();
    return here.stream()
        .filter(figure -> !figure.library().equals(baseline.library()))
        .filter(figure -> figure.metric().unit().equals(baseline.metric().unit()))
        .map(figure -> compare(row, figure, baseline))
        .toList();
  }

  private static Comparison compare(Row row, Figure figure, Figure baseline) {
    double quotient = figure.metric().value() / baseline.metric().value();
    return new Comparison(
        row,
        figure.library(),
        baseline.library(),
        figure.metric().isRate() ? quotient : 1 / quotient,
        Ratio.of(row, figure.library(), baseline.library()),
        row.ours().flatMap(ours -> Ratio.of(row, ours, baseline.library())));
  }

  /// Arranges the comparisons with one source as a table: one line per row, one column per library.
  ///
  /// @param names the names of the rows
  static Grid grid(List<Comparison> comparisons, Map<Row.Key, String> names, RunInfo info) {
    List<Library> libraries = comparisons.stream().map(Comparison::shown).distinct().toList();
    Map<Row, List<Comparison>> byRow =
        comparisons.stream()
            .collect(
                Collectors.groupingBy(Comparison::row, LinkedHashMap::new, Collectors.toList()));
    var lines = new ArrayList<Grid.Line>();
    byRow.forEach((row, own) -> {
      Comparison first = own.getFirst();
      String base = Library.of(first.baseline(), row.params()).shortLabel(info);
      var cells = new ArrayList<Grid.Cell>();
      cells.add(
          first
              .ours()
              .map(ratio -> new Grid.Cell(ratio.interval().text(), ends(ratio), Verdict.UNDECIDED))
              .orElse(Grid.Cell.EMPTY));
      for (Library library : libraries) {
        cells.add(
            own.stream()
                .filter(next -> next.shown().equals(library))
                .findFirst()
                .map(Published::cell)
                .orElse(Grid.Cell.EMPTY));
      }
      String name = names.getOrDefault(row.key(), row.benchmark());
      lines.add(new Grid.Line(new Grid.Head(name + "; " + base + " = 1", ""), cells));
    });
    var columns = new ArrayList<Grid.Head>();
    columns.add(new Grid.Head("Segue here", ""));
    libraries.forEach(library ->
        columns.add(new Grid.Head(library.shortLabel(new RunInfo(Map.of())), library.colour())));
    return new Grid("published ratio, and that of this run", columns, lines);
  }

  private static Grid.Cell cell(Comparison next) {
    var here = new ArrayList<String>();
    next.measured()
        .ifPresent(ratio -> {
          here.add("here " + ratio.interval().text());
          here.addAll(ends(ratio));
        });
    return new Grid.Cell(Interval.ratio(next.published()), here, Verdict.UNDECIDED);
  }

  private static List<String> ends(Ratio ratio) {
    return ratio.interval().isKnown() ? List.of(ratio.interval().ends()) : List.of();
  }
}
