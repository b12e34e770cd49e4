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

/// The directory that a run is kept in: a file for each cell, so that an interruption costs one
/// cell at most.
///
/// ```text
/// run.json                     what it is made with
/// cells/SUITE/CELL.json        one cell each
/// failures/SUITE/CELL.txt      what went wrong
/// index.html, results.json, results.csv, SUITE.json, SUITE.md, SUITE.csv
/// ```
record RunDirectory(Path path) {
  private static final String JSON = ".json";

  /// All that was measured, in the form of JMH's JSON.
  Path results() {
    return path.resolve("results.json");
  }

  /// What the run was made with so far, if it was begun.
  Optional<RunInfo> info() throws IOException {
    Path file = path.resolve("run.json");
    return Files.exists(file) ? Optional.of(RunInfo.read(file)) : Optional.empty();
  }

  /// The one that is asked for, or the latest, or a new one.
  ///
  /// @throws IllegalArgumentException where there is no latest one
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

  /// Begins the run, or goes on with it.
  ///
  /// @param now what this session is made with
  /// @param resume whether another commit is all right
  /// @throws IllegalArgumentException where what is there was measured in another way
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
            "%s holds a run with %s = %s, and this is %s: choose another --out"
                .formatted(path, fact, begun.fact(fact), now.fact(fact)));
      }
    }
    String commits = begun.fact(RunInfo.COMMIT);
    String commit = now.fact(RunInfo.COMMIT);
    if (!Arrays.asList(commits.split(", ", -1)).contains(commit)) {
      if (!resume) {
        throw new IllegalArgumentException(
            "%s holds a run of commit %s, and this is %s: choose another --out, or --resume"
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

  /// Has a cell measured; its file is there whole or not at all.
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

  /// The files of a suite's cells, in the order in which they were made.
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
