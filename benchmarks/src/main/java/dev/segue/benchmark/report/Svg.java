// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/// Makes SVG documents fit to stand in one page with others.
final class Svg {
  private static final AtomicInteger NEXT = new AtomicInteger();
  private static final Pattern PROLOGUE = Pattern.compile("\\A.*?(?=<svg)", Pattern.DOTALL);
  private static final Pattern SIZE =
      Pattern.compile("(<svg[^>]*?) height=\"[^\"]*\"([^>]*?) width=\"[^\"]*\"");
  private static final Pattern FONT = Pattern.compile("font-family:[^;]*?(&quot;[^&]*&quot;)?;");
  private static final Pattern CLIP = Pattern.compile("clip(-?\\d+)(?=[\")])");
  private static final Pattern INDENT = Pattern.compile("\n\\s*");

  private Svg() {}

  /// Takes the prologue off, makes names unique in the page, the size the page's business, and the
  /// font the page's too.
  static String tidy(String document) {
    int number = NEXT.incrementAndGet();
    String svg = PROLOGUE.matcher(document).replaceFirst("");
    svg = SIZE.matcher(svg).replaceFirst("$1$2");
    svg = FONT.matcher(svg).replaceAll("font-family:sans-serif;");
    svg = CLIP.matcher(svg).replaceAll("clip" + number + "_$1");
    return INDENT.matcher(svg).replaceAll("\n");
  }
}
