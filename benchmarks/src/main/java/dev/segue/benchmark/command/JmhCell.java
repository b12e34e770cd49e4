// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.launch.Case;
import dev.segue.benchmark.launch.CaseRunner;
import dev.segue.benchmark.launch.Scores;
import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;

/// A case that JMH measures.
///
/// @param next the case
/// @param options JMH's options
/// @param suffix an addition to the name of the case
record JmhCell(Case next, Options options, String suffix) implements Cell {
  /// Returns the same cell for another round. The first round has no number, so that a run can be
  /// extended by further rounds later.
  JmhCell inRound(int round) {
    return round == 1 ? this : new JmhCell(next, options, suffix + " round=" + round);
  }

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
