// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.Main;
import dev.segue.benchmark.report.Check;
import dev.segue.benchmark.report.Ratios;
import dev.segue.benchmark.shm.ShmSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/// `segue bench`.
@Command(
    name = "segue bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Compare Segue's speed with that of other libraries, and write a report.",
      "",
      "The report is a page of HTML, Markdown, CSV, and JSON in JMH's form. An interrupted run"
          + " continues when it is started again with the same --out, or with --resume.",
      ""
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:success", "1:failure", "2:wrong usage"},
    footer = {"", "Arguments after -- go to JMH: ./segue bench zstd -- -p size=1024 -f 1"},
    subcommands = CompareCommand.class)
public final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "SUITE",
      arity = "0..*",
      description =
          "serialization, zstd, codecs, small, stored, pipeline, shm, cold, mixed, everyday,"
              + " types, views, threads, regression, or all: all of them but regression.")
  private List<String> arguments = new ArrayList<>();

  @Option(
      names = "--quick",
      description = "Measure fewer cases, each briefly: a rough picture, not figures to quote.")
  private boolean quick;

  @Option(names = "--every-case", description = "With --quick: measure all cases, as briefly.")
  private boolean everyCase;

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
      description = "shm: measure these transports only.")
  private List<String> transports = new ArrayList<>();

  @Option(
      names = "--size",
      split = ",",
      paramLabel = "BYTES",
      description = "shm: measure these message lengths only.")
  private List<Integer> sizes = new ArrayList<>();

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = Time.class,
      description =
          "shm, pipeline: time of each measurement between two processes. Default: 3s, and 500ms"
              + " with --quick.")
  private @Nullable Long millis;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "Measure everything N times, in turn, and take the medians. Default: 1; between processes"
              + " 5, and 3 with --quick.")
  private int rounds;

  // Options for maintaining this repository.

  @Option(
      names = "--slower-than",
      paramLabel = "BASELINE",
      hidden = true,
      description =
          "With --out and --rounds: measure only what is slower in that run, as compare has it.")
  private @Nullable Path slowerThan;

  @Option(
      names = "--tolerance",
      paramLabel = "SHARE",
      defaultValue = CompareCommand.DEFAULT_TOLERANCE,
      hidden = true,
      description = "With --slower-than: as in compare. Default: ${DEFAULT-VALUE}.")
  private double tolerance;

  @Option(
      names = "--ratios",
      paramLabel = "FILE",
      hidden = true,
      description =
          "Write the medians of the ratios in the results that are named instead of suites.")
  private @Nullable Path ratios;

  @Option(
      names = "--docs",
      paramLabel = "DIR",
      hidden = true,
      description = "Rewrite the results in DIR/benchmarks.md, and the plots in DIR/benchmarks.")
  private @Nullable Path docs;

  @Option(
      names = "--flame",
      paramLabel = "DIR",
      hidden = true,
      description = "Draw flame graphs of time and allocation instead of measuring.")
  private @Nullable Path flame;

  private final List<String> jmh;

  private BenchCommand(List<String> jmh) {
    this.jmh = jmh;
  }

  /// Runs the command and exits with its exit code.
  public static void main(String[] args) {
    System.exit(execute(args));
  }

  private static int execute(String... args) {
    List<String> all = Arrays.asList(args);
    int separator = all.indexOf("--");
    List<String> own = separator < 0 ? all : all.subList(0, separator);
    List<String> jmh = separator < 0 ? List.of() : all.subList(separator + 1, all.size());
    return commandLine(jmh).execute(own.toArray(String[]::new));
  }

  /// Creates the command, ready to be executed.
  ///
  /// @param jmh options for JMH
  static CommandLine commandLine(List<String> jmh) {
    return new CommandLine(new BenchCommand(jmh))
        .setOverwrittenOptionsAllowed(true)
        .setParameterExceptionHandler(BenchCommand::answer)
        .setExecutionExceptionHandler((e, command, _) -> {
          if (e instanceof IOException) {
            String reason = e instanceof NoSuchFileException ? ": no such file or directory" : "";
            command
                .getErr()
                .println(command.getCommandSpec().qualifiedName() + ": " + e.getMessage() + reason);
            return 1;
          }
          throw e;
        });
  }

  /// Prints one line about a usage error and one about how to get help.
  private static int answer(ParameterException mistake, String[] arguments) {
    CommandLine command = mistake.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    String message = String.valueOf(mistake.getMessage());
    List<String> similar =
        mistake instanceof UnmatchedArgumentException unmatched
            ? unmatched.getSuggestions()
            : List.of();
    command
        .getErr()
        .println(
            name
                + ": "
                + message.substring(0, 1).toLowerCase(Locale.ROOT)
                + message.substring(1)
                + (similar.isEmpty() ? "" : "; did you mean " + similar.getFirst() + "?"));
    command.getErr().println("Try './" + name + " --help' for more information.");
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (spec.commandLine().getParseResult().originalArgs().isEmpty() && jmh.isEmpty()) {
      spec.commandLine().usage(spec.commandLine().getErr());
      return spec.exitCodeOnInvalidInput();
    }
    if (ratios != null) {
      return writeRatios(ratios);
    }
    if (arguments.isEmpty()) {
      throw wrong("no suite given; name one or more, or all");
    }
    return run();
  }

  private int writeRatios(Path file) throws IOException {
    var runs = new ArrayList<Ratios>();
    for (String result : arguments) {
      runs.add(Ratios.read(Path.of(result)));
    }
    if (runs.isEmpty()) {
      throw wrong("--ratios: no results given; name one or more results.json");
    }
    Files.writeString(file, Ratios.median(runs).csv());
    return 0;
  }

  private int run() throws IOException, InterruptedException {
    try {
      List<Suite> suites = Suites.named(arguments);
      if (flame != null) {
        return drawFlames(suites, flame);
      }
      var how = new ArrayList<String>(List.of(quick ? "quick" : "full"));
      if (millis != null) {
        how.add("--duration=" + millis + "ms");
      }
      how.addAll(jmh);
      RunDirectory directory = RunDirectory.choose(out, resume);
      directory.begin(Environment.now(String.join(" ", how)), resume);
      PrintWriter writer = spec.commandLine().getOut();
      return new BenchRun(suites, settings(List.of()), wanted(directory), directory, docs, writer)
          .run();
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  /// Returns a filter for measurements, by their names.
  private Predicate<String> wanted(RunDirectory directory) throws IOException {
    if (slowerThan == null) {
      return _ -> true;
    }
    Ratios result = Ratios.read(directory.results());
    List<Ratios.Case> slower = Check.of(Ratios.read(slowerThan), result, tolerance).failed();
    return name -> slower.stream().anyMatch(next -> next.isMeasuredBy(name));
  }

  private int drawFlames(List<Suite> suites, Path directory)
      throws IOException, InterruptedException {
    try (var flames = new Flames()) {
      flames.draw(suites, this::settings, directory, spec.commandLine().getOut());
      return 0;
    } catch (RunnerException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /// Combines the options of the command line with further options for JMH.
  private Settings settings(List<String> more) {
    var options = new ArrayList<>(jmh);
    options.addAll(more);
    try {
      return new Settings(
          quick,
          everyCase || !quick,
          rounds,
          new CommandLineOptions(options.toArray(String[]::new)),
          Main.FAMILIES,
          new ShmSettings(transports, sizes, millis == null ? 0 : millis));
    } catch (CommandLineOptionException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
