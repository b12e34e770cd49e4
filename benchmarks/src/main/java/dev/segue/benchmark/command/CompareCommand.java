// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.report.Check;
import dev.segue.benchmark.report.Ratios;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue bench compare`.
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Compare two runs, and fail where the second is slower.",
      "",
      "Compared are ratios of Segue to one other library in the same round, never times: these"
          + " differ from machine to machine. A case whose interval is too wide to tell is reported,"
          + " and does not fail.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:no case is slower",
      "1:failure, or a case is slower or missing",
      "2:wrong usage"
    })
final class CompareCommand implements Callable<Integer> {
  /// The tolerated decrease of a ratio, as a share of the baseline's ratio.
  static final String DEFAULT_TOLERANCE = "0.3";

  @Parameters(
      index = "0",
      paramLabel = "BASELINE",
      description = "The earlier run: its results.json, or a CSV file of ratios.")
  private Path baseline = Path.of("");

  @Parameters(
      index = "1",
      paramLabel = "RESULT",
      description = "The run to check: its results.json, or a CSV file of ratios.")
  private Path result = Path.of("");

  @Option(
      names = "--tolerance",
      paramLabel = "SHARE",
      defaultValue = DEFAULT_TOLERANCE,
      description =
          "How much smaller a ratio may be, as a share of the baseline's. Default: ${DEFAULT-VALUE}.")
  private double tolerance;

  @Spec private CommandSpec spec = CommandSpec.create();

  CompareCommand() {}

  @Override
  public Integer call() throws IOException {
    if (!(tolerance >= 0 && tolerance < 1)) {
      throw new ParameterException(
          spec.commandLine(), "--tolerance must be at least 0 and less than 1");
    }
    Check check = Check.of(Ratios.read(baseline), Ratios.read(result), tolerance);
    print(check, tolerance, spec.commandLine().getOut());
    return check.passes() ? 0 : 1;
  }

  static void print(Check check, double tolerance, PrintWriter out) {
    check.lines().forEach(out::println);
    out.printf(
        Locale.ROOT,
        "%d of %d cases slower by more than %.0f %%, or missing%n",
        check.failed().size(),
        check.lines().size(),
        100 * tolerance);
    if (check.doubts() > 0) {
      out.printf(
          Locale.ROOT,
          "%d more seem to be slower, but their intervals are too wide to tell: measure them again"
              + " when the machine is idle%n",
          check.doubts());
    }
  }
}
