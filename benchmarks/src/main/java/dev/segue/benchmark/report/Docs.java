// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Inserts results into the project's documents: the text between two marks in `benchmarks.md`, and
/// plots in `benchmarks/`.
public final class Docs {
  private static final String BEGIN = "<!-- results: begin -->\n";
  private static final String END = "<!-- results: end -->\n";

  private final RunInfo info;
  private final Markdown markdown;

  /// Creates a writer.
  ///
  /// @param info facts about the run
  /// @param published published figures to show next to the results
  public Docs(RunInfo info, Published published) {
    this.info = info;
    this.markdown = new Markdown(published);
  }

  /// Rewrites the document.
  ///
  /// @param docs its directory
  /// @throws IOException if the document does not exist or has no marks
  public void write(Path docs, List<Section> sections) throws IOException {
    Path document = docs.resolve("benchmarks.md");
    String text = Files.readString(document);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException(document + " has no " + BEGIN.strip() + " and " + END.strip());
    }
    Path plots = Files.createDirectories(docs.resolve("benchmarks"));
    String results = results(sections, plots);
    Files.writeString(
        document, text.substring(0, begin + BEGIN.length()) + results + text.substring(end));
  }

  private String results(List<Section> sections, Path plots) throws IOException {
    var text = new StringBuilder("\n| | |\n|---|---|\n");
    for (Map.Entry<String, String> fact : info.facts().entrySet()) {
      text.append("| %s | %s |\n".formatted(fact.getKey(), fact.getValue()));
    }
    text.append("\n### Summary\n\n").append(Summary.markdown(sections)).append('\n');
    for (Section section : sections) {
      for (Table table : section.tables()) {
        Files.writeString(plots.resolve(file(section, table)), Overview.svg(table));
      }
      text.append(
          markdown.section(
              section,
              table -> "![%s](benchmarks/%s)\n\n".formatted(table.title(), file(section, table))));
    }
    return text.append('\n').toString();
  }

  private static String file(Section section, Table table) {
    String name = section.name() + "-" + table.title();
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + ".svg";
  }
}
