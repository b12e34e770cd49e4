// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.processes;

import java.io.IOException;
import java.nio.file.Path;

/// A case that is measured in other processes, without JMH. Its name has the form of a JMH case:
/// `Benchmark param=value ...`.
public interface ProcessCase {
  /// The result of a case: several figures, each in the form of the result of a benchmark method.
  interface Result {
    /// Returns the main figures as one line for the terminal.
    String line();

    /// Returns all figures.
    JmhResults results();

    /// Writes the figures in JMH's JSON format.
    ///
    /// @throws IOException if the file cannot be written
    default void write(Path file) throws IOException {
      results().write(file);
    }
  }

  /// A result with a line and figures.
  record Figures(String line, JmhResults results) implements Result {}

  /// Returns the expected duration.
  double seconds();

  /// Runs the measurement.
  ///
  /// @throws IOException if a process cannot be started, fails, or hangs
  Result measure() throws IOException, InterruptedException;
}
