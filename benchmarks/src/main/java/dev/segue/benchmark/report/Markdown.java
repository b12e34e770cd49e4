// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The results of a run in Markdown.
final class Markdown {
  /// The maximum number of losses that are listed individually.
  private static final int MOST_LOSSES = 40;

  private static final String TERMS =
      """

      ## Words

      - **as it comes**: with default options, and no JVM flag that the [list](results/run.md) does not have.
      - **near**, **far**: the two processes run on processors that share a cache, or that do not: a bare flag \
      between the same two threads takes less than 250 ns for a round trip, or more. Where processes run is up to \
      the operating system, so a run may have no near rows.
      - **best form**: of several ways to use a library without further flags (arrays or segments, \
      interpreted or compiled), the fastest in that row; Segue's and the peer's are chosen alike.
      """;

  private final RunInfo info;
  private final List<Section> sections;
  private final List<Row> rows;
  private final Map<Row.Key, String> names;
  private final List<Standing> standings;

  Markdown(RunInfo info, List<Section> sections) {
    this.info = info;
    this.sections = sections;
    rows = Standing.rows(sections);
    names = Standing.names(sections);
    standings = Standing.of(sections);
  }

  /// Returns the page about one suite.
  ///
  /// @param command the command that generates the page
  String suite(Section section, String command) {
    var text = new StringBuilder(Texts.comment(command));
    text.append("# ").append(section.title()).append(": every figure\n\n");
    text.append("This page is for readers who look up single figures of this suite.\n\n");
    text.append(section.summary()).append("\n\n").append(Texts.method(sections)).append(' ');
    text.append(Texts.CELLS).append("\n\n");
    for (Table table : section.tables()) {
      text.append("## ").append(table.title()).append("\n\n");
      text.append(Grid.of(table, info).markdown()).append('\n');
    }
    if (!section.absences().isEmpty()) {
      text.append("## Not possible\n\n");
      section.absences().forEach(line -> text.append("- ").append(line).append('\n'));
      text.append('\n');
    }
    List<Row> own = Standing.rows(List.of(section));
    Published.of(own)
        .forEach((source, comparisons) -> {
          text.append("## Published by ").append(source.project()).append("\n\n");
          text.append(Texts.PUBLISHED).append("\n\n*").append(source.document()).append("*; ");
          text.append(source.machine()).append(".\n\n");
          text.append(Published.grid(comparisons, names, info).markdown()).append('\n');
        });
    return text.toString();
  }

  /// Returns the page with a summary of the results.
  String results(String command) {
    var text = new StringBuilder(Texts.comment(command));
    text.append(
        "# Results\n\nThis page is for readers who want to know where Segue is faster than its");
    text.append(" peers, and where it is not. [Method](benchmarks.md), raw figures as");
    text.append(" [CSV](results/results.csv).\n\n");
    if (standings.isEmpty()) {
      text.append(Texts.NOTHING_TO_COMPARE).append("\n");
    } else {
      text.append(verdicts()).append("\n× is the geometric mean over all rows that measure both. ");
      text.append(Texts.method(sections));
      text.append(" Segue's JVM flags: `").append(new JvmFlags(rows).ours()).append("`.");
      text.append("\n\n## Suites\n\n");
      text.append("The [README](../README.md#results) has a few rows, these pages have all.\n\n");
      text.append(suites()).append("\n## Losses\n\n").append(losses());
    }
    appendSubjects(text);
    text.append(TERMS);
    text.append("\n[The run](results/run.md): machine, versions, settings, JVM flags.\n");
    return text.toString();
  }

  /// Returns the page about what was measured where, and how.
  String run(String command) {
    var text = new StringBuilder(Texts.comment(command));
    text.append("# The run\n\nThis page is for readers who repeat the measurements.\n\n");
    text.append("| | |\n|---|---|\n");
    info.facts().forEach((name, value) -> text.append("| %s | %s |\n".formatted(name, value)));
    appendFlags(text);
    return text.toString();
  }

  private void appendSubjects(StringBuilder text) {
    Map<String, String> subjects = Subjects.of(rows);
    if (!subjects.isEmpty()) {
      text.append("\n## The objects\n\n");
      subjects.forEach((name, line) -> text.append("- **%s**: %s\n".formatted(name, line)));
    }
  }

