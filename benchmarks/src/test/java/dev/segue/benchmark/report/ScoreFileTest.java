// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScoreFileTest {
  private static final String RESULT =
      """
      [{"benchmark": "a.b.SerializationBenchmark.serialize", "mode": "thrpt", "threads": 2,
        "jvmArgs": ["-Xmx1g", "-Dx=y"],
        "params": {"object": "STRUCT", "library": "segue"},
        "primaryMetric": {"score": 12.0, "scoreError": "NaN", "scoreUnit": "ops/ms",
          "rawData": [[10.0, 12.0, 14.0]]},
        "secondaryMetrics": {"payload.bytes": {"score": 632.0, "scoreError": "NaN",
          "scoreUnit": "B", "rawData": [[632.0, 632.0, 632.0]]}}}]
      """;

  @TempDir private Path directory;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  @Test
  void readsTheOutputOfJmh() throws IOException {
    Score score = ScoreFile.read(file("a.json", RESULT)).getFirst();
    assertEquals("SerializationBenchmark.serialize", score.benchmark());
    assertEquals("segue", score.contestant());
    assertEquals("STRUCT", score.params().get("object"));
    assertEquals("2", score.params().get("threads"));
    assertEquals(632, Objects.requireNonNull(score.secondary().get(Score.PAYLOAD)).value());
    assertEquals(List.of("-Xmx1g", "-Dx=y"), score.jvmFlags());
  }

  @Test
  void errorIsStudentsInterval() throws IOException {
    // Three samples, deviation 2: 4.3027 * 2 / sqrt(3).
    Metric metric = ScoreFile.read(file("a.json", RESULT)).getFirst().primary();
    assertEquals(4.968, metric.error(), 0.001);
    assertTrue(Double.isNaN(ScoreFile.error(List.of(1.0))));
  }

  @Test
  void joinsFiles() throws IOException {
    Path whole = directory.resolve("whole.json");
    ScoreFile.join(List.of(file("a.json", RESULT), file("b.json", RESULT)), whole);
    assertEquals(2, ScoreFile.read(whole).size());
  }

  @Test
  void roundsOfOneCaseBecomeTheirMedian() throws IOException {
    Path whole = directory.resolve("whole.json");
    Path second = file("b.json", round("[[90.0, 50.0, 70.0]]", 70));
    Path third = file("c.json", round("[[20.0, 20.0]]", 20));
    Path other = file("d.json", RESULT.replace("STRUCT", "SAMPLE"));
    ScoreFile.joinRounds(List.of(file("a.json", RESULT), other, second, third), whole);
    List<Score> scores = ScoreFile.read(whole);
    assertEquals(2, scores.size());
    assertEquals("STRUCT", scores.getFirst().params().get("object"));
    assertEquals(20, scores.getFirst().primary().value());
    assertEquals(
        ScoreFile.error(List.of(10.0, 12.0, 14.0, 90.0, 50.0, 70.0, 20.0, 20.0)),
        scores.getFirst().primary().error());
    assertEquals(12, scores.getLast().primary().value());
  }

  @Test
  void aRoundMayLackAFigure() throws IOException {
    Path whole = directory.resolve("whole.json");
    Path second = file("b.json", RESULT.replace("payload.bytes", "gc.time"));
    ScoreFile.joinRounds(List.of(file("a.json", RESULT), second), whole);
    Score score = ScoreFile.read(whole).getFirst();
    assertEquals(632, Objects.requireNonNull(score.secondary().get(Score.PAYLOAD)).value());
    assertTrue(Files.readString(whole).contains("gc.time"));
  }

  private static String round(String samples, double score) {
    return RESULT
        .replace("[[10.0, 12.0, 14.0]]", samples)
        .replace("\"score\": 12.0", "\"score\": " + score);
  }

  @Test
  void rejectsFilesWithoutResults() throws IOException {
    for (String text : List.of("", "{}", "[1]", "[{}]", "[{\"benchmark\": \"a.b\"}]", "[")) {
      Path file = file("bad.json", text);
      assertThrows(IOException.class, () -> ScoreFile.read(file), text);
    }
  }
}
