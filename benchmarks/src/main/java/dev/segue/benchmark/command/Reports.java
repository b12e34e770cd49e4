// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.report.Csv;
import dev.segue.benchmark.report.Docs;
import dev.segue.benchmark.report.Markdown;
import dev.segue.benchmark.report.Page;
import dev.segue.benchmark.report.Published;
import dev.segue.benchmark.report.RunInfo;
import dev.segue.benchmark.report.Score;
import dev.segue.benchmark.report.ScoreFile;
import dev.segue.benchmark.report.Section;
import dev.segue.benchmark.report.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Writes the report of a run in all formats, for the cells measured so far.
final class Reports {
  private final RunDirectory directory;
  private final Published published = Published.load();

  Reports(RunDirectory directory) throws IOException {
    this.directory = directory;
  }

  /// Writes the report and returns the suites that have results.
  List<Section> write() throws IOException {
    Path out = directory.path();
    RunInfo info = directory.info().orElseThrow(() -> new IOException("no run in " + out));
    var markdown = new Markdown(published);
    var sections = new ArrayList<Section>();
    var everything = new ArrayList<Path>();
    for (Suite suite : Suites.all()) {
      List<Path> cells = directory.cells(suite);
      if (cells.isEmpty()) {
        continue;
      }
      Path json = out.resolve(suite.name() + ".json");
      ScoreFile.joinRounds(cells, json);
      List<Score> scores = ScoreFile.read(json);
      everything.add(json);
      var section =
          new Section(
              suite.name(), suite.title(), suite.summary(), Tables.of(scores), suite.classes());
      sections.add(section);
      Files.writeString(out.resolve(suite.name() + ".csv"), Csv.of(scores));
      Files.writeString(out.resolve(suite.name() + ".md"), markdown.section(section));
    }
    Path all = directory.results();
    ScoreFile.join(everything, all);
    Files.writeString(out.resolve("results.csv"), Csv.of(ScoreFile.read(all)));
    Files.writeString(out.resolve("index.html"), new Page(info, published).html(sections));
    return sections;
  }

  /// Inserts the results into the documents that have a place for them.
  ///
  /// @param docs the directory of the documents
  void writeDocs(Path docs, List<Section> sections) throws IOException {
    RunInfo info =
        directory.info().orElseThrow(() -> new IOException("no run in " + directory.path()));
    new Docs(info, published).write(docs, sections);
  }
}
