// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import java.util.List;
import java.util.Set;

/// A group of benchmarks with a name on the command line and a section in the report.
interface Suite {
  /// Returns its name on the command line.
  String name();

  /// Returns its title in the report.
  String title();

  /// Describes its measurements, in a sentence or two.
  String summary();

  /// Returns the simple names of its benchmark classes.
  Set<String> classes();

  /// Returns the cells to measure.
  List<Cell> cells(Settings settings);

  /// Returns whether it is part of `all`.
  default boolean isPartOfAll() {
    return true;
  }
}
