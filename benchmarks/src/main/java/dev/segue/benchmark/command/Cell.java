// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.launch.Case;
import dev.segue.benchmark.launch.CaseRunner;
import dev.segue.benchmark.launch.Scores;
import dev.segue.benchmark.processes.ProcessCase;
import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;

/// The smallest part of a run: one library in one case, measured once in each round.
interface Cell {
  /// Returns the name of the cell for users.
  String name();

  /// Returns the expected duration.
  double seconds();

  /// Measures the cell, and writes the results.
  ///
  /// @param file the file to create, in JMH's JSON format
  /// @return the figures as one line for the terminal
  String measure(Path file) throws IOException, RunnerException, InterruptedException;

  /// A case that JMH measures in one JVM.
  ///
  /// @param next the case
  /// @param options JMH's options
  /// @param suffix an addition to the name of the case
  record OneProcess(Case next, Options options, String suffix) implements Cell {
    @Override
    public String name() {
      return next + suffix;
    }

    @Override
    public double seconds() {
      return next.seconds();
    }

    @Override
    public String measure(Path file) throws IOException, RunnerException {
      try (var runner = new CaseRunner(options)) {
        var results = runner.run(next);
        ResultFormatFactory.getInstance(ResultFormatType.JSON, file.toString()).writeOut(results);
        return Scores.line(results);
      }
    }
  }

  /// A case that is measured in other processes.
  record InProcesses(ProcessCase next) implements Cell {
    @Override
    public String name() {
      return next.toString();
    }

    @Override
    public double seconds() {
      return next.seconds();
    }

    @Override
    public String measure(Path file) throws IOException, InterruptedException {
      ProcessCase.Result result = next.measure();
      result.write(file);
      return result.line();
    }
  }
}
