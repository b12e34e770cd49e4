// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A table for display in HTML or Markdown.
///
/// @param corner the text in the upper left corner
/// @param columns the column headers
/// @param lines the lines of the table
record Grid(String corner, List<Head> columns, List<Line> lines) {
  /// The header of a line or column.
  ///
  /// @param text the text
  /// @param colour the colour of the library, or empty
  record Head(String text, String colour) {}

  /// A cell.
  ///
  /// @param main the figure
  /// @param notes additional figures, in smaller type
  /// @param verdict of a ratio; undecided for all other figures
  record Cell(String main, List<String> notes, Verdict verdict) {
    static final Cell EMPTY = new Cell("", List.of(), Verdict.UNDECIDED);
  }

  record Line(Head head, List<Cell> cells) {}

  /// Arranges a table: one line per library, or one per row if there are more rows than libraries.
  static Grid of(Table table, RunInfo info) {
    var lines = new ArrayList<Line>();
    for (String library : table.libraries()) {
      Library shown = Library.of(library, table.panel());
      lines.add(
          new Line(
              new Head(shown.label(info), shown.colour()),
              table.rows().stream().map(row -> speed(row, library)).toList()));
    }
    List<Row> rows = table.rows();
    if (rows.stream().anyMatch(row -> row.edge().isPresent())) {
      List<Cell> edges = rows.stream().map(row -> edge(row, info)).toList();
      lines.add(new Line(new Head("Segue relative to the best peer", ""), edges));
    }
    if (rows.stream().anyMatch(row -> row.flagNanos().isPresent())) {
      List<Cell> flags = rows.stream().map(Grid::flag).toList();
      lines.add(new Line(new Head("round trip of a bare flag, same processes", ""), flags));
    }
    boolean rate = rows.stream().allMatch(Row::isRate);
    var grid =
        new Grid(
            Names.unit(table.unit()) + (rate ? ", higher is better" : ", lower is better"),
            rows.stream().map(row -> new Head(table.name(row), "")).toList(),
            lines);
    return rows.size() > Math.max(6, table.libraries().size()) ? grid.transposed() : grid;
  }

  private Grid transposed() {
    return new Grid(
        corner,
        lines.stream().map(Line::head).toList(),
        IntStream.range(0, columns.size())
            .mapToObj(i ->
                new Line(columns.get(i), lines.stream().map(line -> line.cells().get(i)).toList()))
            .toList());
  }

  private static Cell speed(Row row, String library) {
    Optional<Interval> speed = row.speed(library);
    if (speed.isEmpty()) {
      return Cell.EMPTY;
    }
    Interval value = speed.get();
    var notes = new ArrayList<String>();
    if (value.isKnown()) {
      notes.add(Metric.number(value.low()) + " to " + Metric.number(value.high()));
    }
    String sizes =
        Stream.of(
                bytes(row.figure(library, Score.PAYLOAD), " B"),
                bytes(row.figure(library, Score.ALLOCATED), " B/op"))
            .flatMap(Optional::stream)
            .collect(Collectors.joining(", "));
    if (!sizes.isEmpty()) {
      notes.add(sizes);
    }
    for (String other : row.otherFigures(library)) {
      OptionalDouble figure = row.figure(library, other);
      figure.ifPresent(median -> notes.add(other + " " + Metric.number(median)));
    }
    return new Cell(Metric.number(value.median()), notes, Verdict.UNDECIDED);
  }

  /// Formats a number of bytes. An allocation below one byte per operation is caused by JMH itself.
  private static Optional<String> bytes(OptionalDouble value, String unit) {
    return value.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.format(Locale.ROOT, "%,.0f", value.getAsDouble() < 1 ? 0 : value.getAsDouble())
                + unit);
  }

  private static Cell edge(Row row, RunInfo info) {
    Optional<Ratio> edge = row.edge();
    if (edge.isEmpty()) {
      return Cell.EMPTY;
    }
    Ratio ratio = edge.get();
    String peer = Library.of(ratio.second(), row.params()).shortLabel(info);
    return new Cell(
        ratio.interval().text() + " ×",
        Stream.of(ratio.interval().ends(), ratio.verdict().about(peer))
            .filter(note -> !note.isEmpty())
            .toList(),
        ratio.verdict());
  }

  private static Cell flag(Row row) {
    OptionalDouble nanos = row.flagNanos();
    return nanos.isEmpty()
        ? Cell.EMPTY
        : new Cell(Metric.number(nanos.getAsDouble()) + " ns", List.of(), Verdict.UNDECIDED);
  }

  /// Formats the table in HTML.
  String html() {
    var html = new StringBuilder("<div class=\"scroll\"><table>\n<tr>");
    html.append(Html.format("<th>%s</th>", corner));
    columns.forEach(head -> html.append(head("th", head)));
    html.append("</tr>\n");
    for (Line line : lines) {
      html.append("<tr>").append(head("th", line.head()));
      for (Cell cell : line.cells()) {
        html.append(Html.format("<td class=\"%s\">%s", cell.verdict().name(), cell.main()));
        cell.notes().forEach(note -> html.append(Html.format("<small>%s</small>", note)));
        html.append("</td>");
      }
      html.append("</tr>\n");
    }
    return html.append("</table></div>\n").toString();
  }

  private static String head(String element, Head head) {
    String swatch =
        head.colour().isEmpty()
            ? ""
            : Html.format("<i class=\"swatch\" style=\"background:%s\"></i>", head.colour());
    return "<%s>%s%s</%s>".formatted(element, swatch, Html.escape(head.text()), element);
  }

  /// Formats the table in Markdown.
  String markdown() {
    var text = new StringBuilder("| " + corner + " |");
    columns.forEach(head -> text.append(' ').append(head.text()).append(" |"));
    text.append("\n|---|").append("--:|".repeat(columns.size())).append('\n');
    for (Line line : lines) {
      text.append("| ").append(line.head().text()).append(" |");
      for (Cell cell : line.cells()) {
        boolean strong = cell.verdict() == Verdict.AHEAD;
        text.append(strong ? " **" + cell.main() + "**" : " " + cell.main());
        text.append(
            cell.notes().isEmpty()
                ? " |"
                : cell.notes().stream().collect(Collectors.joining("; ", "<br><sub>", "</sub> |")));
      }
      text.append('\n');
    }
    return text.toString();
  }
}
