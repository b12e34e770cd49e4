// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Draws all rows of a table as one plot with two columns, for documents, where plots cannot flow.
final class Overview {
  private static final int COLUMNS = 2;
  private static final int GAP = 10;

  private Overview() {}

  /// Draws the table.
  ///
  /// @return an SVG document
  /// @throws IOException if this JVM cannot draw
  static String svg(Table table) throws IOException {
    var parts = new ArrayList<String>();
    int height = 0;
    int rowHeight = 0;
    List<String> rows = table.rows();
    for (int i = 0; i < rows.size(); i++) {
      int x = i % COLUMNS * (Chart.WIDTH + GAP);
      String part = Chart.svg(table, rows.get(i));
      rowHeight = Math.max(rowHeight, Chart.height(table, rows.get(i)));
      parts.add(
          part.replaceFirst(
              "<svg[^>]*>",
              "<svg xmlns=\"http://www.w3.org/2000/svg\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\">"
                  .formatted(x, height, Chart.WIDTH, Chart.height(table, rows.get(i)))));
      if (i % COLUMNS == COLUMNS - 1 || i == rows.size() - 1) {
        height += rowHeight + GAP;
        rowHeight = 0;
      }
    }
    int width = Math.min(rows.size(), COLUMNS) * (Chart.WIDTH + GAP);
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d">
    <rect width="100%%" height="100%%" fill="white"/>
    %s
    </svg>
    """
        .formatted(width, height, width, height, String.join("\n", parts));
  }
}
