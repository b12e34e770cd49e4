// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Counts how often each of our columns is ahead of the best peer, and lists where it is not.
public final class Summary {
  /// A row of a table with one ratio in it.
  private record Standing(Table table, String row, Ratio ratio) {
    String where() {
      return "%s, %s: %s %s"
          .formatted(table.title(), table.rowName(row), ratio.contestant(), ratio.text());
    }
  }

  private Summary() {}

  private static Map<String, List<Standing>> byContestant(Section section) {
    var all = new LinkedHashMap<String, List<Standing>>();
    for (Table table : section.tables()) {
      for (String row : table.rows()) {
        for (Ratio ratio : Ratio.of(table, row)) {
          all.computeIfAbsent(ratio.contestant(), _ -> new ArrayList<>())
              .add(new Standing(table, row, ratio));
        }
      }
    }
    return all;
  }

  private static long count(List<Standing> standings, Ratio.Verdict verdict) {
    return standings.stream().filter(next -> next.ratio().verdict() == verdict).count();
  }

  private static String mean(List<Standing> standings) {
    double logs =
        standings.stream().mapToDouble(next -> Math.log(next.ratio().value())).average().orElse(0);
    return String.format(Locale.ROOT, "%.2f ×", Math.exp(logs));
  }

  private static List<Standing> not(List<Standing> standings) {
    return standings.stream()
        .filter(next -> next.ratio().verdict() != Ratio.Verdict.AHEAD)
        .toList();
  }

  /// Returns the table and the list of ties and losses in HTML.
  static String html(List<Section> sections) {
    var html = new StringBuilder("<h2>Summary</h2>\n<div class=\"scroll\"><table>\n");
    html.append(
        "<tr><th>suite</th><th></th><th>ahead</th><th>tie</th><th>behind</th><th>geometric mean</th></tr>\n");
    var exceptions = new StringBuilder();
    for (Section section : sections) {
      byContestant(section)
          .forEach((contestant, standings) -> {
            html.append(
                "<tr><th><a href=\"#%s\">%s</a></th><th>%s</th><td>%d</td><td>%d</td><td>%d</td><td>%s</td></tr>\n"
                    .formatted(
                        section.name(),
                        Page.escape(section.title()),
                        contestant,
                        count(standings, Ratio.Verdict.AHEAD),
                        count(standings, Ratio.Verdict.TIE),
                        count(standings, Ratio.Verdict.BEHIND),
                        mean(standings)));
            not(standings)
                .forEach(next ->
                    exceptions.append("<li>%s</li>\n".formatted(Page.escape(next.where()))));
          });
    }
    html.append("</table></div>\n");
    if (!exceptions.isEmpty()) {
      html.append("<details><summary>Ties and losses, one by one</summary><ul>\n");
      html.append(exceptions).append("</ul></details>\n");
    }
    return html.toString();
  }

  /// Returns the same in Markdown.
  public static String markdown(List<Section> sections) {
    var text =
        new StringBuilder(
            "| suite | | ahead | tie | behind | geometric mean |\n|---|---|--:|--:|--:|--:|\n");
    var exceptions = new StringBuilder();
    for (Section section : sections) {
      byContestant(section)
          .forEach((contestant, standings) -> {
            text.append(
                "| %s | %s | %d | %d | %d | %s |\n"
                    .formatted(
                        section.title(),
                        contestant,
                        count(standings, Ratio.Verdict.AHEAD),
                        count(standings, Ratio.Verdict.TIE),
                        count(standings, Ratio.Verdict.BEHIND),
                        mean(standings)));
            not(standings)
                .forEach(next -> exceptions.append("- ").append(next.where()).append('\n'));
          });
    }
    if (!exceptions.isEmpty()) {
      text.append("\nTies and losses, one by one:\n\n").append(exceptions);
    }
    return text.toString();
  }
}
