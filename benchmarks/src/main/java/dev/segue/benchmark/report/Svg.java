// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.Locale;

/// Builds an SVG image of rectangles, lines and text. Colours of text and lines, and the alignment
/// of text, are those of CSS classes, so that they follow the page.
final class Svg {
  private final StringBuilder body = new StringBuilder();

  /// Adds a filled rectangle.
  void rect(double x, double y, double width, double height, String fill) {
    append(
        String.format(
            Locale.ROOT,
            "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='%s'/>",
            x,
            y,
            width,
            height,
            fill));
  }

  /// Adds a line.
  void line(String type, double x1, double y1, double x2, double y2) {
    append(
        String.format(
            Locale.ROOT,
            "<line class='%s' x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f'/>",
            type,
            x1,
            y1,
            x2,
            y2));
  }

  /// Adds text.
  ///
  /// @param y of the baseline
  void text(String type, double x, double y, String text) {
    append(
        String.format(
            Locale.ROOT,
            "<text class='%s' x='%.1f' y='%.1f'>%s</text>",
            type,
            x,
            y,
            Html.escape(text)));
  }

  private void append(String element) {
    body.append(element).append('\n');
  }

  /// Returns the image.
  ///
  /// @param title for readers who cannot see it
  /// @param style CSS for an image that is a file of its own, or the empty string
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
