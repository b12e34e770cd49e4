// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.report.Section;
import dev.segue.benchmark.report.Summary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// One session of a run: what is missing is measured, and the report is made.
///
/// @param suites what is asked for
/// @param settings how
/// @param wanted which measurements, by their names
/// @param directory where it is kept
/// @param docs a directory with documents that hold results, if they are to be rewritten
/// @param out the terminal
record BenchRun(
    List<Suite> suites,
    Settings settings,
    Predicate<String> wanted,
    RunDirectory directory,
    @Nullable Path docs,
    PrintWriter out) {
  /// Runs.
  ///
  /// @return the exit code
  /// @throws IllegalArgumentException where there is nothing to measure
  int run() throws IOException, InterruptedException {
    var parts = new ArrayList<CellLoop.Part>();
    for (Suite suite : suites) {
      List<Cell> cells =
          suite.cells(settings).stream().filter(cell -> wanted.test(cell.name())).toList();
      if (cells.isEmpty()) {
        out.println(suite.name() + ": nothing of it is to be measured here");
      }
      cells.forEach(cell -> parts.add(new CellLoop.Part(suite, cell)));
    }
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("there is nothing to be measured");
    }
    var reports = new Reports(directory);
    int failures = new CellLoop(directory, out).run(parts, reports::write);
    List<Section> sections = reports.write();
    if (docs != null) {
      reports.writeDocs(docs, sections);
    }
    out.println();
    out.print(Summary.markdown(sections));
    out.println();
    out.println("report: " + directory.path().resolve("index.html"));
    out.flush();
    return failures == 0 ? 0 : 1;
  }
}
