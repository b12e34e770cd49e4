// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final List<Score> SCORES =
      List.of(
          Scores.time("zstd-jni", "65536", 80, 2),
          Scores.time("segue-segment", "65536", 70, 2),
          Scores.time("zstd-jni", "1024", 4, 0.1),
          Scores.time("segue-segment", "1024", 3, 0.1),
          Scores.time("handwritten", "1024", 2, 0.1));

  private static Section section(List<Score> scores) {
    return new Section(
        "zstd", "Zstandard <1>", "What & how.", Tables.of(scores), Set.of("ZstdBenchmark"));
  }

  @Test
  void tablesHaveOursFirstAndNumbersInOrder() {
    Table table = Tables.of(SCORES).getFirst();
    assertEquals(List.of("1024", "65536"), table.rows());
    assertEquals(List.of("segue-segment", "zstd-jni", "handwritten"), table.contestants());
    assertEquals("1 KiB", table.rowName("1024"));
    assertEquals("compress", table.title());
  }

  @Test
  void threadsAreTheRowsOnlyWhereTheyVary() {
    Score one = Scores.rate("segue", "STRUCT", 10, 1);
    Score two =
        new Score(
            one.benchmark(),
            one.contestant(),
            Map.of("object", "STRUCT", "threads", "2"),
            one.primary(),
            Map.of(),
            List.of());
    assertEquals("object", Tables.of(List.of(one)).getFirst().category());
    Table table = Tables.of(List.of(one, two)).getFirst();
    assertEquals("threads", table.category());
    assertEquals(List.of("1", "2"), table.rows());
  }

  @Test
  void everyPublishedFigureHasAKnownSourceAndUnit() throws IOException {
    Published published = Published.load();
    assertTrue(published.figures().size() > 500);
    for (Published.Figure figure : published.figures()) {
      assertTrue(published.sources().containsKey(figure.source()), figure::toString);
      assertTrue(figure.metric().value() >= 0, figure::toString);
    }
  }

  @Test
  void publishedFiguresStandBesideMeasuredOnesInTheirUnit() throws IOException {
    var score =
        new Score(
            "ZstdBenchmark.compress",
            "zstd-jni",
            Map.of("size", "1024", "data", "text", "threads", "1"),
            new Metric(4, 0.1, "us/op"),
            Map.of(),
            List.of());
    String markdown = new Markdown(Published.load()).section(section(List.of(score)));
    assertTrue(markdown.contains("| *published* | *4.20* |"), markdown);
    assertTrue(markdown.contains("zstd-java"), markdown);
  }

  @Test
  void publishedFiguresOfOneThreadStandBesideMeasuredOnesOfOne() throws IOException {
    var scores = new ArrayList<Score>();
    for (String threads : List.of("1", "2")) {
      scores.add(
          new Score(
              "ZstdBenchmark.compress",
              "zstd-jni",
              Map.of("size", "1024", "data", "text", "threads", threads),
              new Metric(4, 0.1, "us/op"),
              Map.of(),
              List.of()));
    }
    String markdown = new Markdown(Published.load()).section(section(scores));
    assertEquals(1, markdown.split("\\*published\\*", -1).length - 1, markdown);
  }

  @Test
  void pageHoldsEverythingItNeeds() throws IOException {
    var info = new RunInfo(Map.of("machine", "A & B"));
    String html = new Page(info, Published.load()).html(List.of(section(SCORES)));
    assertTrue(html.contains("A &amp; B"));
    assertTrue(html.contains("Zstandard &lt;1&gt;"));
    assertTrue(html.contains("<svg") || html.contains("no plots"));
    assertFalse(html.contains("<script") || html.contains("src="));
    assertFalse(html.contains("href=\"http"), "needs something from elsewhere");
    assertTrue(html.contains("1.33 × zstd-jni"));
  }

  @Test
  void csvHasALineForEachScore() {
    assertEquals(SCORES.size() + 1, Csv.of(SCORES).lines().count());
  }
}
