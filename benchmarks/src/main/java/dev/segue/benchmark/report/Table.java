// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Contestants side by side: the columns, and one parameter's values as rows.
///
/// @param benchmark the class and method
/// @param panel the parameters that all scores have in common
/// @param category the parameter of the rows
/// @param rows its values, in order
/// @param contestants the columns, in order
/// @param scores by row, by contestant
/// @param unit of all scores
public record Table(
    String benchmark,
    Map<String, String> panel,
    String category,
    List<String> rows,
    List<String> contestants,
    Map<String, Map<String, Score>> scores,
    String unit) {
  /// The score, where there is one.
  public @Nullable Score score(String row, String contestant) {
    return scores.getOrDefault(row, Map.of()).get(contestant);
  }

  /// The parameters of a row.
  Map<String, String> params(String row) {
    var params = new LinkedHashMap<>(panel);
    params.put(category, row);
    return params;
  }

  /// The method, and what all scores have in common.
  public String title() {
    var title = new StringBuilder(benchmark.substring(benchmark.indexOf('.') + 1));
    panel.forEach((name, value) -> title.append(", ").append(Names.param(name, value)));
    return title.toString();
  }

  /// What the rows are called.
  public String rowName(String row) {
    return Names.value(category, row);
  }
}
