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
import java.util.Map;

/// Writes the report of a run, and the documents, from the measurements in its directory.
final class Reports {
  private Reports() {}

  /// Writes the report of everything measured so far.
  ///
  /// @param plans the plans of this session, for the order of the cells
  /// @return the suites that have results
  static List<Section> write(RunDirectory directory, Map<Suite, Suite.Plan> plans)
      throws IOException {
    var sections = new ArrayList<Section>();
    var everything = new ArrayList<Path>();
    for (Suite suite : Suites.all()) {
      List<Cell> plan = plans.containsKey(suite) ? plans.get(suite).cells() : List.of();
      List<Path> files = directory.files(suite, plan);
      if (!files.isEmpty()) {
        Path json = directory.path().resolve(suite.name() + ".json");
        ScoreFile.join(files, json);
        everything.add(json);
        sections.add(
            new Section(
                suite.name(),
                suite.title(),
                suite.summary(),
                Tables.of(ScoreFile.read(json)),
                directory.readAbsences(suite)));
      }
    }
    ScoreFile.join(everything, directory.results());
    Report.write(directory.path(), info(directory), sections);
    return sections;
  }

  /// Rewrites the results in the documents.
  ///
  /// @param docs the directory of the documents
  /// @throws IllegalArgumentException if the run is not of a single, unmodified commit
  static void writeDocs(RunDirectory directory, Path docs, List<Section> sections)
      throws IOException {
    RunInfo info = info(directory);
    String commit = info.fact(RunInfo.COMMIT);
    if (commit.contains(",") || commit.endsWith("-changed")) {
      throw new IllegalArgumentException(
          "--docs: the documents quote one run of one commit, but this one has " + commit);
    }
    Docs.write(docs, info, sections);
  }

  private static RunInfo info(RunDirectory directory) throws IOException {
    return directory.info().orElseThrow(() -> new IOException("no run in " + directory.path()));
  }
}
