// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Rewrites the results in the project's documents from a single run.
public final class Docs {
  private static final String COMMAND = "./segue bench headline --docs docs";
  private static final String END = "<!-- end -->";

  private Docs() {}

  /// Rewrites the marked blocks of the README, and all files of results.
  ///
  /// @param docs the directory of the documents; the README is beside it
  /// @throws IOException if a file cannot be written, the README lacks a mark, or the run lacks the
  ///   rows of the README's chart
  public static void write(Path docs, RunInfo info, List<Section> sections) throws IOException {
    var markdown = new Markdown(info, sections);
    Path readme = docs.resolveSibling("README.md");
    String text = Files.readString(readme);
    text = replace(readme, text, "verdict", markdown.verdictBlock());
    text = replace(readme, text, "results", markdown.resultsBlock());
    Optional<String> chart = new Charts(info).readme(sections);
    if (chart.isEmpty()) {
      throw new IOException("no chart for " + readme + ": the run has no SerializationBenchmark");
    }
    Path results = Files.createDirectories(docs.resolve("results"));
    Files.writeString(readme, text);
    Files.writeString(results.resolve("chart.svg"), chart.get());
    Files.writeString(results.resolve("results.csv"), Csv.of(sections));
    Files.writeString(docs.resolve("results.md"), markdown.results(COMMAND));
    Files.writeString(results.resolve("run.md"), markdown.run(COMMAND));
    for (Section section : sections) {
      Files.writeString(results.resolve(section.name() + ".md"), markdown.suite(section, COMMAND));
    }
  }

  private static String replace(Path file, String text, String name, String block)
      throws IOException {
    String begin = "<!-- generated: " + name + " -->\n";
    int from = text.indexOf(begin);
    int to = from < 0 ? -1 : text.indexOf(END, from);
    if (to < 0) {
      throw new IOException(file + " has no " + begin.strip() + " with " + END);
    }
    return text.substring(0, from) + begin + block + text.substring(to);
  }
}
