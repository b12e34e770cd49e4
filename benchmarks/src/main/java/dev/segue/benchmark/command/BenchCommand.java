// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.Benchmarks;
import dev.segue.benchmark.processes.ProcessSettings;
import dev.segue.benchmark.report.Check;
import dev.segue.benchmark.report.Ratios;
import dev.segue.benchmark.report.RunInfo;
import dev.segue.benchmark.report.Section;
import dev.segue.benchmark.report.Verdicts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue bench`.
@Command(
    name = "segue bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Compare the speed of Segue and of other libraries, and write a report.",
      "",
      "Everything is measured in rounds: in each, all libraries of a row run one after the other,"
          + " each in a JVM of its own. The figure is the median over the rounds of the ratio within a"
          + " round, with its 95 %% interval.",
      "",
      "The report is a page of HTML, Markdown, CSV, and JSON in JMH's form. An interrupted run"
          + " continues when it is started again with the same --out, or with --resume.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:success", "1:failure", "2:wrong usage"},
    footer = {
      "",
      "Start here:",
      "  ./segue bench headline           what the README quotes: about 40 minutes,",
      "                                   with the native libraries of natives/build",
      "  ./segue bench headline --quick   one round of it: a look, no figures to quote",
      "",
      "Arguments after -- go to JMH: ./segue bench zstd -- -p size=1024"
    },
    subcommands = CompareCommand.class)
public final class BenchCommand implements Callable<Integer> {
  private static final int ROUNDS = 5;
  private static final double TOLERANCE = Double.parseDouble(CompareCommand.DEFAULT_TOLERANCE);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "SUITE",
      arity = "0..*",
      description =
          "headline (some cases of several suites), serialization, zstd, codecs, small, caches, kafka,"
              + " rpc, flight, idle, messages, stored, pipeline, shm, one-thread, cold, mixed, classes,"
              + " rules, everyday, texts, views, threads, regression, or all: all of them but regression, in"
              + " four to five hours.")
  private List<String> suites = new ArrayList<>();

  @Option(names = "--quick", description = "Measure one round only: no intervals, no verdicts.")
  private boolean quick;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Measure everything N times, in turn. Default: 5.")
  private int rounds = ROUNDS;

  @Option(names = "--every-case", description = "Measure cases that few users ask for, too.")
  private boolean everyCase;

  @Option(names = "--dry-run", description = "Print what would be measured, and how long it takes.")
  private boolean dryRun;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Directory of the run. Default: a new directory in benchmarks/target/bench.")
  private @Nullable Path out;

  @Option(
      names = "--resume",
      description =
          "Continue the latest run, or the one in --out even if it was made from another commit.")
  private boolean resume;

  @Option(
      names = "--transport",
      split = ",",
      paramLabel = "NAME",
      description = "shm, rpc, flight, idle: measure these transports only.")
  private List<String> transports = new ArrayList<>();

  @Option(
      names = "--size",
      split = ",",
      paramLabel = "BYTES",
      description = "shm, rpc, flight: measure these message lengths only.")
  private List<Integer> sizes = new ArrayList<>();

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = Durations.class,
      description =
          "shm, rpc, pipeline: time of each measurement between two processes; kafka and flight take 5"
              + " times as long, idle 30 times. Default: 300ms.")
  private @Nullable Long millis;

  @Option(
      names = "--check",
      paramLabel = "BASELINE",
      description =
          "Fail where the run is slower than a baseline, as compare has it; what seems slower is"
              + " measured in two more rounds first.")
  private @Nullable Path baseline;

  // Options for maintaining this repository.

  @Option(
      names = "--docs",
      paramLabel = "DIR",
      hidden = true,
      description = "headline: rewrite the results in the documents, and in the README.")
  private @Nullable Path docs;

  @Option(
      names = "--write-baseline",
      paramLabel = "FILE",
      hidden = true,
      description = "Write the ratios of the run, for --check and compare.")
  private @Nullable Path newBaseline;

  private final List<String> jmh;
  private final Path root;

  /// Creates the command.
  ///
  /// @param jmh arguments for JMH
  /// @param root the root of the checkout
  BenchCommand(List<String> jmh, Path root) {
    this.jmh = jmh;
    this.root = root;
  }

  /// Runs the command and exits with its exit code.
  public static void main(String[] args) {
    List<String> all = Arrays.asList(args);
    int separator = all.indexOf("--");
    List<String> own = separator < 0 ? all : all.subList(0, separator);
    List<String> jmh = separator < 0 ? List.of() : all.subList(separator + 1, all.size());
    Path root = Path.of(System.getProperty("segue.root", ""));
    var command = new BenchCommand(jmh, root);
    System.exit(CommandErrors.explained(command).execute(own.toArray(String[]::new)));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter terminal = spec.commandLine().getOut();
    if (spec.commandLine().getParseResult().originalArgs().isEmpty() && jmh.isEmpty()) {
      spec.commandLine().usage(terminal);
      return 0;
    }
    try {
      return run(terminal);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private int run(PrintWriter terminal) throws IOException, InterruptedException {
    if (suites.isEmpty()) {
      throw new IllegalArgumentException("no suite given; name one or more, headline, or all");
    }
    if (rounds < 1) {
      throw new IllegalArgumentException("--rounds must be at least 1");
    }
    boolean headline = suites.contains(Suites.HEADLINE);
    if (docs != null && !headline) {
      throw new IllegalArgumentException("--docs: the documents quote the headline run only");
    }
    int count = quick ? 1 : rounds;
    Map<Suite, Suite.Plan> plans = BenchRun.plan(Suites.named(suites), settings(headline));
    if (dryRun) {
      return print(plans, count, terminal);
    }
    NativeLibraries libraries = NativeLibraries.find(root);
    if (headline && (!quick || docs != null)) {
      libraries.requireReleased();
    }
    terminal.println("native libraries: " + libraries);
    RunDirectory directory = RunDirectory.choose(out, resume);
    RunInfo now = Environment.now(how(), libraries);
    directory.check(now, resume);
    var run = new BenchRun(directory, now, plans, terminal);
    int failures = run.measure(count, _ -> true);
    List<Section> sections = Reports.write(directory, plans);
    boolean slower = false;
    if (baseline != null) {
      Check check = check(baseline, directory);
      if (!check.passes()) {
        measureAgain(run, check, count);
        sections = Reports.write(directory, plans);
        check = check(baseline, directory);
      }
      CompareCommand.print(check, TOLERANCE, terminal);
      slower = !check.passes();
    }
    if (newBaseline != null) {
      Files.writeString(newBaseline, Ratios.read(directory.results()).csv());
    }
    if (docs != null) {
      Reports.writeDocs(directory, docs, sections);
    }
    terminal.println();
    terminal.print(Verdicts.text(sections));
    terminal.println();
    terminal.println("report: " + directory.path().resolve("index.html"));
    terminal.flush();
    return failures == 0 && !slower ? 0 : 1;
  }

  private static int print(Map<Suite, Suite.Plan> plans, int rounds, PrintWriter terminal) {
    plans.forEach((suite, plan) -> {
      plan.cells().forEach(cell -> terminal.println(suite.name() + ": " + cell.name()));
      plan.absences().forEach(line -> terminal.println(suite.name() + ": absent: " + line));
    });
    plans.forEach((suite, plan) ->
        terminal.printf(
            Locale.ROOT,
            "%-14s %4d cells, %s a round%n",
            suite.name(),
            plan.cells().size(),
            Durations.text(BenchRun.seconds(Map.of(suite, plan), 1))));
    terminal.printf(
        Locale.ROOT,
        "%d rounds: about %s%n",
        rounds,
        Durations.text(BenchRun.seconds(plans, rounds)));
    return 0;
  }

  private static Check check(Path baseline, RunDirectory directory) throws IOException {
    return Check.of(Ratios.read(baseline), Ratios.read(directory.results()), TOLERANCE);
  }

  /// Measures cases that seem slower in two more rounds: a busy moment of the machine can look like
  /// a regression, but rarely three times.
  private static void measureAgain(BenchRun run, Check check, int rounds)
      throws IOException, InterruptedException {
    List<Ratios.Case> failed = check.failed();
    run.measure(rounds + 2, name -> failed.stream().anyMatch(next -> next.isMeasuredBy(name)));
  }

  /// Describes the settings that all sessions of a run must share.
  private String how() {
    var how = new ArrayList<String>();
    how.add("4 x 400 ms of warm-up and 5 x 200 ms in each JVM, unless a suite says otherwise");
    if (millis != null) {
      how.add("--duration=" + millis + "ms");
    }
    how.addAll(jmh);
    return String.join(" ", how);
  }

  private Settings settings(boolean headline) {
    try {
      return new Settings(
          headline
              ? Settings.Extent.HEADLINE
              : everyCase ? Settings.Extent.EVERY : Settings.Extent.USUAL,
          new CommandLineOptions(jmh.toArray(String[]::new)),
          Benchmarks.FAMILIES,
          new ProcessSettings(transports, sizes, millis == null ? 0 : millis));
    } catch (CommandLineOptionException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
