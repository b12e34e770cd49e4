// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/// Runs one case at a time through JMH, each with its own JVM flags and class path.
///
/// Not thread-safe, and only one may exist in a JVM: the class path of JMH's forks is a property of
/// the whole JVM.
public final class CaseRunner implements AutoCloseable {
  private static final String CLASS_PATH = "java.class.path";

  /// The same pre-touched heap for all libraries: the first touch of a page can take longer than
  /// handling an object, and would slow down the library that allocates most.
  private static final List<String> SAME_HEAP = List.of("-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch");

  private final Options options;
  private final PeerJars peers = new PeerJars();
  private final AotCaches caches = new AotCaches();

  /// Creates a runner with these options.
  public CaseRunner(Options options) {
    this.options = options;
  }

  /// Adds the default profilers to the options, unless they name other profilers.
  public static Options withProfilers(Options options) {
    var defaults = new OptionsBuilder().parent(options).shouldFailOnError(true);
    if (options.getProfilers().isEmpty()) {
      defaults.addProfiler(GCProfiler.class);
    }
    return defaults.addProfiler(Figures.class).build();
  }

  /// Runs a case.
  ///
  /// @throws RunnerException if it fails, with JMH's output
  public Collection<RunResult> run(Case next) throws RunnerException, IOException {
    boolean aloud = options.verbosity().hasValue() || options.getOutput().hasValue();
    Path log = Files.createTempFile("segue-benchmark", ".log");
    try {
      ChainedOptionsBuilder builder = builder(next);
      if (!aloud) {
        builder.output(log.toString()).verbosity(VerboseMode.NORMAL);
      }
      return runWithClassPath(next, builder.build());
    } catch (RunnerException e) {
      throw new RunnerException(e.getMessage() + System.lineSeparator() + Files.readString(log), e);
    } finally {
      Files.deleteIfExists(log);
    }
  }

  /// Returns the options of a case. The measured JVM has no flags of this one, to which JMH would
  /// append others.
  ChainedOptionsBuilder builder(Case next) throws IOException {
    ChainedOptionsBuilder builder =
        new OptionsBuilder()
            .parent(options)
            // An include would only add to those of the command line.
            .exclude("^(?!\\Q" + next.benchmark() + "\\E$)")
            .jvmArgsAppend(flags(next));
    if (!options.getJvmArgs().hasValue()) {
      builder.jvmArgs();
    }
    next.params().forEach(builder::param);
    return builder;
  }

  private Collection<RunResult> runWithClassPath(Case next, Options caseOptions)
      throws RunnerException, IOException {
    Optional<String> peer = next.family().peerJar(next.params());
    if (peer.isEmpty() || !forks(caseOptions)) {
      return new Runner(caseOptions).run();
    }
    String usual = System.getProperty(CLASS_PATH);
    System.setProperty(CLASS_PATH, peers.classPath(peer.get()));
    try {
      return new Runner(caseOptions).run();
    } finally {
      System.setProperty(CLASS_PATH, usual);
    }
  }

  /// Returns the flags of the measured JVM; flags of the command line come after the library's
  /// flags.
  private String[] flags(Case next) throws IOException {
    var flags = new ArrayList<>(SAME_HEAP);
    flags.addAll(next.family().jvmFlags(next.params()));
    if (options.getJvmArgsAppend().hasValue()) {
      flags.addAll(options.getJvmArgsAppend().get());
    }
    List<String> training = next.family().aotTraining(next.params());
    if (!training.isEmpty() && forks(options)) {
      List<String> all = Stream.concat(fromCommandLine().stream(), flags.stream()).toList();
      flags.addAll(caches.flags(all, training));
    }
    return flags.toArray(String[]::new);
  }

  /// The flags of the command line to which JMH appends others. A cache is refused where the
  /// measured JVM has other flags than the one that has made it.
  private List<String> fromCommandLine() {
    List<String> flags = new ArrayList<>(options.getJvmArgsPrepend().orElse(List.of()));
    flags.addAll(options.getJvmArgs().orElse(List.of()));
    return flags;
  }

  private static boolean forks(Options options) {
    return !options.getForkCount().hasValue() || options.getForkCount().get() > 0;
  }

  @Override
  public void close() throws IOException {
    try (caches) {
      peers.close();
    }
  }
}
