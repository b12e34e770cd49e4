// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class RatioTest {
  private static Ratio only(Score... scores) {
    Table table = Tables.of(List.of(scores)).getFirst();
    List<Ratio> ratios = Ratio.of(table, table.rows().getFirst());
    assertEquals(1, ratios.size());
    return ratios.getFirst();
  }

  @Test
  void isToTheFastestPeerByRate() {
    Ratio ratio =
        only(
            Scores.rate("segue", "STRUCT", 300, 1),
            Scores.rate("kryo", "STRUCT", 50, 1),
            Scores.rate("fory", "STRUCT", 100, 1));
    assertEquals("fory", ratio.peer());
    assertEquals(3, ratio.value(), 1e-9);
    assertEquals(Ratio.Verdict.AHEAD, ratio.verdict());
  }

  @Test
  void isToTheFastestPeerByTime() {
    Ratio ratio =
        only(
            Scores.time("segue-segment", "1024", 4, 0.1),
            Scores.time("zstd-jni", "1024", 2, 0.1),
            Scores.time("aircompressor-java", "1024", 8, 0.1));
    assertEquals("zstd-jni", ratio.peer());
    assertEquals(0.5, ratio.value(), 1e-9);
    assertEquals(Ratio.Verdict.BEHIND, ratio.verdict());
  }

  @Test
  void overlappingErrorsAreATie() {
    Ratio ratio = only(Scores.rate("segue", "A", 120, 15), Scores.rate("fory", "A", 100, 10));
    assertEquals(Ratio.Verdict.TIE, ratio.verdict());
    assertTrue(ratio.text().contains("tie"), ratio::text);
  }

  @Test
  void withoutErrorsFivePercentAreATie() {
    assertEquals(
        Ratio.Verdict.TIE,
        only(Scores.rate("segue", "A", 104, Double.NaN), Scores.rate("fory", "A", 100, 1))
            .verdict());
    assertEquals(
        Ratio.Verdict.BEHIND,
        only(Scores.rate("segue", "A", 90, Double.NaN), Scores.rate("fory", "A", 100, 1))
            .verdict());
  }

  @Test
  void ceilingsAndOurOwnAreNoPeers() {
    Table table =
        Tables.of(
                List.of(
                    Scores.rate("segue", "A", 100, 1),
                    Scores.rate("segue-opens", "A", 200, 1),
                    Scores.rate("handwritten", "A", 400, 1)))
            .getFirst();
    assertTrue(Ratio.of(table, "A").isEmpty());
  }
}
