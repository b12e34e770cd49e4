// SPDX-License-Identifier: Apache-2.0
package dev.segue.micrometer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/// Prints a table of Segue's events in a recording, and draws how their durations change with time.
final class EventsPicture {

  private static final int WIDTH = 760;
  private static final int HEIGHT = 330;
  private static final int LEFT = 66;
  private static final int RIGHT = 630;
  private static final int TOP = 30;
  private static final int BOTTOM = 290;

  /// The minimum and maximum duration on the axis, as powers of ten in nanoseconds.
  private static final int LEAST = 1;

  private static final int MOST = 8;

  private static final int COLUMNS = 60;

  /// The number of milliseconds between two labels on the axis.
  private static final int TICK = 100;

  private static final String[] UNITS = {
    "10 ns", "100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms"
  };
  private static final String[] COLOURS = {"#2f6fb3", "#c8641e", "#2e8b57", "#a0479b"};

  private static final String STYLE =
      """
      svg { --paper: #ffffff; --ink: #1c2329; --faint: #5b6670; --grid: #dde3e8; font: 12px system-ui, sans-serif; }
      @media (prefers-color-scheme: dark) { svg { --paper: #12181f; --ink: #e4e9ee; --faint: #a3aeb8; --grid: #2c363f; } }
      text { fill: var(--ink); }
      .paper { fill: var(--paper); }
      .axis, .tick { fill: var(--faint); font-size: 11px; text-anchor: end; }
      .tick { text-anchor: middle; }
      line { stroke: var(--grid); }
      polyline { fill: none; stroke-width: 1.8; }
      """;

  private final Map<String, List<RecordedEvent>> events = new TreeMap<>();
  private Instant first = Instant.MAX;
  private Instant last = Instant.MIN;

  private EventsPicture(Path recording) throws IOException {
    for (RecordedEvent event : RecordingFile.readAllEvents(recording)) {
      String name = event.getEventType().getName();
      if (name.matches("dev\\.segue\\.[A-Z]\\w+")) {
        events.computeIfAbsent(name, _ -> new ArrayList<>()).add(event);
        first = first.isAfter(event.getStartTime()) ? event.getStartTime() : first;
        last = last.isBefore(event.getStartTime()) ? event.getStartTime() : last;
      }
    }
  }

  /// @param args the recording, and the image to write
  public static void main(String[] args) throws IOException {
    EventsPicture picture = new EventsPicture(Path.of(args[0]));
    System.out.print(picture.table());
    Files.writeString(Path.of(args[1]), picture.image());
  }

  private static long quantile(List<RecordedEvent> some, double part) {
    long[] nanos =
        some.stream().mapToLong(event -> event.getDuration().toNanos()).sorted().toArray();
    return nanos[(int) (part * (nanos.length - 1))];
  }

  private String table() {
    StringBuilder text = new StringBuilder(32 * events.size());
    events.forEach((name, all) ->
        text.append(
            String.format(
                Locale.ROOT,
                "%-22s %,7d events, median %6.1f µs, p99 %6.1f µs%n",
                name,
                all.size(),
                quantile(all, 0.5) / 1e3,
                quantile(all, 0.99) / 1e3)));
    return text.toString();
  }

  private String image() {
    StringBuilder body = new StringBuilder(1 << 14);
    body.append("<rect class='paper' width='%d' height='%d'/>%n".formatted(WIDTH, HEIGHT));
    for (int power = LEAST; power <= MOST; power++) {
      double y = y(Math.pow(10, power));
      body.append(line(y)).append(text("axis", LEFT - 8, y + 4, UNITS[power - LEAST]));
    }
    int row = 0;
    for (Map.Entry<String, List<RecordedEvent>> entry : events.entrySet()) {
      String name = entry.getKey().substring("dev.segue.".length());
      String colour = COLOURS[row % COLOURS.length];
      body.append(curve(entry.getValue(), colour));
      double y = TOP + 20.0 * row++;
      body.append(
              String.format(
                  Locale.ROOT,
                  "<rect x='%d' y='%.1f' width='12' height='12' fill='%s'/>%n",
                  RIGHT + 20,
                  y,
                  colour))
          .append(text("name", RIGHT + 38, y + 10, name));
    }
    long all = length().toMillis();
    for (long tick = 0; tick <= all; tick += TICK) {
      double x = LEFT + (double) (RIGHT - LEFT) * tick / all;
      body.append(text("tick", x, BOTTOM + 16.0, String.valueOf(tick)));
    }
    body.append(text("axis", RIGHT, BOTTOM + 34.0, "milliseconds since the first event"));
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="Durations of events">
    <style>%s</style>
    %s</svg>
    """
        .formatted(WIDTH, HEIGHT, STYLE, body);
  }

  private Duration length() {
    return Duration.between(first, last);
  }

  /// The medians of equally long intervals.
  private String curve(List<RecordedEvent> all, String colour) {
    Map<Integer, List<RecordedEvent>> columns = new TreeMap<>();
    double nanos = length().toNanos() + 1.0;
    for (RecordedEvent event : all) {
      long since = Duration.between(first, event.getStartTime()).toNanos();
      columns.computeIfAbsent((int) (COLUMNS * since / nanos), _ -> new ArrayList<>()).add(event);
    }
    StringBuilder points = new StringBuilder(16 * COLUMNS);
    columns.forEach((column, some) ->
        points.append(
            String.format(
                Locale.ROOT,
                "%.1f,%.1f ",
                LEFT + (column + 0.5) * (RIGHT - LEFT) / COLUMNS,
                y((double) quantile(some, 0.5)))));
    return "<polyline points='%s' stroke='%s'/>%n".formatted(points.toString().strip(), colour);
  }

  private static double y(double nanos) {
    double power = Math.clamp(Math.log10(Math.max(1, nanos)), LEAST, MOST);
    return BOTTOM - (power - LEAST) * (BOTTOM - TOP) / (MOST - LEAST);
  }

  private static String line(double y) {
    return String.format(
        Locale.ROOT, "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f'/>%n", LEFT, y, RIGHT, y);
  }

  private static String text(String type, double x, double y, String text) {
    return String.format(
        Locale.ROOT, "<text class='%s' x='%.1f' y='%.1f'>%s</text>%n", type, x, y, text);
  }
}
