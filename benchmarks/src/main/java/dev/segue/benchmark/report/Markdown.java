// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The results of a run in Markdown.
final class Markdown {
  /// The most losses that are listed one by one.
  private static final int MOST_LOSSES = 40;

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
  /// @param command that generates it
  String suite(Section section, String command) {
    var text = new StringBuilder(Texts.comment(command));
    text.append("# ").append(section.title()).append(": every figure\n\n");
    text.append("This page is for readers who look up single figures of this suite.\n\n");
    text.append(section.summary()).append("\n\n").append(Texts.method(sections)).append("\n\n");
    for (Table table : section.tables()) {
      text.append("## ").append(table.title()).append("\n\n");
      text.append(Grid.of(table, info).markdown()).append('\n');
    }
    appendList(text, "Not possible", section.absences());
    var own = Standing.rows(List.of(section));
    Published.of(own)
        .forEach((source, comparisons) -> {
          text.append("## Published by ").append(source.project()).append("\n\n");
          text.append(Texts.PUBLISHED).append("\n\n*").append(source.document()).append("*; ");
          text.append(source.machine()).append(".\n\n");
          text.append(Published.grid(comparisons, names, info).markdown()).append('\n');
        });
    return text.toString();
  }

  private static void appendList(StringBuilder text, String title, List<String> lines) {
    if (!lines.isEmpty()) {
      text.append("## ").append(title).append("\n\n");
      lines.forEach(line -> text.append("- ").append(line).append('\n'));
      text.append('\n');
    }
  }

  /// Returns the page with the results in brief.
  String results(String command) {
    var text = new StringBuilder(Texts.comment(command));
    text.append(
        "# Results\n\nThis page is for readers who want to know where Segue is faster than its");
    text.append(" peers, and where it is not. [Method](benchmarks.md), raw figures as");
    text.append(" [CSV](results/results.csv).\n\n");
    text.append(verdicts()).append("\n× is the geometric mean over all rows that measure both. ");
    text.append(Texts.method(sections)).append("\n\n## Figures\n\n");
    text.append(new Highlights(info, rows).markdown(10));
    text.append("\nBold is faster. Bytes are the length of the payload.\n\n## Suites\n\n");
    text.append(suites()).append("\n## Losses\n\n").append(losses());
    text.append("\n## The objects\n\n");
    Subjects.of(rows, info)
        .forEach((name, line) -> text.append("- **%s**: %s\n".formatted(name, line)));
    text.append("\n## The run\n\n| | |\n|---|---|\n");
    info.facts().forEach((name, value) -> text.append("| %s | %s |\n".formatted(name, value)));
    return text.toString();
  }

  private String verdicts() {
    var text = new StringBuilder("| compared with | Segue is | rows ahead | tied | behind |\n");
    text.append("|---|--:|--:|--:|--:|\n");
    for (Standing standing : standings) {
      text.append(
          "| %s | **%s ×** | %d | %d | %d |\n"
              .formatted(
                  standing.peer().label(info),
                  Interval.ratio(standing.mean()),
                  standing.count(Verdict.AHEAD),
                  standing.count(Verdict.TIED),
                  standing.count(Verdict.BEHIND)));
    }
    return text.toString();
  }

  private String suites() {
    var text =
        new StringBuilder(
            """
            Segue beside the best peer of each row:

            | suite | rows | ahead | tied | behind | geometric mean |
            |---|--:|--:|--:|--:|--:|
            """);
    for (Section section : sections) {
      List<Ratio> edges = edges(List.of(section));
      if (!edges.isEmpty()) {
        var standing = new Standing(Standing.KRYO, edges);
        text.append(
            "| [%s](results/%s.md) | %d | %d | %d | %d | %s × |\n"
                .formatted(
                    section.title(),
                    section.name(),
                    edges.size(),
                    standing.count(Verdict.AHEAD),
                    standing.count(Verdict.TIED),
                    standing.count(Verdict.BEHIND),
                    Interval.ratio(standing.mean())));
      }
    }
    return text.toString();
  }

  private static List<Ratio> edges(List<Section> sections) {
    return Standing.rows(sections).stream().flatMap(row -> row.edge().stream()).toList();
  }

  /// Returns the rows in which the best peer is faster, the worst first.
  private List<Ratio> behind() {
    return edges(sections).stream()
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
                .formatted(behind.size(), edges(sections).size()));
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

  /// Returns the README's block with the answer and the chart.
  String verdictBlock() {
    var text = new StringBuilder();
    standing(Standing.KRYO).ifPresent(kryo -> text.append(sentence(kryo)));
    return text + "\n![Chart: Segue, Fory and Kryo with four objects](docs/results/chart.svg)\n";
  }

  private java.util.Optional<Standing> standing(Standing.Peer peer) {
    return standings.stream().filter(next -> next.peer().equals(peer)).findFirst();
  }

  private String sentence(Standing kryo) {
    var parts = new ArrayList<String>();
    parts.add(times(kryo));
    standing(Standing.FORY).ifPresent(fory -> parts.add(times(fory)));
    standing(Standing.FORY_FIXED).ifPresent(fory -> parts.add(times(fory)));
    return "Writing and reading objects, Segue is " + String.join(", and ", parts) + ".";
  }

  private String times(Standing standing) {
    return "**%s × as fast as %s**"
        .formatted(Interval.ratio(standing.mean()), standing.peer().label(info));
  }

  /// Returns the README's block with a few rows of each module.
  String resultsBlock() {
    List<Ratio> behind = behind();
    String losses =
        behind.isEmpty()
            ? "In no row is the best peer faster"
            : String.format(
                Locale.ROOT,
                "The best peer is faster in %d of %d rows, most in %s",
                behind.size(),
                edges(sections).size(),
                loss(behind.getFirst()));
    return new Highlights(info, rows).markdown(5)
        + "\n"
        + losses
        + ": [all results and losses](docs/results.md#losses).\n";
  }
}
