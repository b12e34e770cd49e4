// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.RunnerException;

/// Measures the missing cells one after the other and estimates the remaining time.
///
/// A cell that fails is recorded, and the others still run.
final class CellLoop {
  /// A cell and its suite.
  record Part(Suite suite, Cell cell) {}

  private final RunDirectory directory;
  private final PrintWriter out;
  private int failures;
  private double planned;
  private double took;

  CellLoop(RunDirectory directory, PrintWriter out) {
    this.directory = directory;
    this.out = out;
  }

  /// Measures all cells that have no results yet.
  ///
  /// @param finished called after the last cell of each suite
  /// @return the number of cells that failed
  int run(List<Part> all, Finished finished) throws IOException, InterruptedException {
    List<Part> left =
        all.stream().filter(part -> !directory.has(part.suite(), part.cell())).toList();
    double seconds = left.stream().mapToDouble(part -> part.cell().seconds()).sum();
    out.printf(
        Locale.ROOT,
        "%d cells, %d already measured; about %s%n",
        all.size(),
        all.size() - left.size(),
        Left.text(seconds));
    var suites = new ArrayList<Suite>();
    for (int i = 0; i < left.size(); i++) {
      Part part = left.get(i);
      seconds -= part.cell().seconds();
      out.printf(Locale.ROOT, "[%d/%d] %s", i + 1, left.size(), part.cell().name());
      out.flush();
      measure(part);
      double pace = planned == 0 ? 1 : took / planned;
      out.printf(Locale.ROOT, "  (%s left)%n", Left.text(seconds * pace));
      out.flush();
      boolean last = i + 1 == left.size() || !left.get(i + 1).suite().equals(part.suite());
      if (last && !suites.contains(part.suite())) {
        suites.add(part.suite());
        finished.suite();
      }
    }
    return failures;
  }

  /// Writes a report of the results so far.
  @FunctionalInterface
  interface Finished {
    void suite() throws IOException;
  }

  private void measure(Part part) throws IOException, InterruptedException {
    long start = System.nanoTime();
    try {
      out.print(directory.keep(part.suite(), part.cell()));
      planned += part.cell().seconds();
      took += (System.nanoTime() - start) / 1e9;
    } catch (RunnerException | IOException | IllegalStateException e) {
      failures++;
      Path file = directory.failed(part.suite(), part.cell(), e);
      out.print("  FAILED, see " + file);
    }
  }
}
