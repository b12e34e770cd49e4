// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// The whole report as one self-contained page.
public final class Page {
  private final RunInfo info;
  private final Published published;

  /// Creates a page.
  ///
  /// @param info facts about the run
  /// @param published published figures to show next to the results
  public Page(RunInfo info, Published published) {
    this.info = info;
    this.published = published;
  }

  /// Returns the page in HTML.
  ///
  /// @throws IOException if a resource of the program is missing
  public String html(List<Section> sections) throws IOException {
    var html = new StringBuilder();
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
        <h1>Segue beside its peers</h1>
        """
            .formatted(resource("report.css")));
    html.append("<dl class=\"facts\">\n");
    info.facts().forEach((name, value) -> appendFact(html, name, value));
    html.append("</dl>\n");
    html.append(
        """
        <p>Errors are half of the 95 % confidence interval over all iterations and forks. A ratio above 1
        means that Segue is faster than the best of its peers in that row; where the intervals overlap it
        is called a tie. Grey figures were published by others, from machines of their own: compare
        their ratios, not the figures.</p>
        """);
    html.append(Summary.html(sections));
    var sectionHtml = new SectionHtml(published);
    for (Section section : sections) {
      html.append(sectionHtml.html(section));
    }
    return html.append("</body>\n</html>\n").toString();
  }

  private static void appendFact(StringBuilder html, String name, String value) {
    html.append("<dt>%s</dt><dd>%s</dd>\n".formatted(escape(name), escape(value)));
  }

  private static String resource(String name) throws IOException {
    try (InputStream bytes = Page.class.getResourceAsStream(name)) {
      if (bytes == null) {
        throw new IOException("this build has no " + name);
      }
      return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static final Map<Character, String> ESCAPES =
      Map.of('&', "&amp;", '<', "&lt;", '>', "&gt;", '"', "&quot;");

  /// Escapes text for HTML.
  static String escape(String text) {
    var escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      escaped.append(ESCAPES.getOrDefault(c, String.valueOf(c)));
    }
    return escaped.toString();
  }
}
