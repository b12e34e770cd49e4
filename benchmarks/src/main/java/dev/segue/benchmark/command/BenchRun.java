// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.report.Section;
import dev.segue.benchmark.report.Verdicts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// One session of a run: measures what is missing and writes the report.
///
/// @param suites the suites to measure
/// @param settings how to measure
/// @param wanted selects measurements by name
/// @param directory directory of the run
/// @param docs a directory of documents whose results are to be rewritten, or null
/// @param out the terminal
record BenchRun(
    List<Suite> suites,
    Settings settings,
    Predicate<String> wanted,
    RunDirectory directory,
    @Nullable Path docs,
    PrintWriter out) {
  /// Runs the session.
  ///
  /// @return the exit code
  /// @throws IllegalArgumentException if there is nothing to measure
  int run() throws IOException, InterruptedException {
    var parts = new ArrayList<CellLoop.Part>();
    for (Suite suite : suites) {
      List<Cell> cells =
          suite.cells(settings).stream().filter(cell -> wanted.test(cell.name())).toList();
      if (cells.isEmpty()) {
        out.println(suite.name() + ": nothing to measure on this machine");
      }
      cells.forEach(cell -> parts.add(new CellLoop.Part(suite, cell)));
    }
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("nothing to measure: no case matches");
    }
    var reports = new Reports(directory);
    int failures = new CellLoop(directory, out).run(parts, reports::write);
    List<Section> sections = reports.write();
    if (docs != null) {
      reports.writeDocs(docs, sections);
    }
    out.println();
    out.print(Verdicts.text(sections));
    out.println();
    out.println("report: " + directory.path().resolve("index.html"));
    out.flush();
    return failures == 0 ? 0 : 1;
  }
}
