// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The report of a run: a page of HTML, a Markdown file for each suite, and the scores as CSV.
public final class Report {
  private Report() {}

  /// Writes the report.
  ///
  /// @param directory the directory of the run
  /// @throws IOException if a file cannot be written
  public static void write(Path directory, RunInfo info, List<Section> sections)
      throws IOException {
    Files.writeString(directory.resolve("index.html"), new Page(info, sections).html());
    Files.writeString(directory.resolve("results.csv"), Csv.of(sections));
    var markdown = new Markdown(info, sections);
    for (Section section : sections) {
      Files.writeString(
          directory.resolve(section.name() + ".md"), markdown.suite(section, "./segue bench"));
    }
  }
}
