// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandingTest {
  private static final RunInfo INFO =
      new RunInfo(Map.of(RunInfo.VERSIONS, "fory 1.6.0, kryo 5.6.2, zstd-jni 1, zstd-jni-ffm 2"));

  private static Section section(String name, List<Score> scores) {
    return new Section(name, name, "What.", Tables.of(scores), List.of());
  }

  private static List<Score> graph(String schema, String library, double... values) {
    return Scores.of(
        "SerializationBenchmark.serialize",
        "object=STRUCT schema=" + schema,
        library,
        "ops/ms",
        values);
  }

  private static List<String> lines(List<Section> sections) {
    var lines = new ArrayList<String>();
    for (Standing standing : Standing.of(sections)) {
      lines.add(standing.label(INFO) + ": " + Interval.ratio(standing.mean()));
    }
    return lines;
  }

  @Test
  void comparesLikeWithLike() {
    List<Score> scores =
        Scores.all(
            graph("CONSISTENT", "segue", 100, 100, 100),
            graph("CONSISTENT", "fory", 50, 50, 50),
            graph("CONSISTENT", "fory-fixed", 80, 80, 80),
            graph("COMPATIBLE", "segue", 90, 90, 90),
            graph("COMPATIBLE", "segue-registry", 95, 95, 95),
            graph("COMPATIBLE", "fory", 30, 30, 30),
            graph("COMPATIBLE", "fory-metashared", 500, 500, 500));
    assertEquals(
        List.of(
            "Fory 1.6.0, compatible mode, its default: 3.00",
            "Fory 1.6.0, schema consistent, fixed width: 1.25",
            "Fory 1.6.0, schema consistent, variable length: 2.00"),
        lines(List.of(section("a", scores))));
  }

  @Test
  void rowsCountOnceInTheGeometricMean() {
    List<Score> first =
        Scores.all(Scores.rates("segue", "A", 20, 20, 20), Scores.rates("kryo", "A", 10, 10, 10));
    List<Score> second =
        Scores.all(
            Scores.rates("segue", "A", 50, 50, 50), Scores.rates("kryo", "A", 10, 10, 10),
            Scores.rates("segue", "B", 8, 8, 8), Scores.rates("kryo", "B", 1, 1, 1));
    List<Standing> standings = Standing.of(List.of(section("a", first), section("b", second)));
    assertEquals(1, standings.size());
    assertEquals(2, standings.getFirst().ratios().size());
    assertEquals(4, standings.getFirst().mean(), 1e-9);
    assertEquals(2, standings.getFirst().count(Verdict.AHEAD));
  }

  @Test
  void bestFormOfBothLibrariesCounts() {
    List<Score> scores =
        Scores.all(
            Scores.times("segue-segment", "1", 12, 12, 12),
            Scores.times("segue-bytes", "1", 10, 10, 10),
            Scores.times("zstd-jni", "1", 12, 12, 12),
            Scores.times("zstd-jni-ffm", "1", 8, 8, 8));
    Standing standing = Standing.of(List.of(section("a", scores))).getFirst();
    assertEquals("segue-bytes", standing.ratios().getFirst().first());
    assertEquals("zstd-jni-ffm", standing.ratios().getFirst().second());
    assertEquals(0.8, standing.mean(), 1e-9);
    assertEquals(1, standing.count(Verdict.BEHIND));
  }

  @Test
  void formsThatRequireMoreThanTheirPeersDoNotCount() {
    List<Score> scores =
        Scores.all(
            graph("COMPATIBLE", "segue", 90, 90, 90),
            graph("COMPATIBLE", "segue-opens", 900, 900, 900),
            graph("COMPATIBLE", "segue-registry", 900, 900, 900),
            graph("COMPATIBLE", "segue-auto-aot", 900, 900, 900),
            graph("COMPATIBLE", "fory", 30, 30, 30));
    assertEquals(3, Standing.of(List.of(section("a", scores))).getFirst().mean(), 1e-9);
  }

  @Test
  void meanHasNoVerdictUnlessARowHasOne() {
    List<Score> once = Scores.all(Scores.rates("segue", "A", 45), Scores.rates("kryo", "A", 100));
    assertEquals(Verdict.UNDECIDED, Standing.of(List.of(section("a", once))).getFirst().verdict());
    List<Score> often =
        Scores.all(
            Scores.rates("segue", "A", 45, 45, 45), Scores.rates("kryo", "A", 100, 100, 100));
    assertEquals(Verdict.BEHIND, Standing.of(List.of(section("a", often))).getFirst().verdict());
  }

  @Test
  void aMeanOfTiesIsATie() {
    List<Score> scores =
        Scores.all(
            Scores.rates("segue", "A", 90, 101, 93), Scores.rates("kryo", "A", 100, 100, 100));
    Standing standing = Standing.of(List.of(section("a", scores))).getFirst();
    assertEquals(1, standing.count(Verdict.TIED));
    assertEquals(0.93, standing.mean(), 1e-9);
    assertEquals(Verdict.TIED, standing.verdict());
    scores.addAll(Scores.rates("segue", "B", 9));
    scores.addAll(Scores.rates("kryo", "B", 1));
    assertEquals(
        Verdict.UNDECIDED, Standing.of(List.of(section("a", scores))).getFirst().verdict());
  }

  @Test
  void aColdStartIsALineOfItsOwn() {
    List<Score> scores =
        Scores.all(
            Scores.of("ColdStartBenchmark.first", "object=A", "segue", "ms/op", 100),
            Scores.of("ColdStartBenchmark.first", "object=A", "kryo", "ms/op", 50));
    assertEquals(
        List.of("Kryo 5.6.2, first object in a new JVM, 1 row not decided: 0.50"),
        lines(List.of(section("a", scores))));
  }

  @Test
  void nonDefaultFormIsNamed() {
    List<Score> scores =
        Scores.all(
            Scores.of("ColdStartBenchmark.first", "object=A", "segue", "ms/op", 100, 100, 100),
            Scores.of("ColdStartBenchmark.first", "object=A", "segue-auto", "ms/op", 40, 40, 40),
            Scores.of("ColdStartBenchmark.first", "object=A", "kryo", "ms/op", 50, 50, 50));
    assertEquals(
        List.of("Kryo 5.6.2, first object in a new JVM, Segue interprets first: 1.25"),
        lines(List.of(section("a", scores))));
  }

  @Test
  void suiteOfServersIsComparedWithTheBestPeerOfEachRow() {
    List<Score> scores =
        Scores.all(
            Scores.of("CacheBenchmark.get", "object=A", "segue", "us/op", 40, 40, 40),
            Scores.of("CacheBenchmark.get", "object=A", "kryo", "us/op", 20, 20, 20),
            Scores.of("CacheBenchmark.get", "object=A", "jdk", "us/op", 80, 80, 80));
    assertEquals(List.of("best peer of each row: 0.50"), lines(List.of(section("caches", scores))));
  }

  @Test
  void terminalShowsCountsAndLosses() {
    List<Score> scores =
        Scores.all(Scores.rates("segue", "A", 5, 5, 5), Scores.rates("kryo", "A", 10, 10, 10));
    String text = Verdicts.text(List.of(section("a", scores)));
    assertTrue(text.matches("(?s).*Kryo +0\\.50 +0 +0 +1\n.*"), text);
    assertTrue(text.contains("behind Kryo: serialize, A: 0.50 (0.50 to 0.50)"), text);
    assertTrue(Verdicts.text(List.of()).startsWith("no row"));
  }
}
