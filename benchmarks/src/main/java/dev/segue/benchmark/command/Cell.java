// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jmh.runner.RunnerException;

/// The smallest part of a run: one contestant in one case.
interface Cell {
  /// Its name, for people.
  String name();

  /// How long it is expected to take.
  double seconds();

  /// Measures, and writes what came out.
  ///
  /// @param file to be made, in the form of JMH's JSON
  /// @return the figures, for a line on the terminal
  String measure(Path file) throws IOException, RunnerException, InterruptedException;
}
