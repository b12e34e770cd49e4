// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.report.Docs;
import dev.segue.benchmark.report.Report;
import dev.segue.benchmark.report.RunInfo;
import dev.segue.benchmark.report.ScoreFile;
import dev.segue.benchmark.report.Section;
import dev.segue.benchmark.report.Tables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Writes the report of a run in all formats, for the cells measured so far.
final class Reports {
  private final RunDirectory directory;

  Reports(RunDirectory directory) {
    this.directory = directory;
  }

  /// Writes the report and returns the suites that have results.
  List<Section> write() throws IOException {
    Path out = directory.path();
    var sections = new ArrayList<Section>();
    var everything = new ArrayList<Path>();
    for (Suite suite : Suites.all()) {
      List<Path> cells = directory.cells(suite);
      if (cells.isEmpty()) {
        continue;
      }
      Path json = out.resolve(suite.name() + ".json");
      ScoreFile.join(cells, json);
      everything.add(json);
      sections.add(
          new Section(
              suite.name(),
              suite.title(),
              suite.summary(),
              Tables.of(ScoreFile.read(json)),
              suite.classes(),
              List.of()));
    }
    ScoreFile.join(everything, directory.results());
    Report.write(out, info(), sections);
    return sections;
  }

  /// Inserts the results into the documents that have a place for them.
  ///
  /// @param docs the directory of the documents
  void writeDocs(Path docs, List<Section> sections) throws IOException {
    Docs.write(docs, info(), sections);
  }

  private RunInfo info() throws IOException {
    return directory.info().orElseThrow(() -> new IOException("no run in " + directory.path()));
  }
}
