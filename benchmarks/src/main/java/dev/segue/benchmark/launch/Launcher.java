// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import dev.segue.benchmark.figures.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/// Runs each supported case that the command line selects, with its own JVM flags, and prints one
/// table of all results at the end.
///
/// JMH has one set of flags for all values of a parameter and cannot leave out combinations, so
/// this class runs JMH once per case. A case that fails ends the run.
public final class Launcher {
  private final CommandLineOptions options;
  private final List<Case> cases;
  private final Options overrides;
  private final boolean figures;

  private Launcher(
      CommandLineOptions options, List<Case> cases, Options overrides, boolean figures) {
    this.options = options;
    this.cases = cases;
    this.overrides = overrides;
    this.figures = figures;
  }

  /// Creates a run with the annotations' settings, overridden by the command line.
  public static Launcher measuring(CommandLineOptions options, Families families) {
    return new Launcher(
        options,
        new Cases(families, System.out::println).find(options),
        withProfilers(options),
        true);
  }

  /// Adds the default profilers to the options, unless they name other profilers.
  public static Options withProfilers(Options options) {
    var defaults = new OptionsBuilder().parent(options).shouldFailOnError(true);
    if (options.getProfilers().isEmpty()) {
      defaults.addProfiler(GCProfiler.class).addProfiler(PayloadSize.class);
    }
    return defaults.addProfiler(Figures.class).build();
  }

  /// Creates a run inside this JVM, with the settings of a [SmokeRun], which prints no figures.
  static Launcher smoking(CommandLineOptions options, List<Case> cases, Options settings) {
    return new Launcher(options, cases, settings, false);
  }

  /// Runs the cases.
  ///
  /// @return the number of cases measured
  /// @throws RunnerException if a case fails
  public int run() throws RunnerException, IOException {
    var results = new ArrayList<RunResult>();
    try (var runner = new CaseRunner(overrides)) {
      for (Case next : cases) {
        System.out.printf(Locale.ROOT, "[%d/%d] %s", results.size() + 1, cases.size(), next);
        System.out.flush();
        var measured = runner.run(next);
        System.out.println(figures ? Scores.line(measured) : "  works");
        results.addAll(measured);
      }
    }
    if (figures) {
      report(results);
    }
    return results.size();
  }

  private void report(List<RunResult> results) {
    OutputFormatFactory.createFormatInstance(System.out, VerboseMode.NORMAL).endRun(results);
    if (options.getResult().hasValue() || options.getResultFormat().hasValue()) {
      ResultFormatType type = options.getResultFormat().orElse(Defaults.RESULT_FORMAT);
      String file =
          options
              .getResult()
              .orElse(Defaults.RESULT_FILE_PREFIX + "." + type.toString().toLowerCase(Locale.ROOT));
      ResultFormatFactory.getInstance(type, file).writeOut(results);
      System.out.println("results: " + file);
    }
  }
}
