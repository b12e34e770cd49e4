// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/// Lines over message lengths, both axes logarithmic, as SVG.
///
/// @param title what the lines are of, with the unit
/// @param lines values by length, by name
record Plot(String title, SortedMap<String, SortedMap<Integer, Double>> lines) {

  private static final int WIDTH = 760;
  private static final int HEIGHT = 420;
  private static final int LEFT = 70;
  private static final int RIGHT = 170;
  private static final int TOP = 40;
  private static final int BOTTOM = 50;
  private static final List<String> COLOURS =
      List.of(
          "#1b6ca8", "#c0392b", "#218c5a", "#8e44ad", "#d68910", "#566573", "#17a2a2", "#000000");

  /// One above the other.
  static String page(Plot... plots) {
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n"
            .formatted(WIDTH, HEIGHT * plots.length));
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    for (int i = 0; i < plots.length; i++) {
      svg.append("<g transform=\"translate(0 %d)\">\n".formatted(i * HEIGHT));
      plots[i].draw(svg);
      svg.append("</g>\n");
    }
    return svg.append("</svg>\n").toString();
  }

  private void draw(StringBuilder svg) {
    if (lines.isEmpty()) {
      return;
    }
    double lowest = Math.floor(Math.log10(extreme(false)));
    double highest = Math.max(lowest + 1, Math.ceil(Math.log10(extreme(true))));
    double shortest = log2(lines.values().stream().mapToInt(SortedMap::firstKey).min().orElse(1));
    double longest = log2(lines.values().stream().mapToInt(SortedMap::lastKey).max().orElse(2));
    text(svg, LEFT, TOP - 15, "start", title);
    for (double power = lowest; power <= highest; power++) {
      double y = y(power, lowest, highest);
      line(svg, LEFT, y, WIDTH - RIGHT, y);
      text(svg, LEFT - 8, y + 4, "end", power < 0 ? "1e%.0f".formatted(power) : number(power));
    }
    for (double power = shortest; power <= longest; power += 3) {
      double x = x(power, shortest, longest);
      line(svg, x, TOP, x, HEIGHT - BOTTOM);
      text(svg, x, HEIGHT - BOTTOM + 18, "middle", bytes(1L << (int) power));
    }
    int index = 0;
    for (Map.Entry<String, SortedMap<Integer, Double>> entry : lines.entrySet()) {
      String colour = COLOURS.get(index % COLOURS.size());
      StringBuilder points = new StringBuilder();
      entry
          .getValue()
          .forEach((length, value) -> {
            double x = x(log2(length), shortest, longest);
            double y = y(Math.log10(Math.max(value, 1e-9)), lowest, highest);
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
            svg.append(
                String.format(
                    Locale.ROOT,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>%n",
                    x,
                    y,
                    colour));
          });
      svg.append(
          "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n"
              .formatted(points, colour));
      int y = TOP + 10 + 18 * index;
      svg.append(
          "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"4\" fill=\"%s\"/>%n"
              .formatted(WIDTH - RIGHT + 15, y - 6, colour));
      text(svg, WIDTH - RIGHT + 33, y, "start", entry.getKey());
      index++;
    }
  }

  private double extreme(boolean highest) {
    var values =
        lines.values().stream()
            .flatMap(line -> line.values().stream())
            .mapToDouble(value -> Math.max(value, 1e-9));
    return highest ? values.max().orElse(1) : values.min().orElse(1);
  }

  private static double log2(double value) {
    return Math.log(value) / Math.log(2);
  }

  private static double x(double power, double shortest, double longest) {
    double share = longest > shortest ? (power - shortest) / (longest - shortest) : 0.5;
    return LEFT + share * (WIDTH - RIGHT - LEFT);
  }

  private static double y(double power, double lowest, double highest) {
    return HEIGHT - BOTTOM - (power - lowest) / (highest - lowest) * (HEIGHT - BOTTOM - TOP);
  }

  private static String number(double power) {
    return String.format(Locale.ROOT, "%,.0f", Math.pow(10, power));
  }

  private static String bytes(long length) {
    if (length >= 1 << 20) {
      return (length >> 20) + " MiB";
    }
    return length >= 1 << 10 ? (length >> 10) + " KiB" : length + " B";
  }

  private static void line(StringBuilder svg, double x1, double y1, double x2, double y2) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>%n",
            x1,
            y1,
            x2,
            y2));
  }

  private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
            x,
            y,
            anchor,
            text));
  }
}
