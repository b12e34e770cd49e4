// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Arranges scores into tables.
public final class Tables {
  /// Candidates for the parameter of the rows: the first one that varies is used, otherwise the
  /// first one that exists.
  private static final List<String> CATEGORIES =
      List.of(
          "object",
          "message",
          "size",
          "pageSize",
          "arraySize",
          "threads",
          "tasks",
          "blockSize",
          "seed");

  private static final String THREADS = "threads";

  private record Key(String benchmark, Map<String, String> panel) {}

  private Tables() {}

  /// Creates the tables, in the order of their scores.
  public static List<Table> of(List<Score> scores) {
    var byBenchmark = new LinkedHashMap<String, List<Row>>();
    Row.of(scores)
        .forEach(
            row -> byBenchmark.computeIfAbsent(row.benchmark(), _ -> new ArrayList<>()).add(row));
    var tables = new ArrayList<Table>();
    byBenchmark.values().forEach(rows -> tables.addAll(ofOneBenchmark(rows)));
    return tables;
  }

  private static List<Table> ofOneBenchmark(List<Row> rows) {
    var values = new LinkedHashMap<String, Set<String>>();
    for (Row row : rows) {
      row.params()
          .forEach(
              (name, value) -> values.computeIfAbsent(name, _ -> new LinkedHashSet<>()).add(value));
    }
    if (values.getOrDefault(THREADS, Set.of()).size() == 1) {
      values.remove(THREADS);
    }
    values.remove(Names.PLACEMENT);
    String category = category(values);
    var panels = new LinkedHashMap<Key, List<Row>>();
    for (Row row : rows) {
      var panel = new LinkedHashMap<>(row.params());
      panel.keySet().retainAll(values.keySet());
      panel.remove(category);
      panels.computeIfAbsent(new Key(row.benchmark(), panel), _ -> new ArrayList<>()).add(row);
    }
    return panels.entrySet().stream()
        .map(panel -> table(panel.getKey(), category, panel.getValue()))
        .toList();
  }

  private static String category(Map<String, Set<String>> values) {
    List<String> present = CATEGORIES.stream().filter(values::containsKey).toList();
    return present.stream()
        .filter(name -> values.getOrDefault(name, Set.of()).size() > 1)
        .findFirst()
        .orElseGet(() ->
            present.isEmpty()
                ? values.keySet().stream().findFirst().orElse("")
                : present.getFirst());
  }

  private static Table table(Key key, String category, List<Row> rows) {
    var libraries = new LinkedHashSet<String>();
    rows.forEach(row -> libraries.addAll(row.libraries()));
    return new Table(
        key.benchmark(),
        key.panel(),
        category,
        inOrder(rows, category),
        libraries.stream().sorted(Comparator.comparing(Library::kind)).toList());
  }

  /// Sorts rows by number, if their values are numbers; the near placement comes before the far
  /// one.
  private static List<Row> inOrder(List<Row> rows, String category) {
    if (!rows.stream().allMatch(row -> row.param(category).matches("\\d{1,18}"))) {
      return rows;
    }
    return rows.stream()
        .sorted(
            Comparator.<Row>comparingLong(row -> Long.parseLong(row.param(category)))
                .thenComparing(row -> row.param(Names.PLACEMENT), Comparator.reverseOrder()))
        .toList();
  }
}
