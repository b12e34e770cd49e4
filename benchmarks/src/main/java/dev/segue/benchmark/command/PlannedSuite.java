// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import java.util.function.Function;

/// A suite that JMH cannot measure, or not alone.
///
/// @param name on the command line
/// @param title in the report
/// @param summary describes the measurement
/// @param planner returns what to measure in each round
record PlannedSuite(
    String name, String title, String summary, Function<Settings, Suite.Plan> planner)
    implements Suite {
  @Override
  public Plan plan(Settings settings) {
    return planner.apply(settings);
  }
}