  private void appendFlags(StringBuilder text) {
    Map<String, List<Library>> libraries = new JvmFlags(rows).libraries();
    if (!libraries.isEmpty()) {
      text.append("\n## JVM flags\n\n");
      libraries.forEach((flags, shown) ->
          text.append(
              "- `%s`: %s\n"
                  .formatted(
                      flags,
                      shown.stream()
                          .map(library -> library.label(info))
                          .collect(Collectors.joining("; ")))));
    }
  }

  private String verdicts() {
    var lines = new LinkedHashMap<String, Standing>();
    standings.forEach(standing -> lines.put(standing.label(info), standing));
    return tally("compared with", lines);
  }

  private String suites() {
    var lines = new LinkedHashMap<String, Standing>();
    for (Section section : sections) {
      List<Ratio> edges = Standing.edges(List.of(section));
      if (!edges.isEmpty()) {
        String link = "[%s](results/%s.md)".formatted(section.title(), section.name());
        lines.put(link, new Standing(Standing.BEST, edges));
      }
    }
    return tally("best peer of each row", lines);
  }

  private static String tally(String head, Map<String, Standing> lines) {
    var text = new StringBuilder("| " + head + " | Segue's speed | rows ahead | tied | behind |\n");
    text.append("|---|--:|--:|--:|--:|\n");
    lines.forEach((name, standing) ->
        text.append(
            "| %s | **%s ×** | %d | %d | %d |\n"
                .formatted(
                    name,
                    Interval.ratio(standing.mean()),
                    standing.count(Verdict.AHEAD),
                    standing.count(Verdict.TIED),
                    standing.count(Verdict.BEHIND))));
    return text.toString();
  }

  /// Returns the rows in which the best peer is faster, starting with the worst.
  private List<Ratio> behind() {
    return Standing.edges(sections).stream()
        .filter(edge -> edge.verdict() == Verdict.BEHIND)
        .sorted(Comparator.comparingDouble(Ratio::median))
        .toList();
  }

  private String losses() {
    List<Ratio> behind = behind();
    if (behind.isEmpty()) {
      return "In no row of this run is the best peer faster.\n";
    }
    var text =
        new StringBuilder(
            "The best peer is faster in %d of %d rows:\n\n"
                .formatted(behind.size(), Standing.edges(sections).size()));
    for (Ratio loss : behind.stream().limit(MOST_LOSSES).toList()) {
      text.append("- ").append(loss(loss)).append('\n');
    }
    if (behind.size() > MOST_LOSSES) {
      text.append("- and %d more, in the suites\n".formatted(behind.size() - MOST_LOSSES));
    }
    return text.toString();
  }

  private String loss(Ratio loss) {
    return "%s: %s of %s"
        .formatted(
            names.get(loss.row().key()),
            loss.text(),
            Library.of(loss.second(), loss.row().params()).shortLabel(info));
  }

  /// Returns the README's block with the summary and the chart.
  String verdictBlock() {
    var lines = new LinkedHashMap<String, Standing>();
    for (Standing standing : standings) {
      String area = standing.peer().area();
      if (!area.isEmpty()) {
        lines.put(area + ": " + standing.label(info), standing);
      }
    }
    return """
    %s
    Above 1 × Segue is faster: geometric means over all rows of [one run](docs/results.md) that measure both, each in \
    its fastest form, on commit %s, %s.

    ![Chart: Segue, Fory and Kryo with four objects](docs/results/chart.svg)
    """
        .formatted(tally("compared with", lines), info.fact(RunInfo.COMMIT), info.fact("machine"));
  }

  /// Returns the README's block with a few rows of each module.
  String resultsBlock() {
    List<Ratio> behind = behind();
    String losses =
        behind.isEmpty()
            ? "In no row is the best peer faster"
            : String.format(
                Locale.ROOT,
                "The best peer is faster in %d of %d rows; the largest loss is %s",
                behind.size(),
                Standing.edges(sections).size(),
                loss(behind.getFirst()));
    return new Highlights(info, rows).markdown(5)
        + "\n"
        + losses
        + ": [all results and losses](docs/results.md#losses).\n";
  }
}
