// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Formats tables as Markdown.
public final class Markdown {
  private final Published published;

  /// Creates a formatter that adds published figures to the tables.
  public Markdown(Published published) {
    this.published = published;
  }

  /// Returns all tables of a suite, with a heading each.
  public String section(Section section) {
    return section(section, table -> "");
  }

  /// Returns all tables of a suite, with text above each.
  ///
  /// @param above creates the text
  String section(Section section, Function<Table, String> above) {
    var text = new StringBuilder();
    text.append("## ").append(section.title()).append("\n\n");
    text.append(section.summary()).append("\n\n");
    for (Table table : section.tables()) {
      text.append("### ").append(table.title()).append("\n\n").append(above.apply(table));
      text.append(table(table)).append('\n');
    }
    List<Table> others = published.without(section.classes(), section.tables());
    if (!others.isEmpty()) {
      text.append("### Published, not in this run\n\n");
      for (Table table : others) {
        text.append("**").append(table.title()).append("**\n\n");
        text.append(new Markdown(Published.NOTHING).table(table)).append('\n');
      }
    }
    published
        .sourcesOf(section.classes())
        .forEach(source ->
            text.append(
                "Published: %s, *%s*; %s.\n\n"
                    .formatted(source.project(), source.document(), source.machine())));
    Flags.of(section.tables())
        .forEach((contestants, flags) ->
            text.append("Flags of %s: `%s`\n\n".formatted(contestants, flags)));
    return text.toString();
  }

  /// Returns one table: a line for each row, and one more for published figures.
  public String table(Table table) {
    List<String> columns = new ArrayList<>(table.contestants());
    columns.addAll(published.othersThan(table));
    boolean ratios = table.rows().stream().anyMatch(row -> !Ratio.of(table, row).isEmpty());
    var text = new StringBuilder("| ").append(Names.unit(table.unit())).append(" |");
    columns.forEach(column -> text.append(' ').append(column).append(" |"));
    text.append(ratios ? " beside the best peer |\n|---|" : "\n|---|");
    text.append(String.join("", Collections.nCopies(columns.size(), "--:|")));
    text.append(ratios ? "---|\n" : "\n");
    for (String row : table.rows()) {
      text.append("| ").append(table.rowName(row)).append(" |");
      for (String column : columns) {
        text.append(' ').append(cell(table.score(row, column))).append(" |");
      }
      text.append(ratios ? ' ' + ratios(table, row) + " |\n" : "\n");
      appendPublished(text, table, row, columns, ratios);
    }
    return text.toString();
  }

  private void appendPublished(
      StringBuilder text, Table table, String row, List<String> columns, boolean ratios) {
    if (published.of(table, row).isEmpty()) {
      return;
    }
    text.append("| *published* |");
    for (String column : columns) {
      Optional<Metric> figure = published.of(table, row, column);
      text.append(figure.map(metric -> " *" + metric.text() + "* |").orElse(" |"));
    }
    text.append(ratios ? " |\n" : "\n");
  }

  private static String ratios(Table table, String row) {
    return Ratio.of(table, row).stream()
        .map(ratio -> ratio.contestant() + " " + ratio.text())
        .collect(Collectors.joining("; "));
  }

  private static String cell(@Nullable Score score) {
    if (score == null) {
      return "";
    }
    Metric metric = score.primary();
    String error = Double.isNaN(metric.error()) ? "" : " ± " + Percent.of(metric);
    List<String> notes = Notes.of(score);
    return metric.text()
        + error
        + (notes.isEmpty() ? "" : "<br><sub>" + String.join(", ", notes) + "</sub>");
  }
}
