// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.List;
import java.util.Map;

/// A table of rows that differ in one parameter, and possibly in the placement of two processes.
///
/// @param benchmark the class and method
/// @param panel the parameters that all rows share, and that distinguish this table from others
/// @param category the parameter that distinguishes the rows
/// @param rows in order
/// @param libraries all libraries of the rows: this project's, then peers, then references
public record Table(
    String benchmark,
    Map<String, String> panel,
    String category,
    List<Row> rows,
    List<String> libraries) {
  /// The unit of all scores.
  String unit() {
    return rows.isEmpty() ? "" : rows.getFirst().unit();
  }

  /// Returns the method and the parameters that the rows have in common.
  public String title() {
    var title = new StringBuilder(Names.method(benchmark));
    panel.forEach((name, value) -> title.append(", ").append(Names.param(name, value)));
    return title.toString();
  }

  /// Returns the name of a row within the table.
  String name(Row row) {
    String placement = row.param(Names.PLACEMENT);
    String name = Names.value(category, row.param(category));
    return placement.isEmpty() ? name : name.isEmpty() ? placement : name + ", " + placement;
  }

  /// Returns the name of a row that is unique in all tables.
  String fullName(Row row) {
    String name = name(row);
    return Names.prefix(benchmark) + title() + (name.isEmpty() ? "" : ", " + name);
  }
}
