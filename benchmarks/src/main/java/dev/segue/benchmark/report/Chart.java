// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/// Draws horizontal bars with error bars on a linear axis that begins at 0.
///
/// @param title the title for readers who cannot see the chart
/// @param axis what the axis shows, and whether higher or lower is better
/// @param reference the position of a reference line, or NaN
/// @param format formats the values
/// @param groups the bars
record Chart(
    String title,
    String axis,
    double reference,
    DoubleFunction<String> format,
    List<Group> groups) {
  /// One bar.
  ///
  /// @param label its name
  /// @param colour in hexadecimal
  /// @param ours whether to emphasize the bar
  /// @param value the length and the error
  record Bar(String label, String colour, boolean ours, Interval value) {
    double labelWidth() {
      return width(label) * (ours ? 1.13 : 1);
    }
  }

  /// Bars below a heading; without one if its name is empty.
  record Group(String name, List<Bar> bars) {}

  /// The width in the chart's own units, near that of a column in pixels.
  static final int WIDTH = 345;

  private static final int BAR = 11;
  private static final int LINE = 18;
  private static final int GAP = 7;

  /// The factor by which an error bar may exceed the longest bar; a longer error bar is cut off.
  private static final double ROOM = 1.25;

  /// Draws the chart.
  ///
  /// @param width at least [#WIDTH]
  /// @param style the CSS of a standalone image, or the empty string
  String svg(int width, String style) {
    var svg = new Svg();
    int margin = style.isEmpty() ? 0 : 2 * GAP;
    List<Bar> bars = groups.stream().flatMap(group -> group.bars().stream()).toList();
    double labels = GAP + bars.stream().mapToDouble(Bar::labelWidth).max().orElse(0);
    double values = GAP + bars.stream().mapToDouble(this::valueWidth).max().orElse(0);
    double end = max(bars);
    double left = margin + labels;
    double right = width - margin - values;
    double scale = (right - left) / end;
    int top = 4 + margin;
    int bottom = top + height();
    int whole = bottom + 34 + margin;
    if (margin > 0) {
      svg.rect(0, 0, width, whole, "var(--paper)");
    }
    drawAxis(svg, new double[] {left, right, top, bottom}, end);
    int y = top;
    for (Group group : groups) {
      if (!group.name().isEmpty()) {
        svg.text("group", margin, y + 13, group.name());
        y += LINE + 2;
      }
      for (Bar bar : group.bars()) {
        double middle = y + LINE / 2.0;
        String type = bar.ours() ? "label ours" : "label";
        svg.text(type, left - GAP, middle + 4, bar.label());
        double length = Math.max(1, Math.min(bar.value().median(), end) * scale);
        svg.rect(left, middle - BAR / 2.0, length, BAR, bar.colour());
        drawError(svg, bar.value(), left, middle, right, scale);
        String value = format.apply(bar.value().median());
        svg.text(type, width - margin, middle + 4, value);
        y += LINE;
      }
      y += group.name().isEmpty() ? 0 : GAP;
    }
    return svg.element(width, whole, title, style);
  }

  private int height() {
    return groups.stream()
        .mapToInt(
            group -> LINE * group.bars().size() + (group.name().isEmpty() ? 0 : LINE + 2 + GAP))
        .sum();
  }

  /// Returns the width of a bar's value text, at least the width of most ratios, so that charts are
  /// aligned.
  private double valueWidth(Bar bar) {
    return Math.max(width("0.000"), width(format.apply(bar.value().median())));
  }

  /// Estimates the width of text in the widest common font.
  private static double width(String text) {
    return text.chars().mapToDouble(c -> Character.isUpperCase(c) || c == '_' ? 8.6 : 6.8).sum();
  }

  private double max(List<Bar> bars) {
    double longest = bars.stream().mapToDouble(bar -> bar.value().median()).max().orElse(1);
    double furthest = bars.stream().mapToDouble(bar -> bar.value().high()).max().orElse(1);
    double end = Math.min(furthest, ROOM * longest);
    return Double.isNaN(reference) ? end : Math.max(end, reference * 1.1);
  }

  private void drawAxis(Svg svg, double[] box, double end) {
    double scale = (box[1] - box[0]) / end;
    double step = step(end, box[1] - box[0]);
    for (int i = 0; i * step <= end * 1.0001; i++) {
      double x = box[0] + i * step * scale;
      svg.line("grid", x, box[2], x, box[3]);
      svg.text("tick", x, box[3] + 13, tick(i * step, step));
    }
    if (!Double.isNaN(reference)) {
      double x = box[0] + reference * scale;
      svg.line("reference", x, box[2], x, box[3]);
    }
    svg.text("axis", box[1] + GAP, box[3] + 28, axis);
  }

  /// Returns the smallest of 1, 2, 5, 10, ... whose tick labels do not overlap.
  private static double step(double end, double width) {
    double step = Math.pow(10, Math.floor(Math.log10(end)) - 1);
    double[] factors = {2, 2.5, 2};
    for (int i = 0; ; i = (i + 1) % factors.length) {
      double room = step / end * width;
      double most = width(tick(Math.floor(end / step) * step, step)) + 2 * GAP;
      if (room > most && end / step <= 6) {
        return step;
      }
      step *= factors[i];
    }
  }

  private static String tick(double value, double step) {
    int digits = step >= 0.999 ? 0 : (int) Math.ceil(-Math.log10(step) - 0.001);
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }

  private static void drawError(
      Svg svg, Interval value, double left, double middle, double right, double scale) {
    if (!value.isKnown() || value.high() - value.low() < 1e-9) {
      return;
    }
    double low = Math.min(left + value.low() * scale, right);
    double high = left + value.high() * scale;
    boolean cut = high > right + 0.5;
    double end = cut ? right : high;
    svg.line("error", low, middle, end, middle);
    svg.line("error", low, middle - 3, low, middle + 3);
    if (cut) {
      svg.line("error", end - 4, middle - 4, end, middle);
      svg.line("error", end - 4, middle + 4, end, middle);
    } else {
      svg.line("error", end, middle - 3, end, middle + 3);
    }
  }
}
