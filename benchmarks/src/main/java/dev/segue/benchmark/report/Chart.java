// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Paint;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.CategoryLabelPosition;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.CategoryLabelWidthType;
import org.jfree.chart.axis.LogarithmicAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.renderer.category.StatisticalBarRenderer;
import org.jfree.chart.text.TextBlockAnchor;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.data.statistics.DefaultStatisticalCategoryDataset;

/// Draws bar charts with error bars as SVG: one bar for each library in a row of a table.
public final class Chart {
  /// The width of a plot, in its own units.
  static final int WIDTH = 400;

  private static final int BAR_HEIGHT = 21;
  private static final int REST_HEIGHT = 52;
  private static final int FONT_SIZE = 13;

  /// The longest label, as a multiple of the width left for the bars; labels are never shortened.
  private static final float WIDEST_LABEL = 5;

  /// The scale is logarithmic if the largest value exceeds the smallest by this factor.
  private static final double LOGARITHMIC_FROM = 30;

  static {
    System.setProperty("java.awt.headless", "true");
  }

  private Chart() {}

  /// Returns the height of a row's plot, in its own units.
  static int height(Table table, String row) {
    return REST_HEIGHT + BAR_HEIGHT * scores(table, row).size();
  }

  private static List<Score> scores(Table table, String row) {
    return table.contestants().stream()
        .map(name -> table.score(row, name))
        .flatMap(Stream::ofNullable)
        .toList();
  }

  /// Draws a row.
  ///
  /// @return an `svg` element
  /// @throws IOException if this JVM cannot draw: text needs fonts of the operating system
  static String svg(Table table, String row) throws IOException {
    List<Score> scores = scores(table, row);
    String title = table.rowName(row) + ", " + Names.unit(table.unit());
    try {
      return svg(title, scores);
    } catch (InternalError | NoClassDefFoundError | NullPointerException e) {
      throw new IOException(
          "cannot draw plots: this JVM has no fonts (install fontconfig): " + e, e);
    }
  }

  private static String svg(String title, List<Score> scores) throws IOException {
    var data = new DefaultStatisticalCategoryDataset();
    double smallest = Double.MAX_VALUE;
    double largest = 0;
    double furthest = 0;
    for (Score score : scores) {
      double error = score.primary().error();
      data.add(score.primary().value(), Double.isNaN(error) ? 0 : error, "", label(score));
      smallest = Math.min(smallest, score.primary().value());
      largest = Math.max(largest, score.primary().value());
      furthest = Math.max(furthest, score.primary().high());
    }
    boolean logarithmic = smallest > 0 && largest / smallest >= LOGARITHMIC_FROM;
    NumberAxis axis = logarithmic ? new LogarithmicAxis(null) : new NumberAxis();
    var numbers = new DecimalFormat("#,##0.####", DecimalFormatSymbols.getInstance(Locale.ROOT));
    axis.setNumberFormatOverride(numbers);
    axis.setTickLabelFont(font(Font.PLAIN, FONT_SIZE - 2));
    if (logarithmic) {
      axis.setRange(Math.pow(10, Math.floor(Math.log10(smallest)) - 0.3), largest * 2);
    } else {
      axis.setRange(0, Math.min(furthest, 2 * largest) * 1.05);
    }
    var names = new CategoryAxis();
    names.setTickLabelFont(font(Font.PLAIN, FONT_SIZE));
    names.setCategoryMargin(0.2);
    names.setLowerMargin(0.02);
    names.setUpperMargin(0.02);
    names.setCategoryLabelPositions(
        CategoryLabelPositions.replaceLeftPosition(
            CategoryLabelPositions.STANDARD,
            new CategoryLabelPosition(
                RectangleAnchor.RIGHT,
                TextBlockAnchor.CENTER_RIGHT,
                CategoryLabelWidthType.RANGE,
                WIDEST_LABEL)));
    var plot = new CategoryPlot(data, names, axis, renderer(scores, logarithmic));
    plot.setOrientation(PlotOrientation.HORIZONTAL);
    plot.setRangeAxisLocation(AxisLocation.BOTTOM_OR_LEFT);
    plot.setBackgroundPaint(null);
    plot.setOutlineVisible(false);
    plot.setRangeGridlinePaint(new Color(0xC8CED3));
    var chart =
        new JFreeChart(
            title + (logarithmic ? ", logarithmic" : ""),
            font(Font.BOLD, FONT_SIZE + 1),
            plot,
            false);
    chart.setBackgroundPaint(null);
    return draw(chart, REST_HEIGHT + BAR_HEIGHT * scores.size());
  }

  private static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }

  private static String label(Score score) {
    return score.contestant() + "  " + score.primary().text();
  }

  private static StatisticalBarRenderer renderer(List<Score> scores, boolean logarithmic) {
    var renderer =
        new StatisticalBarRenderer() {
          private static final long serialVersionUID = 1;

          @Override
          public Paint getItemPaint(int row, int column) {
            return Palette.of(scores.get(column).contestant());
          }
        };
    renderer.setShadowVisible(false);
    renderer.setDrawBarOutline(false);
    renderer.setBarPainter(new StandardBarPainter());
    renderer.setErrorIndicatorPaint(Color.BLACK);
    renderer.setErrorIndicatorStroke(new BasicStroke(1));
    renderer.setIncludeBaseInRange(!logarithmic);
    if (logarithmic) {
      renderer.setBase(Double.MIN_NORMAL);
    }
    return renderer;
  }

  private static String draw(JFreeChart chart, int height) throws IOException {
    var graphics = new VectorGraphics2D();
    chart.draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, height));
    var bytes = new ByteArrayOutputStream();
    new SVGProcessor()
        .getDocument(graphics.getCommands(), new PageSize(WIDTH, height))
        .writeTo(bytes);
    return Svg.tidy(bytes.toString(StandardCharsets.UTF_8));
  }
}
