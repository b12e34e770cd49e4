// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/// Runs each case that the command line asks for and that exists, each with its own JVM flags, and
/// shows all of them in one table at the end.
///
/// JMH itself has one set of flags for all values of a parameter, and no way to leave a combination
/// out. So this runs JMH once for each case. A case that fails ends the run.
public final class Launcher {
  /// The same heap for everyone, and all of it touched before: the first touch of a page can take
  /// longer than an object does, and whoever allocates most would pay for most of them.
  private static final List<String> SAME_HEAP = List.of("-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch");

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

  /// Prepares a run with the annotations' settings, changed by the command line.
  ///
  /// @param families by the qualified name of the benchmark class
  public static Launcher measuring(CommandLineOptions options, Map<String, Family> families) {
    var defaults = new OptionsBuilder().parent(options).shouldFailOnError(true);
    if (options.getProfilers().isEmpty()) {
      defaults.addProfiler(GCProfiler.class);
    }
    return new Launcher(
        options, new Cases(families, System.out::println).find(options), defaults.build(), true);
  }

  /// Prepares a run inside this JVM, with the settings of a [SmokeRun], and shows no figures.
  static Launcher smoking(CommandLineOptions options, List<Case> cases, Options settings) {
    return new Launcher(options, cases, settings, false);
  }

  /// Runs the cases.
  ///
  /// @return the number of cases that were measured
  /// @throws RunnerException where a case fails
  public int run() throws RunnerException, IOException {
    var results = new ArrayList<RunResult>();
    for (Case next : cases) {
      System.out.printf(Locale.ROOT, "[%d/%d] %s", results.size() + 1, cases.size(), next);
      System.out.flush();
      var measured = measure(next);
      System.out.println(figures ? scores(measured) : "  works");
      results.addAll(measured);
    }
    if (figures) {
      report(results);
    }
    return results.size();
  }

  private Collection<RunResult> measure(Case next) throws RunnerException, IOException {
    boolean aloud = options.verbosity().hasValue() || options.getOutput().hasValue();
    Path log = Files.createTempFile("segue-benchmark", ".log");
    try {
      var builder =
          new OptionsBuilder()
              .parent(overrides)
              // An include would only add to those of the command line.
              .exclude("^(?!\\Q" + next.benchmark() + "\\E$)")
              .jvmArgsAppend(flags(next));
      next.params().forEach(builder::param);
      if (!aloud) {
        builder.output(log.toString()).verbosity(VerboseMode.NORMAL);
      }
      return new Runner(builder.build()).run();
    } catch (RunnerException e) {
      System.out.println(" FAILED");
      System.out.println(Files.readString(log));
      throw e;
    } finally {
      Files.deleteIfExists(log);
    }
  }

  /// What the JVM runs with that a case is measured in, flags of the command line last.
  private String[] flags(Case next) {
    var flags = new ArrayList<>(SAME_HEAP);
    flags.addAll(next.family().jvmFlags(next.params()));
    if (options.getJvmArgsAppend().hasValue()) {
      flags.addAll(options.getJvmArgsAppend().get());
    }
    return flags.toArray(String[]::new);
  }

  private static String scores(Collection<RunResult> runs) {
    return runs.stream().map(Launcher::scores).collect(Collectors.joining());
  }

  private static String scores(RunResult run) {
    Result<?> primary = run.getPrimaryResult();
    var line =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "  %,.3f ± %,.3f %s",
                primary.getScore(),
                primary.getScoreError(),
                primary.getScoreUnit()));
    Result<?> allocated = run.getSecondaryResults().get("gc.alloc.rate.norm");
    if (allocated != null) {
      line.append(String.format(Locale.ROOT, "  %,.1f B/op", allocated.getScore()));
    }
    return line.toString();
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
