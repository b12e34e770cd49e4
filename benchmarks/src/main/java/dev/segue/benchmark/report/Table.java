// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Results of libraries side by side: columns for libraries, rows for the values of one parameter.
///
/// @param benchmark the class and method
/// @param panel the parameters that all scores have in common
/// @param category the parameter of the rows
/// @param rows its values, in order
/// @param contestants the columns, in order
/// @param scores by row, by column
/// @param unit of all scores
public record Table(
    String benchmark,
    Map<String, String> panel,
    String category,
    List<String> rows,
    List<String> contestants,
    Map<String, Map<String, Score>> scores,
    String unit) {
  /// Returns the score, or null if there is none.
  public @Nullable Score score(String row, String contestant) {
    return scores.getOrDefault(row, Map.of()).get(contestant);
  }

  /// Returns the parameters of a row.
  Map<String, String> params(String row) {
    var params = new LinkedHashMap<>(panel);
    params.put(category, row);
    return params;
  }

  /// Returns the method and the parameters that all scores have in common.
  public String title() {
    var title = new StringBuilder(benchmark.substring(benchmark.indexOf('.') + 1));
    panel.forEach((name, value) -> title.append(", ").append(Names.param(name, value)));
    return title.toString();
  }

  /// Returns the name of a row.
  public String rowName(String row) {
    return Names.value(category, row);
  }
}
