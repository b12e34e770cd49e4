// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.Locale;

/// Builds an SVG image of rectangles, lines and text. CSS classes determine the colours of text and
/// lines and the alignment of text, so that they match the page.
final class Svg {
  private final StringBuilder body = new StringBuilder();

  /// Adds a filled rectangle.
  void rect(double x, double y, double width, double height, String fill) {
    body.append(
            Html.format(
                "<rect x='%s' y='%s' width='%s' height='%s' fill='%s'/>",
                number(x), number(y), number(width), number(height), fill))
        .append("\n");
  }

  /// Adds a line.
  void line(String type, double x1, double y1, double x2, double y2) {
    body.append(
            Html.format(
                "<line class='%s' x1='%s' y1='%s' x2='%s' y2='%s'/>",
                type, number(x1), number(y1), number(x2), number(y2)))
        .append("\n");
  }

  /// Adds text.
  ///
  /// @param y of the baseline
  void text(String type, double x, double y, String text) {
    body.append(
            Html.format(
                "<text class='%s' x='%s' y='%s'>%s</text>", type, number(x), number(y), text))
        .append("\n");
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  /// Returns the image.
  ///
  /// @param title the title for readers who cannot see the image
  /// @param style the CSS of a standalone image, or the empty string
  String element(int width, int height, String title, String style) {
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="%s">
    %s%s</svg>
    """
        .formatted(
            width,
            height,
            Html.escape(title),
            style.isEmpty() ? "" : "<style>" + style + "</style>\n",
            body);
  }
}
