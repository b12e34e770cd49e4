// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.launch.Case;
import dev.segue.benchmark.launch.CaseRunner;
import dev.segue.benchmark.launch.Cases;
import dev.segue.benchmark.launch.PeerJars;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/// Runs every quick case of JMH once, as briefly as possible, to check that benchmarks work.
///
/// ```
/// java -cp benchmarks/target/benchmarks.jar dev.segue.benchmark.SmokeRun
/// ```
///
/// All cases with the same class path share one JVM, which has all their flags; a fork for each
/// would take minutes. Arguments are options of JMH, such as `-p library=segue`.
public final class SmokeRun {
  private static final TimeValue SHORTEST = TimeValue.milliseconds(1);

  /// The jar that comes first on the class path of a JVM that runs cases; empty for none.
  private static final String PEER = "segue.benchmark.peer";

  private static final String NO_PEER = "";

  private SmokeRun() {}

  /// Runs the cases. The exit code is that of the first JVM in which one fails.
  public static void main(String[] args) throws Exception {
    var options = new CommandLineOptions(args);
    if (System.getProperty(PEER) == null) {
      System.exit(fork(options, args));
    }
    runHere(options, System.getProperty(PEER, NO_PEER));
  }

  /// Starts a JVM for each class path, with the flags, and waits for it.
  private static int fork(CommandLineOptions options, String[] args)
      throws IOException, InterruptedException {
    var flags = new LinkedHashMap<String, Set<String>>();
    for (Case next : cases(options, System.out::println)) {
      flags
          .computeIfAbsent(peer(next), _ -> new LinkedHashSet<>())
          .addAll(next.family().jvmFlags(next.params()));
    }
    try (var peers = new PeerJars()) {
      for (Map.Entry<String, Set<String>> group : flags.entrySet()) {
        String classPath =
            group.getKey().equals(NO_PEER)
                ? System.getProperty("java.class.path")
                : peers.classPath(group.getKey());
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(group.getValue());
        // Results do not matter here, so JMH may run in other processes at the same time.
        command.add("-Djmh.ignoreLock=true");
        command.add("-D" + PEER + "=" + group.getKey());
        command.addAll(List.of("-cp", classPath, SmokeRun.class.getName()));
        command.addAll(List.of(args));
        int exitCode = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (exitCode != 0) {
          return exitCode;
        }
      }
    }
    return 0;
  }

  /// Runs the cases for the class path of this JVM.
  private static void runHere(CommandLineOptions options, String here)
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
    List<Case> cases =
        cases(options, _ -> {}).stream().filter(next -> peer(next).equals(here)).toList();
    int number = 0;
    try (var runner = new CaseRunner(settings)) {
      for (Case next : cases) {
        System.out.printf(Locale.ROOT, "[%d/%d] %s", ++number, cases.size(), next);
        System.out.flush();
        var _ = runner.run(next);
        System.out.println("  works");
      }
    }
  }

  private static String peer(Case next) {
    return next.family().peerJar(next.params()).orElse(NO_PEER);
  }

  private static List<Case> cases(CommandLineOptions options, Consumer<String> absences) {
    return new Cases(Benchmarks.FAMILIES, absences)
        .find(options).stream().filter(next -> next.family().isQuick(next.params())).toList();
  }
}
