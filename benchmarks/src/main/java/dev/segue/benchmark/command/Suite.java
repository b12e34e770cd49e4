// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import java.util.List;
import java.util.Set;

/// A group of benchmarks with a name on the command line and a section in the report.
interface Suite {
  /// What it is called on the command line.
  String name();

  /// What it is called in the report.
  String title();

  /// What it measures, in a sentence or two.
  String summary();

  /// The simple names of its benchmark classes.
  Set<String> classes();

  /// What there is to be measured.
  List<Cell> cells(Settings settings);

  /// Whether it is part of `all`.
  default boolean isPartOfAll() {
    return true;
  }
}
