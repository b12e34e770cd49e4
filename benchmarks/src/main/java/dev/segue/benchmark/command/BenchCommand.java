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

/// `segue bench`. Exit codes: 0, 1 for a failure or a slowdown, 2 for wrong usage.
@Command(
    name = "segue bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures Segue beside its peers, and makes a report: one page of HTML, Markdown, CSV, and JSON of"
          + " JMH.",
      "",
      "An interrupted run goes on where it was when it is started again with the same --out, or with"
          + " --resume."
    },
    footer = {
      "",
      "What follows -- goes to JMH: ./segue bench serialization -- -p library=segue,fory"
    })
public final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "SUITE",
      arity = "0..*",
      description =
          "serialization, zstd, codecs, small, stored, pipeline, shm, cold, mixed, everyday,"
              + " types, views, threads, regression, or all (the default): all of them but regression.")
  private List<String> arguments = new ArrayList<>();

  @Option(names = "--quick", description = "Fewer cases, and short ones: to look at, not to quote.")
  private boolean quick;

  @Option(
      names = "--every-case",
      description = "With --quick: the cases too that it leaves out, as short as the others.")
  private boolean everyCase;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the run is kept. Default: a new directory in benchmarks/target/bench.")
  private @Nullable Path out;

  @Option(
      names = "--resume",
      description =
          "Go on with the latest run; or with the one in --out although the commit is another.")
  private boolean resume;

  @Option(
      names = "--check",
      arity = "2",
      paramLabel = "FILE",
      description =
          "Compare BASELINE and RESULT, by the ratios to a peer in each, and fail where RESULT is"
              + " slower. Results of JMH, or a file made by --ratios.")
  private List<Path> check = new ArrayList<>();

  @Option(
      names = "--slower-than",
      paramLabel = "BASELINE",
      description =
          "With --out and --rounds: measure once more only what --check says is slower in that run.")
  private @Nullable Path slowerThan;

  @Option(
      names = "--tolerance",
      paramLabel = "SHARE",
      description = "How much smaller a ratio may be in --check. Default: ${DEFAULT-VALUE}.")
  private double tolerance = 0.3;

  @Option(
      names = "--ratios",
      paramLabel = "FILE",
      description =
          "Write the medians of the ratios in the results that are named instead of suites.")
  private @Nullable Path ratios;

  @Option(
      names = "--docs",
      paramLabel = "DIR",
      description = "Rewrite the results in DIR/benchmarks.md, and the plots beside it.")
  private @Nullable Path docs;

  @Option(
      names = "--flame",
      paramLabel = "DIR",
      description = "Draw flame graphs of time and allocation instead of measuring.")
  private @Nullable Path flame;

  @Option(names = "--transport", split = ",", paramLabel = "NAME", description = "shm: only these.")
  private List<String> transports = new ArrayList<>();

  @Option(
      names = "--size",
      split = ",",
      paramLabel = "BYTES",
      description = "shm: only these lengths.")
  private List<Integer> sizes = new ArrayList<>();

  @Option(
      names = "--millis",
      paramLabel = "MS",
      description = "Between two processes: the time of a measurement.")
  private long millis;

  @Option(
      names = "--rounds",
      paramLabel = "COUNT",
      description =
          "How often everything is measured, all else in between; the median counts. Default: 1;"
              + " between processes 5, and 3 with --quick.")
  private int rounds;

  private final List<String> jmh;

  private BenchCommand(List<String> jmh) {
    this.jmh = jmh;
  }

  /// Runs the command, and exits with its code.
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

  /// The command, ready to be executed.
  ///
  /// @param jmh options of JMH
  static CommandLine commandLine(List<String> jmh) {
    return new CommandLine(new BenchCommand(jmh))
        .setExecutionExceptionHandler((e, command, _) -> {
          if (e instanceof IOException) {
            String what = e instanceof NoSuchFileException ? ": there is no such file" : "";
            command.getErr().println("segue bench: " + e.getMessage() + what);
            return 1;
          }
          throw e;
        });
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!check.isEmpty()) {
      return check();
    }
    if (ratios != null) {
      return writeRatios(ratios);
    }
    return run();
  }

  private int check() throws IOException {
    Check comparison = Check.of(Ratios.read(check.get(0)), Ratios.read(check.get(1)), tolerance);
    PrintWriter writer = spec.commandLine().getOut();
    comparison.lines().forEach(writer::println);
    writer.printf(
        Locale.ROOT,
        "%d of %d cases slower by more than %.0f %%, or missing%n",
        comparison.failed().size(),
        comparison.lines().size(),
        100 * tolerance);
    if (comparison.doubts() > 0) {
      writer.printf(
          Locale.ROOT,
          "%d more seem to be slower, but the errors are too large to tell: measure them again when"
              + " the machine is quiet%n",
          comparison.doubts());
    }
    return comparison.passes() ? 0 : 1;
  }

  private int writeRatios(Path file) throws IOException {
    var runs = new ArrayList<Ratios>();
    for (String result : arguments) {
      runs.add(Ratios.read(Path.of(result)));
    }
    if (runs.isEmpty()) {
      throw wrong("--ratios: of which results?");
    }
    Files.writeString(file, Ratios.median(runs).csv());
    return 0;
  }

  private int run() throws IOException, InterruptedException {
    try {
      List<Suite> suites = Suites.named(arguments.isEmpty() ? List.of("all") : arguments);
      if (flame != null) {
        return drawFlames(suites, flame);
      }
      var how = new ArrayList<String>(List.of(quick ? "quick" : "full"));
      if (millis > 0) {
        how.add("--millis=" + millis);
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

  /// Whether a measurement is asked for, by its name.
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

  /// What the command line says, and more options of JMH.
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
          new ShmSettings(transports, sizes, millis));
    } catch (CommandLineOptionException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
