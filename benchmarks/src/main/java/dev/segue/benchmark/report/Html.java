// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.Map;

/// Formats text for HTML and SVG.
final class Html {
  private static final Map<Character, String> ESCAPES =
      Map.of('&', "&amp;", '<', "&lt;", '>', "&gt;", '"', "&quot;", '\'', "&#39;");

  private Html() {}

  /// Escapes text for elements and attributes.
  static String escape(String text) {
    var escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      escaped.append(ESCAPES.getOrDefault(c, String.valueOf(c)));
    }
    return escaped.toString();
  }

  /// Inserts escaped values into a pattern.
  static String format(String pattern, Object... values) {
    var escaped = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      escaped[i] = escape(String.valueOf(values[i]));
    }
    return pattern.formatted(escaped);
  }
}
