// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/// Prepares SVG documents for a page with several of them.
final class Svg {
  private static final AtomicInteger NEXT = new AtomicInteger();
  private static final Pattern PROLOGUE = Pattern.compile("\\A.*?(?=<svg)", Pattern.DOTALL);
  private static final Pattern SIZE =
      Pattern.compile("(<svg[^>]*?) height=\"[^\"]*\"([^>]*?) width=\"[^\"]*\"");
  private static final Pattern FONT = Pattern.compile("font-family:[^;]*?(&quot;[^&]*&quot;)?;");
  private static final Pattern CLIP = Pattern.compile("clip(-?\\d+)(?=[\")])");
  private static final Pattern FONT_SIZE = Pattern.compile("font-size:(\\d+)px");

  /// Leaves room for the reader's font, which may be wider than the one measured here.
  private static final double SHRUNK = 0.88;

  private static final Pattern INDENT = Pattern.compile("\n\\s*");

  private Svg() {}

  /// Removes the prologue, makes names unique in the page, and leaves size and font to the page.
  static String tidy(String document) {
    int number = NEXT.incrementAndGet();
    String svg = PROLOGUE.matcher(document).replaceFirst("");
    svg = SIZE.matcher(svg).replaceFirst("$1$2");
    svg = FONT.matcher(svg).replaceAll("font-family:sans-serif;");
    svg =
        FONT_SIZE
            .matcher(svg)
            .replaceAll(size ->
                String.format(
                    Locale.ROOT, "font-size:%.1fpx", Integer.parseInt(size.group(1)) * SHRUNK));
    svg = CLIP.matcher(svg).replaceAll("clip" + number + "_$1");
    return INDENT.matcher(svg).replaceAll("\n");
  }
}
