// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Formats one suite as HTML: plots and figures for each table.
final class SectionHtml {
  private final Published published;

  SectionHtml(Published published) {
    this.published = published;
  }

  String html(Section section) {
    var html = new StringBuilder();
    html.append("<section id=\"%s\">\n".formatted(section.name()));
    html.append("<h2>%s</h2>\n".formatted(Page.escape(section.title())));
    html.append("<p>%s</p>\n".formatted(Page.escape(section.summary())));
    for (Table table : section.tables()) {
      html.append("<h3>%s</h3>\n".formatted(Page.escape(table.title())));
      html.append(plots(table)).append(table(table));
    }
    List<Table> others = published.without(section.classes(), section.tables());
    if (!others.isEmpty()) {
      html.append("<h3>Published, not in this run</h3>\n");
      for (Table table : others) {
        html.append("<h4>%s</h4>\n".formatted(Page.escape(table.title())));
        html.append(new SectionHtml(Published.NOTHING).table(table));
      }
    }
    for (Published.Source source : published.sourcesOf(section.classes())) {
      html.append(
          "<p class=\"source\">Published: %s, <cite>%s</cite>; %s.</p>\n"
              .formatted(
                  Page.escape(source.project()),
                  Page.escape(source.document()),
                  Page.escape(source.machine())));
    }
    Flags.of(section.tables())
        .forEach((contestants, flags) ->
            html.append(
                "<p class=\"source\">Flags of %s: <code>%s</code></p>\n"
                    .formatted(Page.escape(contestants), Page.escape(flags))));
    return html.append("</section>\n").toString();
  }

  private static String plots(Table table) {
    var html = new StringBuilder("<div class=\"plots\">\n");
    for (String row : table.rows()) {
      try {
        String svg = Chart.svg(table, row);
        html.append(
            "<figure role=\"img\" aria-label=\"%s, %s\">%s</figure>\n"
                .formatted(Page.escape(table.title()), Page.escape(table.rowName(row)), svg));
      } catch (IOException e) {
        html.append("<p>%s</p>\n".formatted(Page.escape(String.valueOf(e.getMessage()))));
        break;
      }
    }
    return html.append("</div>\n").toString();
  }

  private String table(Table table) {
    List<String> columns = new ArrayList<>(table.contestants());
    columns.addAll(published.othersThan(table));
    boolean ratios = table.rows().stream().anyMatch(row -> !Ratio.of(table, row).isEmpty());
    var html = new StringBuilder("<div class=\"scroll\"><table>\n<tr>");
    html.append("<th>%s</th>".formatted(Page.escape(Names.unit(table.unit()))));
    columns.forEach(column -> html.append("<th>%s</th>".formatted(Page.escape(column))));
    html.append(ratios ? "<th>beside the best peer</th></tr>\n" : "</tr>\n");
    for (String row : table.rows()) {
      html.append("<tr><th>%s</th>".formatted(Page.escape(table.rowName(row))));
      for (String column : columns) {
        Optional<Metric> figure = published.of(table, row, column);
        html.append("<td>%s%s</td>".formatted(cell(table.score(row, column)), beside(figure)));
      }
      html.append(
          ratios ? "<td class=\"ratio\">%s</td></tr>\n".formatted(ratios(table, row)) : "</tr>\n");
    }
    return html.append("</table></div>\n").toString();
  }

  private static String cell(@Nullable Score score) {
    if (score == null) {
      return "";
    }
    var html = new StringBuilder(score.primary().text());
    if (!Double.isNaN(score.primary().error())) {
      html.append("<small>± %s</small>".formatted(Percent.of(score.primary())));
    }
    Notes.of(score).forEach(note -> html.append("<small>%s</small>".formatted(Page.escape(note))));
    return html.toString();
  }

  private static String beside(Optional<Metric> figure) {
    return figure
        .map(metric -> "<small class=\"published\">published %s</small>".formatted(metric.text()))
        .orElse("");
  }

  private static String ratios(Table table, String row) {
    return Ratio.of(table, row).stream()
        .map(ratio ->
            "<span class=\"%s\">%s %s</span>"
                .formatted(
                    ratio.verdict().name().toLowerCase(Locale.ROOT),
                    Page.escape(ratio.contestant()),
                    Page.escape(ratio.text())))
        .collect(Collectors.joining("<br>"));
  }
}
