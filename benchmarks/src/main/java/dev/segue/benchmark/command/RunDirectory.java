// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.report.RunInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.RunnerException;

/// The directory of a run: a file for each cell, so that an interruption loses one cell at most.
///
/// ```text
/// run.json                     facts about the run
/// cells/SUITE/CELL.json        one cell each
/// failures/SUITE/CELL.txt      errors
/// index.html, results.json, results.csv, SUITE.json, SUITE.md, SUITE.csv
/// ```
record RunDirectory(Path path) {
  private static final String JSON = ".json";

  /// Returns the file with all results, in JMH's JSON format.
  Path results() {
    return path.resolve("results.json");
  }

  /// Returns the facts about the run so far, or empty if it has not begun.
  Optional<RunInfo> info() throws IOException {
    Path file = path.resolve("run.json");
    return Files.exists(file) ? Optional.of(RunInfo.read(file)) : Optional.empty();
  }

  /// Returns the requested directory, or the latest one, or a new one.
  ///
  /// @throws IllegalArgumentException if there is no latest one
  static RunDirectory choose(@Nullable Path asked, boolean resume) throws IOException {
    if (asked != null) {
      return new RunDirectory(asked);
    }
    Path runs = Path.of(System.getProperty("segue.root", ""), "benchmarks", "target", "bench");
    if (!resume) {
      var now = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
      return new RunDirectory(runs.resolve(LocalDateTime.now(ZoneId.systemDefault()).format(now)));
    }
    if (Files.isDirectory(runs)) {
      try (Stream<Path> all = Files.list(runs)) {
        Optional<Path> latest = all.filter(Files::isDirectory).max(Comparator.naturalOrder());
        if (latest.isPresent()) {
          return new RunDirectory(latest.get());
        }
      }
    }
    throw new IllegalArgumentException("--resume: no run in " + runs);
  }

  /// Begins the run or continues it.
  ///
  /// @param now facts about this session
  /// @param resume whether to accept another commit
  /// @throws IllegalArgumentException if the existing results were measured differently
  void begin(RunInfo now, boolean resume) throws IOException {
    Files.createDirectories(path);
    Optional<RunInfo> before = info();
    if (before.isEmpty()) {
      now.write(path.resolve("run.json"));
      return;
    }
    RunInfo begun = before.get();
    for (String fact : List.of("machine", "JDK", RunInfo.SETTINGS)) {
      if (!begun.fact(fact).equals(now.fact(fact))) {
        throw new IllegalArgumentException(
            "%s has a run with %s = %s, but this one has %s: choose another --out"
                .formatted(path, fact, begun.fact(fact), now.fact(fact)));
      }
    }
    String commits = begun.fact(RunInfo.COMMIT);
    String commit = now.fact(RunInfo.COMMIT);
    if (!Arrays.asList(commits.split(", ", -1)).contains(commit)) {
      if (!resume) {
        throw new IllegalArgumentException(
            "%s has a run of commit %s, but this is %s: choose another --out, or --resume"
                .formatted(path, commits, commit));
      }
      var facts = new LinkedHashMap<>(begun.facts());
      facts.put(RunInfo.COMMIT, commits + ", " + commit);
      new RunInfo(facts).write(path.resolve("run.json"));
    }
  }

  boolean has(Suite suite, Cell cell) {
    return Files.exists(file(suite, cell));
  }

  /// Measures a cell; its file exists complete or not at all.
  String keep(Suite suite, Cell cell) throws IOException, RunnerException, InterruptedException {
    Path file = file(suite, cell);
    Files.createDirectories(file.getParent());
    Path part = file.resolveSibling(file.getFileName() + ".part");
    String line = cell.measure(part);
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return line;
  }

  Path failed(Suite suite, Cell cell, Exception e) throws IOException {
    Path directory = path.resolve("failures").resolve(suite.name());
    Files.createDirectories(directory);
    Path file = directory.resolve(fileName(cell) + ".txt");
    Files.writeString(file, e + System.lineSeparator());
    return file;
  }

  /// Returns the files of a suite's cells, in the order of their creation.
  List<Path> cells(Suite suite) throws IOException {
    Path directory = path.resolve("cells").resolve(suite.name());
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(JSON))
          .sorted(Comparator.comparing(RunDirectory::modified).thenComparing(Path::toString))
          .toList();
    }
  }

  private static FileTime modified(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path file(Suite suite, Cell cell) {
    return path.resolve("cells").resolve(suite.name()).resolve(fileName(cell) + JSON);
  }

  private static String fileName(Cell cell) {
    return cell.name().replaceAll("[^A-Za-z0-9.=+-]+", "_").toLowerCase(Locale.ROOT);
  }
}
