// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
    assertEquals("segue", score.library());
    assertEquals("STRUCT", score.params().get("object"));
    assertEquals("2", score.params().get("threads"));
    assertEquals(632, Objects.requireNonNull(score.secondary().get(Score.PAYLOAD)).value());
    assertEquals(List.of("-Xmx1g", "-Dx=y"), score.jvmFlags());
  }

  @Test
  void joiningFilesPreservesTheirRounds() throws IOException {
    Path whole = directory.resolve("whole.json");
    Path second = file("b.json", RESULT.replace("\"threads\"", "\"round\": 3, \"threads\""));
    ScoreFile.join(List.of(file("a.json", RESULT), second), whole);
    assertEquals(List.of(1, 3), ScoreFile.read(whole).stream().map(Score::round).toList());
    assertEquals(1, Row.of(ScoreFile.read(whole)).size());
  }

  @Test
  void rejectsFilesWithoutResults() throws IOException {
    for (String text : List.of("", "{}", "[1]", "[{}]", "[{\"benchmark\": \"a.b\"}]", "[")) {
      Path file = file("bad.json", text);
      assertThrows(IOException.class, () -> ScoreFile.read(file), text);
    }
  }
}
