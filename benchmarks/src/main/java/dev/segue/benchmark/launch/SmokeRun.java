// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/// Runs every quick case once, as briefly as JMH allows, to check that benchmarks work.
///
/// All cases with the same class path share one JVM, which has all their flags; a fork for each
/// would take minutes.
public final class SmokeRun {
  private static final TimeValue SHORTEST = TimeValue.milliseconds(1);
  private static final String PEER = "segue.benchmark.peer";
  private static final String NO_PEER = "";

  private SmokeRun() {}

  /// Starts a JVM for each class path, with the flags, and waits for it.
  ///
  /// @param mainClassAndArgs the program to run there, which must call [#runHere] with these
  ///   options
  /// @return the first exit code other than 0, or 0
  public static int fork(
      CommandLineOptions options, Families families, List<String> mainClassAndArgs)
      throws IOException, InterruptedException {
    var flags = new LinkedHashMap<String, Set<String>>();
    for (Case next : cases(options, families, false)) {
      flags
          .computeIfAbsent(peer(next), _ -> new LinkedHashSet<>())
          .addAll(next.family().jvmFlags(next.params()));
    }
    if (flags.isEmpty()) {
      flags.put(NO_PEER, new LinkedHashSet<>());
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
        command.add("-cp");
        command.add(classPath);
        command.addAll(mainClassAndArgs);
        int exitCode = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (exitCode != 0) {
          return exitCode;
        }
      }
    }
    return 0;
  }

  /// Runs the cases for the class path of this JVM.
  ///
  /// @return the number of cases that ran
  public static int runHere(CommandLineOptions options, Families families)
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
    String here = System.getProperty(PEER, NO_PEER);
    List<Case> cases =
        cases(options, families, here.equals(NO_PEER)).stream()
            .filter(next -> peer(next).equals(here))
            .toList();
    return Launcher.smoking(options, cases, settings).run();
  }

  private static String peer(Case next) {
    return next.family().peerJar(next.params()).orElse(NO_PEER);
  }

  private static List<Case> cases(CommandLineOptions options, Families families, boolean aloud) {
    return new Cases(families, aloud ? System.out::println : absence -> {})
        .find(options).stream().filter(next -> next.family().isQuick(next.params())).toList();
  }
}
