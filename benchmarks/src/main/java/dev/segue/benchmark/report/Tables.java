// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Arranges scores in tables.
public final class Tables {
  /// Candidates for the rows of a table: the first one that varies, or else the first that exists.
  private static final List<String> CATEGORIES =
      List.of("object", "size", "pageSize", "arraySize", "threads", "tasks", "blockSize", "seed");

  private static final String THREADS = "threads";

  private record Key(String benchmark, Map<String, String> panel) {}

  private Tables() {}

  /// Creates the tables, in the order of their scores.
  public static List<Table> of(List<Score> scores) {
    var byBenchmark = new LinkedHashMap<String, List<Score>>();
    scores.forEach(
        score -> byBenchmark.computeIfAbsent(score.benchmark(), _ -> new ArrayList<>()).add(score));
    var tables = new ArrayList<Table>();
    byBenchmark.values().forEach(all -> tables.addAll(ofOneBenchmark(all)));
    return tables;
  }

  private static List<Table> ofOneBenchmark(List<Score> scores) {
    var values = new LinkedHashMap<String, Set<String>>();
    for (Score score : scores) {
      score
          .params()
          .forEach(
              (name, value) -> values.computeIfAbsent(name, _ -> new LinkedHashSet<>()).add(value));
    }
    if (values.getOrDefault(THREADS, Set.of()).size() == 1) {
      values.remove(THREADS);
    }
    String category = category(values);
    var panels = new LinkedHashMap<Key, List<Score>>();
    for (Score score : scores) {
      var panel = new LinkedHashMap<>(score.params());
      panel.keySet().retainAll(values.keySet());
      panel.remove(category);
      panels.computeIfAbsent(new Key(score.benchmark(), panel), _ -> new ArrayList<>()).add(score);
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
                ? values.keySet().stream().findFirst().orElse("case")
                : present.getFirst());
  }

  private static Table table(Key key, String category, List<Score> scores) {
    var byRow = new LinkedHashMap<String, Map<String, Score>>();
    var contestants = new LinkedHashSet<String>();
    String unit = scores.getFirst().primary().unit();
    for (Score score : scores) {
      contestants.add(score.contestant());
      byRow
          .computeIfAbsent(score.params().getOrDefault(category, ""), _ -> new LinkedHashMap<>())
          .put(score.contestant(), score);
    }
    return new Table(
        key.benchmark(),
        key.panel(),
        category,
        inOrder(byRow.keySet()),
        contestants.stream().sorted(Comparator.comparingInt(Tables::rank)).toList(),
        byRow,
        unit);
  }

  /// Ranks our columns first, then peers, then upper bounds.
  private static int rank(String contestant) {
    return Names.isOurs(contestant) ? 0 : Names.isCeiling(contestant) ? 2 : 1;
  }

  private static List<String> inOrder(Set<String> rows) {
    return rows.stream().allMatch(row -> row.matches("\\d{1,18}"))
        ? rows.stream().sorted(Comparator.comparingLong(Long::parseLong)).toList()
        : List.copyOf(rows);
  }
}
