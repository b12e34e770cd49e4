// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import java.util.List;

/// A group of benchmarks with a name on the command line and a section in the report.
interface Suite {
  /// The cells of a suite, and its unsupported cases.
  ///
  /// @param cells in the order of a round: the libraries of a row back to back
  /// @param absences the unsupported cases: a line for each library and reason
  record Plan(List<Cell> cells, List<String> absences) {}

  /// Returns its name on the command line.
  String name();

  /// Returns its title in the report.
  String title();

  /// Describes its measurements in one or two sentences.
  String summary();

  /// Returns the plan of each round.
  Plan plan(Settings settings);

  /// Returns whether the suite is part of `all`.
  default boolean isPartOfAll() {
    return true;
  }
}
