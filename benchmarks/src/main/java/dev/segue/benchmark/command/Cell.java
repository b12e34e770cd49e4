// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jmh.runner.RunnerException;

/// The smallest part of a run: one library in one case.
interface Cell {
  /// Returns its name for people.
  String name();

  /// Returns the expected duration.
  double seconds();

  /// Measures and writes the results.
  ///
  /// @param file the file to create, in JMH's JSON format
  /// @return the figures as one line for the terminal
  String measure(Path file) throws IOException, RunnerException, InterruptedException;
}
