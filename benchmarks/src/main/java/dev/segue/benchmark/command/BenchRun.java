// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.command.RunDirectory.Measurement;
import dev.segue.benchmark.report.RunInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.openjdk.jmh.runner.RunnerException;

/// One session of a run: measures missing cells, round by round, and keeps the report up to date.
///
/// A round contains every cell once, so that all libraries are measured under the same conditions
/// of the machine. A failing cell is recorded, and the others still run.
final class BenchRun {
  private final RunDirectory directory;
  private final RunInfo now;
  private final PrintWriter out;
  private final Map<Suite, Suite.Plan> plans;
  private int failures;
  private double planned;
  private double took;

  /// Prepares a session.
  ///
  /// @param directory directory of the run
  /// @param now facts about the session
  /// @param plans the plans of the suites to measure
  /// @param out the terminal
  BenchRun(RunDirectory directory, RunInfo now, Map<Suite, Suite.Plan> plans, PrintWriter out) {
    this.directory = directory;
    this.now = now;
    this.plans = plans;
    this.out = out;
  }

  /// Plans the suites.
  ///
  /// @throws IllegalArgumentException if there is nothing to measure
  static Map<Suite, Suite.Plan> plan(List<Suite> suites, Settings settings) {
    var plans = new LinkedHashMap<Suite, Suite.Plan>();
    for (Suite suite : suites) {
      Suite.Plan plan = suite.plan(settings);
      if (!plan.cells().isEmpty()) {
        plans.put(suite, plan);
      }
    }
    if (plans.isEmpty()) {
      throw new IllegalArgumentException("nothing to measure: no case matches");
    }
    return plans;
  }

  /// Returns the expected duration of some rounds.
  static double seconds(Map<Suite, Suite.Plan> plans, int rounds) {
    return rounds
        * plans.values().stream()
            .flatMap(plan -> plan.cells().stream())
            .mapToDouble(Cell::seconds)
            .sum();
  }

  /// Measures all cells without results in the given rounds.
  ///
  /// @param rounds number of rounds
  /// @param wanted selects cells by name
  /// @return the number of measurements that failed
  int measure(int rounds, Predicate<String> wanted) throws IOException, InterruptedException {
    List<Measurement> all =
        IntStream.rangeClosed(1, rounds)
            .boxed()
            .flatMap(round -> round(round).stream())
            .filter(next -> wanted.test(next.cell().name()))
            .toList();
    List<Measurement> left = all.stream().filter(next -> !directory.has(next)).toList();
    double seconds = left.stream().mapToDouble(next -> next.cell().seconds()).sum();
    out.printf(
        Locale.ROOT,
        "%d measurements in %s, %d already there; about %s%n",
        all.size(),
        rounds == 1 ? "1 round" : rounds + " rounds",
        all.size() - left.size(),
        Durations.text(seconds));
    if (left.isEmpty()) {
      return 0;
    }
    directory.begin(now);
    for (Map.Entry<Suite, Suite.Plan> plan : plans.entrySet()) {
      directory.addAbsences(plan.getKey(), plan.getValue().absences());
    }
    failures = 0;
    int round = left.getFirst().round();
    for (int i = 0; i < left.size(); i++) {
      Measurement next = left.get(i);
      if (next.round() != round) {
        round = next.round();
        Reports.write(directory, plans);
        out.printf("round %d of %d; the report so far: %s%n", round, rounds, index());
      }
      seconds -= next.cell().seconds();
      out.printf(Locale.ROOT, "[%d/%d] %s", i + 1, left.size(), next.cell().name());
      out.flush();
      measure(next);
      double pace = planned == 0 ? 1 : took / planned;
      out.printf(Locale.ROOT, "  (%s left)%n", Durations.text(seconds * pace));
      out.flush();
    }
    return failures;
  }

  private String index() {
    return directory.path().resolve("index.html").toString();
  }

  private List<Measurement> round(int number) {
    var all = new ArrayList<Measurement>();
    plans.forEach((suite, plan) ->
        plan.cells().forEach(cell -> all.add(new Measurement(suite, cell, number))));
    return all;
  }

  private void measure(Measurement next) throws IOException, InterruptedException {
    long start = System.nanoTime();
    try {
      out.print(directory.keep(next));
      planned += next.cell().seconds();
      took += (System.nanoTime() - start) / 1e9;
    } catch (RunnerException | IOException | IllegalStateException e) {
      failures++;
      out.print("  FAILED, see " + directory.failed(next, e));
    }
  }
}
