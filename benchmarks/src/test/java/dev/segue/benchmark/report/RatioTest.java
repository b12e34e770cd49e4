// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RatioTest {
  private static Row row(List<Score> scores) {
    List<Row> rows = Row.of(scores);
    assertEquals(1, rows.size());
    return rows.getFirst();
  }

  @Test
  void ratioIsTheMedianOfTheRatiosPerRound() {
    // The machine doubles its speed in round 2, which changes no ratio.
    Row row =
        row(
            Scores.all(
                Scores.rates("segue", "A", 30, 66, 31), Scores.rates("fory", "A", 10, 20, 10)));
    Ratio ratio = Ratio.of(row, "segue", "fory").orElseThrow();
    assertEquals(3.1, ratio.median(), 1e-12);
    assertEquals(Interval.of(3, 3.3, 3.1), ratio.interval());
    assertEquals(Verdict.AHEAD, ratio.verdict());
  }

  @Test
  void shorterTimeIsFaster() {
    Row row = row(Scores.all(Scores.times("segue", "1", 4), Scores.times("zstd-jni", "1", 2)));
    assertEquals(0.5, Ratio.of(row, "segue", "zstd-jni").orElseThrow().median(), 1e-12);
  }

  @Test
  void onlyRoundsWithBothLibrariesCount() {
    List<Score> scores = Scores.rates("segue", "A", 30, 99, 31, 32);
    List<Score> peer = Scores.rates("fory", "A", 10, 1, 10, 10);
    peer.remove(1);
    scores.remove(3);
    Ratio ratio = Ratio.of(row(Scores.all(scores, peer)), "segue", "fory").orElseThrow();
    assertEquals(Interval.of(3, 3.1), ratio.interval());
    assertTrue(Ratio.of(ratio.row(), "segue", "kryo").isEmpty());
  }

  @Test
  void withoutACommonRoundThereIsNoRatio() {
    List<Score> late = Scores.rates("fory", "A", 1, 2);
    late.removeFirst();
    Row row = row(Scores.all(Scores.rates("segue", "A", 3), late));
    assertTrue(Ratio.of(row, "segue", "fory").isEmpty());
    assertTrue(row.edge().isEmpty());
  }

  @Test
  void zeroAndNaNAreIgnored() {
    Row row =
        row(
            Scores.all(
                Scores.rates("segue", "A", 30, 0, Double.NaN, 30),
                Scores.rates("fory", "A", 10, 10, 10, 0)));
    assertEquals(1, Ratio.of(row, "segue", "fory").orElseThrow().interval().rounds());
    assertEquals(2, row.speed("segue").orElseThrow().rounds());
  }

  @Test
  void edgeIsRelativeToTheFastestPeer() {
    Row row =
        row(
            Scores.all(
                Scores.rates("segue", "A", 300),
                Scores.rates("segue-opens", "A", 900),
                Scores.rates("kryo", "A", 50),
                Scores.rates("fory", "A", 100),
                Scores.rates("fory-metashared", "A", 200),
                Scores.rates("handwritten", "A", 400)));
    Ratio edge = row.edge().orElseThrow();
    assertEquals("fory", edge.second());
    assertEquals(3, edge.median(), 1e-12);
    assertEquals("3.00", edge.text());
  }

  @Test
  void nearAndFarAreSeparateRows() {
    List<Score> scores =
        Scores.all(
            Scores.of("ShmBenchmark.roundTripP50", "size=32 placement=far", "segue", "ns/op", 500),
            Scores.of(
                "ShmBenchmark.roundTripP50", "size=32 placement=near", "segue", "ns/op", 120));
    var withFlag =
        scores.stream()
            .map(score ->
                Scores.with(
                    score, Map.of(Score.FLAG, new Metric(score.primary().value() - 20, "ns"))))
            .toList();
    Table table = Tables.of(withFlag).getFirst();
    assertEquals(
        List.of("32 B, near", "32 B, far"), table.rows().stream().map(table::name).toList());
    assertEquals(100, table.rows().getFirst().flagNanos().orElseThrow());
    assertEquals(480, table.rows().getLast().flagNanos().orElseThrow());
    assertEquals("round trip, median", table.title());
  }

  @Test
  void libraryMeasuredTwiceInARoundCountsOnce() {
    Row row = row(Scores.all(Scores.rates("segue", "A", 3, 4), Scores.rates("segue", "A", 5, 6)));
    assertEquals(3.5, row.speed("segue").orElseThrow().median());
  }

  @Test
  void tablesListOursFirstAndSortNumbers() {
    List<Score> scores =
        Scores.all(
            Scores.times("zstd-jni", "65536", 80),
            Scores.times("handwritten", "1024", 2),
            Scores.times("segue-segment", "1024", 3));
    Table table = Tables.of(scores).getFirst();
    assertEquals(List.of("1 KiB", "64 KiB"), table.rows().stream().map(table::name).toList());
    assertEquals(List.of("segue-segment", "zstd-jni", "handwritten"), table.libraries());
    assertEquals("compress", table.title());
    assertEquals("zstd: compress, 1 KiB", table.fullName(table.rows().getFirst()));
  }

  @Test
  void threadsDistinguishRowsOnlyIfTheyVary() {
    List<Score> one = Scores.rates("segue", "STRUCT", 10);
    List<Score> two =
        Scores.of("SerializationBenchmark.serialize", "object=STRUCT threads=2", "segue", "x", 1);
    assertEquals("object", Tables.of(one).getFirst().category());
    Table table = Tables.of(Scores.all(two, one)).getFirst();
    assertEquals("threads", table.category());
    assertEquals(List.of("1", "2"), table.rows().stream().map(table::name).toList());
  }
}
