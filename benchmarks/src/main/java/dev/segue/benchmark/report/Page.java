// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.List;
import java.util.Map;

/// The report as one self-contained HTML page: first the summary, then links to the suites, then
/// the facts, then the suites.
final class Page {
  private final RunInfo info;
  private final List<Section> sections;
  private final List<Row> rows;
  private final Map<Row.Key, String> names;
  private final JvmFlags flags;
  private final Charts charts;
  private final Map<Published.Source, List<Published.Comparison>> published;
  private final StringBuilder html = new StringBuilder();

  Page(RunInfo info, List<Section> sections) {
    this.info = info;
    this.sections = sections;
    rows = Standing.rows(sections);
    names = Standing.names(sections);
    flags = new JvmFlags(rows);
    charts = new Charts(info);
    published = Published.of(rows);
  }

  /// Returns the page.
  String html() {
    html.append(
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Segue: benchmarks</title>
        <style>
        %s</style>
        </head>
        <body>
        """
            .formatted(Resources.text("report.css")));
    addAnswer();
    addNavigation();
    addFacts();
    sections.forEach(this::addSection);
    addPublished();
    return html.append("</body>\n</html>\n").toString();
  }

  private void add(String pattern, Object... values) {
    html.append(Html.format(pattern, values)).append('\n');
  }

  private void addAnswer() {
    List<Standing> standings = Standing.of(sections);
    add("<header><h1>How fast is Segue?</h1>");
    if (standings.isEmpty()) {
      add("<p>%s</p></header>", Texts.NOTHING_TO_COMPARE);
      return;
    }
    add(
        "<p>Segue's speed relative to each peer, and in how many rows it is ahead, tied or behind."
            + " In each row, both are in their fastest form. Segue's JVM flags: <code>%s</code>.</p>",
        flags.ours());
    add("<div class=\"answers\"><div>");
    add("<table class=\"answer\"><tr><th>compared with</th><th>speed</th>");
    add("<th>ahead</th><th>tied</th><th>behind</th></tr>");
    for (Standing standing : standings) {
      String mean = Interval.ratio(standing.mean());
      add("<tr><th>%s <small>%s</small></th>", standing.peer().title(info), standing.mode());
      add("<td class=\"%s\"><b>%s ×</b></td>", standing.verdict().name(), mean);
      add(
          "<td>%s</td><td>%s</td><td>%s</td></tr>",
          standing.count(Verdict.AHEAD),
          standing.count(Verdict.TIED),
          standing.count(Verdict.BEHIND));
    }
    add("</table>");
    add(
        "<p class=\"note\">× is the geometric mean over all rows that measure both. %s</p></div>",
        Texts.method(sections));
    add("<div><h2 id=\"rows\">Row by row</h2>");
    standings.forEach(this::addRows);
    add("</div></div></header>");
  }

  private void addRows(Standing standing) {
    add("<details><summary>%s: %s rows</summary>", standing.label(info), standing.ratios().size());
    for (Verdict verdict :
        List.of(Verdict.BEHIND, Verdict.TIED, Verdict.AHEAD, Verdict.UNDECIDED)) {
      List<Ratio> ratios = standing.with(verdict);
      if (ratios.isEmpty()) {
        continue;
      }
      add("<h4 class=\"%s\">%s: %s</h4><ul>", verdict.name(), verdict, ratios.size());
      for (Ratio ratio : ratios) {
        String ends = ratio.interval().ends();
        add(
            "<li><b>%s</b> %s <small>%s%s</small></li>",
            ratio.interval().text(),
            names.getOrDefault(ratio.row().key(), ""),
            ends.isEmpty() ? "" : ends + ", ",
            Library.of(ratio.second(), ratio.row().params()).shortLabel(info));
      }
      add("</ul>");
    }
    add("</details>");
  }

  private void addNavigation() {
    add("<nav><a href=\"#run\">This run</a>");
    sections.forEach(section -> add("<a href=\"#%s\">%s</a>", section.name(), section.title()));
    if (!published.isEmpty()) {
      add("<a href=\"#published\">Published figures</a>");
    }
    add("</nav>");
  }

  private void addFacts() {
    add("<h2 id=\"run\">This run</h2>\n<div class=\"columns\"><div><dl class=\"facts\">");
    info.facts().forEach((name, value) -> add("<dt>%s</dt><dd>%s</dd>", name, value));
    add("</dl>");
    Map<String, String> subjects = Subjects.of(rows);
    if (!subjects.isEmpty()) {
      add("<h3>The objects</h3>\n<dl class=\"facts\">");
      subjects.forEach((name, text) -> add("<dt>%s</dt><dd>%s</dd>", name, text));
      add("</dl>");
    }
    add("</div>");
    Map<String, List<Library>> libraries = flags.libraries();
    if (!libraries.isEmpty()) {
      add("<div><h3>The libraries and their JVM flags</h3>\n<dl class=\"facts flags\">");
      libraries.forEach((text, shown) -> {
        add("<dt>%s</dt><dd>", text);
        shown.forEach(library ->
            add(
                "<span><i class=\"swatch\" style=\"background:%s\"></i>%s</span>",
                library.colour(), library.label(info)));
        add("</dd>");
      });
      add("</dl></div>");
    }
    add("</div>\n<p class=\"note\">%s</p>", Texts.notes(info));
  }

  private void addSection(Section section) {
    add("<section id=\"%s\">\n<h2>%s</h2>", section.name(), section.title());
    add("<p>%s</p>", section.summary());
    if (!section.absences().isEmpty()) {
      add("<details><summary>Not possible (%s)</summary><ul>", section.absences().size());
      section.absences().forEach(line -> add("<li>%s</li>", line));
      add("</ul></details>");
    }
    for (Table table : section.tables()) {
      add("<h3>%s</h3>\n<div class=\"plots\">", table.title());
      if (table.rows().size() > Charts.MOST_ROWS) {
        addFigure("", charts.edges(table));
      } else {
        table.rows().forEach(row -> addFigure(table.name(row), charts.row(table, row)));
      }
      add("</div>");
      html.append(Grid.of(table, info).html());
    }
    if (!section.tables().isEmpty()) {
      add("<p class=\"note\">%s</p>", Texts.CELLS);
    }
    add("</section>");
  }

  private void addFigure(String caption, String svg) {
    add(
        caption.isEmpty() ? "<figure class=\"wide\">" : "<figure><figcaption>%s</figcaption>",
        caption);
    html.append(svg).append("</figure>\n");
  }

  private void addPublished() {
    if (published.isEmpty()) {
      return;
    }
    add("<section id=\"published\">\n<h2>Published figures</h2>");
    add("<p>%s</p>", Texts.PUBLISHED);
    published.forEach((source, comparisons) -> {
      add("<h3>%s</h3>", source.project());
      add("<p class=\"note\"><cite>%s</cite>; %s.</p>", source.document(), source.machine());
      html.append(Published.grid(comparisons, names, info).html());
    });
    add("</section>");
  }
}
