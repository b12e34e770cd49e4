// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.report.Json;
import dev.segue.benchmark.report.RunInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.RunnerException;

/// The directory of a run: one file per cell and round, so that an interruption loses at most one
/// measurement.
///
/// ```text
/// run.json                          facts about the run
/// cells/SUITE/CELL.ROUND.json       one measurement each
/// cells/SUITE/absent.txt            the cases that do not exist, and why
/// failures/SUITE/CELL.ROUND.txt     errors
/// index.html, results.json, ...     the report
/// ```
record RunDirectory(Path path) {
  private static final String JSON = ".json";

  /// One measurement.
  ///
  /// @param suite the suite of the cell
  /// @param cell the cell
  /// @param round from 1
  record Measurement(Suite suite, Cell cell, int round) {
    String fileName() {
      String name = cell.name().replaceAll("[^A-Za-z0-9.=+-]+", "_").toLowerCase(Locale.ROOT);
      return name + "." + round;
    }
  }

  /// Returns the file with all results, in JMH's JSON format.
  Path results() {
    return path.resolve("results.json");
  }

  private Path facts() {
    return path.resolve("run.json");
  }

  private Path cells(Suite suite) {
    return path.resolve("cells").resolve(suite.name());
  }

  private Path absences(Suite suite) {
    return cells(suite).resolve("absent.txt");
  }

  /// Returns the recorded facts about the run, or empty if it has not started.
  Optional<RunInfo> info() throws IOException {
    return Files.exists(facts()) ? Optional.of(RunInfo.read(facts())) : Optional.empty();
  }

  /// Returns the requested directory, or the latest one, or a new one.
  ///
  /// @throws IllegalArgumentException if there is no run yet
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

  /// Checks that measurements of this session may be added to the run.
  ///
  /// @param now facts about this session
  /// @param resume whether to accept another commit
  /// @throws IllegalArgumentException if the existing results were measured differently
  void check(RunInfo now, boolean resume) throws IOException {
    Optional<RunInfo> before = info();
    if (before.isEmpty()) {
      return;
    }
    RunInfo begun = before.get();
    for (String fact : List.of("machine", "JDK", RunInfo.LIBRARIES, RunInfo.SETTINGS)) {
      if (!begun.fact(fact).equals(now.fact(fact))) {
        throw new IllegalArgumentException(
            "%s has a run with %s = %s, but this one has %s: choose another --out"
                .formatted(path, fact, begun.fact(fact), now.fact(fact)));
      }
    }
    String commit = now.fact(RunInfo.COMMIT);
    if (!resume && !commits(begun).contains(commit)) {
      throw new IllegalArgumentException(
          "%s has a run of commit %s, but this is %s: choose another --out, or --resume"
              .formatted(path, begun.fact(RunInfo.COMMIT), commit));
    }
  }

  /// Begins the run or continues it, before the first measurement of a session.
  void begin(RunInfo now) throws IOException {
    Files.createDirectories(path);
    Optional<RunInfo> before = info();
    if (before.isEmpty()) {
      now.write(facts());
      return;
    }
    var commits = new LinkedHashSet<>(commits(before.get()));
    if (commits.add(now.fact(RunInfo.COMMIT))) {
      var all = new LinkedHashMap<>(before.get().facts());
      all.put(RunInfo.COMMIT, String.join(", ", commits));
      new RunInfo(all).write(facts());
    }
  }

  private static List<String> commits(RunInfo info) {
    return Arrays.asList(info.fact(RunInfo.COMMIT).split(", ", -1));
  }

  boolean has(Measurement next) {
    return Files.exists(cells(next.suite()).resolve(next.fileName() + JSON));
  }

  /// Measures a cell. Its file is created atomically.
  String keep(Measurement next) throws IOException, RunnerException, InterruptedException {
    Path file = cells(next.suite()).resolve(next.fileName() + JSON);
    Files.createDirectories(file.getParent());
    Path part = file.resolveSibling(file.getFileName() + ".part");
    String line = next.cell().measure(part);
    Json.putIntoEach(part, "round", next.round());
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return line;
  }

  Path failed(Measurement next, Exception e) throws IOException {
    Path directory = path.resolve("failures").resolve(next.suite().name());
    Files.createDirectories(directory);
    Path file = directory.resolve(next.fileName() + ".txt");
    Files.writeString(file, e + System.lineSeparator());
    return file;
  }

  /// Returns the files of a suite's measurements, in the order of its plan if they are part of it.
  ///
  /// @param plan the cells in the order of the report
  List<Path> files(Suite suite, List<Cell> plan) throws IOException {
    Path directory = cells(suite);
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    var order = new ArrayList<String>();
    plan.forEach(cell -> order.add(new Measurement(suite, cell, 0).fileName()));
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(JSON))
          .sorted(
              Comparator.comparingInt((Path file) -> rank(order, file))
                  .thenComparing(Path::toString))
          .toList();
    }
  }

  private static int rank(List<String> order, Path file) {
    String name = file.getFileName().toString();
    int round = name.lastIndexOf('.', name.length() - JSON.length() - 1);
    int rank = order.indexOf(name.substring(0, round) + ".0");
    return rank < 0 ? order.size() : rank;
  }

  /// Records unsupported cases of a suite.
  void addAbsences(Suite suite, List<String> lines) throws IOException {
    var all = new LinkedHashSet<>(readAbsences(suite));
    all.addAll(lines);
    Files.createDirectories(cells(suite));
    Files.write(absences(suite), all);
  }

  /// Returns the unsupported cases of the suite: a line for each library and reason.
  List<String> readAbsences(Suite suite) throws IOException {
    return Files.exists(absences(suite)) ? Files.readAllLines(absences(suite)) : List.of();
  }
}
