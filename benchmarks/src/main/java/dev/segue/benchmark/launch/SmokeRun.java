// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/// Runs every quick case once, for as short as JMH allows: whether a benchmark works, not how fast.
///
/// All cases share one JVM, which has the flags of them all. A fork for each would take minutes.
public final class SmokeRun {
  private static final TimeValue SHORTEST = TimeValue.milliseconds(1);

  private SmokeRun() {}

  /// Starts the JVM with the flags, and waits for it.
  ///
  /// @param mainClassAndArgs what to run there: it must come to [#runHere] with these options
  /// @return its exit code
  public static int fork(
      CommandLineOptions options, Map<String, Family> families, List<String> mainClassAndArgs)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    var flags = new LinkedHashSet<String>();
    cases(options, families, false)
        .forEach(next -> flags.addAll(next.family().jvmFlags(next.params())));
    command.addAll(flags);
    // Figures don't matter here, so others may run JMH at the same time.
    command.add("-Djmh.ignoreLock=true");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.addAll(mainClassAndArgs);
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }

  /// Runs the cases in this JVM.
  ///
  /// @return the number of cases that ran
  public static int runHere(CommandLineOptions options, Map<String, Family> families)
      throws RunnerException, IOException {
    var settings =
        new OptionsBuilder()
            .parent(options)
            .shouldFailOnError(true)
            .forks(0)
            .warmupForks(0)
            .warmupIterations(0)
            .measurementIterations(1)
            .measurementTime(SHORTEST)
            .build();
    return Launcher.smoking(options, cases(options, families, true), settings).run();
  }

  private static List<Case> cases(
      CommandLineOptions options, Map<String, Family> families, boolean aloud) {
    return new Cases(families, aloud ? System.out::println : absence -> {})
        .find(options).stream().filter(next -> next.family().isQuick(next.params())).toList();
  }
}
