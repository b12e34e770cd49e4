// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Figures that other projects have published, measured on their own machines.
///
/// @param figures all of them
/// @param sources the documents that contain them, by key
public record Published(List<Figure> figures, Map<String, Source> sources) {
  private static final String SEPARATOR = ";";
  private static final String BYTES = "B/op";
  private static final String THREADS = "threads";
  private static final String ONE = "1";

  /// No figures.
  static final Published NOTHING = new Published(List.of(), Map.of());

  /// A document with figures.
  ///
  /// @param project the project that published it
  /// @param document its name
  /// @param machine the machine and the method of measurement
  public record Source(String project, String document, String machine) {}

  /// One figure.
  ///
  /// @param source the key of its source
  /// @param benchmark the corresponding class and method of ours
  /// @param params the corresponding parameters of ours
  /// @param contestant the column that it belongs to
  /// @param metric without an error
  public record Figure(
      String source,
      String benchmark,
      Map<String, String> params,
      String contestant,
      Metric metric) {}

  /// Reads the figures that are bundled with the benchmarks.
  ///
  /// @throws IOException if they cannot be read
  public static Published load() throws IOException {
    var sources = new LinkedHashMap<String, Source>();
    for (List<String> cells : lines("sources.csv", 4)) {
      sources.put(cells.get(0), new Source(cells.get(1), cells.get(2), cells.get(3)));
    }
    List<Figure> figures = lines("published.csv", 6).stream().map(Published::figure).toList();
    return new Published(figures, sources);
  }

  private static Figure figure(List<String> cells) {
    var params = new LinkedHashMap<String, String>();
    for (String param : cells.get(2).split(" ", -1)) {
      int equals = param.indexOf('=');
      params.put(param.substring(0, equals), param.substring(equals + 1));
    }
    var metric = new Metric(Double.parseDouble(cells.get(4)), Double.NaN, cells.get(5));
    return new Figure(cells.get(0), cells.get(1), params, cells.get(3), metric);
  }

  private static List<List<String>> lines(String resource, int columns) throws IOException {
    try (InputStream bytes = Published.class.getResourceAsStream(resource)) {
      if (bytes == null) {
        throw new IOException("this build has no " + resource);
      }
      var reader = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8));
      List<List<String>> lines =
          reader.lines().skip(1).map(line -> Arrays.asList(line.split(SEPARATOR, -1))).toList();
      if (lines.stream().anyMatch(line -> line.size() != columns)) {
        throw new IOException(resource + ": not " + columns + " columns");
      }
      return lines;
    }
  }

  /// Returns the figures for a row of a table, in its unit. All of them are for one thread.
  List<Figure> of(Table table, String row) {
    Map<String, String> params = table.params(row);
    if (!params.getOrDefault(THREADS, ONE).equals(ONE)) {
      return List.of();
    }
    return figures.stream()
        .filter(figure -> figure.benchmark().equals(table.benchmark()))
        .filter(figure -> isSpeed(figure.metric()))
        .filter(figure -> params.entrySet().containsAll(figure.params().entrySet()))
        .map(figure ->
            new Figure(
                figure.source(),
                figure.benchmark(),
                figure.params(),
                figure.contestant(),
                figure.metric().in(table.unit())))
        .toList();
  }

  /// Returns the figure for a cell of a table, in its unit.
  Optional<Metric> of(Table table, String row, String contestant) {
    return of(table, row).stream()
        .filter(figure -> figure.contestant().equals(contestant))
        .map(Figure::metric)
        .findFirst();
  }

  /// Returns the libraries that have figures for a table but are not in it.
  Set<String> othersThan(Table table) {
    Set<String> others =
        table.rows().stream()
            .flatMap(row -> of(table, row).stream())
            .map(Figure::contestant)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    table.contestants().forEach(others::remove);
    return others;
  }

  /// Returns the sources of the figures for some benchmark classes.
  ///
  /// @param classes their simple names
  public List<Source> sourcesOf(Set<String> classes) {
    return figures.stream()
        .filter(figure -> classes.contains(className(figure)))
        .map(Figure::source)
        .distinct()
        .map(sources::get)
        .toList();
  }

  /// Returns tables of the figures for some benchmark classes that do not fit into the measured
  /// tables.
  ///
  /// @param classes their simple names
  /// @param measured the measured tables
  public List<Table> without(Set<String> classes, List<Table> measured) {
    List<Score> left =
        figures.stream()
            .filter(figure -> classes.contains(className(figure)))
            .filter(figure -> measured.stream().noneMatch(table -> isBeside(figure, table)))
            .map(figure ->
                new Score(
                    isSpeed(figure.metric())
                        ? figure.benchmark()
                        : figure.benchmark() + ", " + figure.metric().unit(),
                    figure.contestant(),
                    figure.params(),
                    figure.metric(),
                    Map.of(),
                    List.of()))
            .toList();
    return Tables.of(left);
  }

  private static String className(Figure figure) {
    return figure.benchmark().substring(0, figure.benchmark().indexOf('.'));
  }

  private static boolean isBeside(Figure figure, Table table) {
    return isSpeed(figure.metric())
        && figure.benchmark().equals(table.benchmark())
        && table.rows().stream()
            .anyMatch(row -> table.params(row).entrySet().containsAll(figure.params().entrySet()));
  }

  private static boolean isSpeed(Metric metric) {
    String unit = metric.unit();
    return unit.startsWith("ops/") || (unit.endsWith("/op") && !unit.equals(BYTES));
  }
}
