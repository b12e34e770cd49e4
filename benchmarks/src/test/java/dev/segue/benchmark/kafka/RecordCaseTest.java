// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.benchmark.processes.Measurement;
import dev.segue.benchmark.report.Score;
import dev.segue.benchmark.report.ScoreFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordCaseTest {
  private static final long MILLIS = 10;

  @TempDir private Path directory;

  /// A short measurement: that it runs, not how fast.
  @Tag("long")
  @Test
  void recordsPassThroughABroker() throws Exception {
    RecordResult result =
        new RecordCase("segue-registry", RecordObject.MEDIA_CONTENT, MILLIS).measure();
    Measurement measurement = result.measurement();
    measurement
        .figures()
        .forEach((name, figure) -> assertTrue(figure > 0, () -> name + " in " + measurement));
    assertTrue(measurement.figure(RecordResult.LOGGED) > measurement.figure(Score.PAYLOAD));
    assertTrue(
        measurement.figure(RecordResult.LOGGED_ZSTD) < measurement.figure(RecordResult.LOGGED));
    Path file = directory.resolve("result.json");
    result.write(file);
    List<Score> scores = ScoreFile.read(file);
    assertEquals(1 + 2 * 3, scores.size());
    assertTrue(scores.stream().allMatch(score -> score.library().equals("segue-registry")));
  }

  @Test
  void aRoundHasEveryLibrary() {
    assertEquals(RecordCodec.LIBRARIES.size(), RecordCase.of(MILLIS, false).size());
    assertEquals(
        RecordObject.values().length * RecordCodec.LIBRARIES.size(),
        RecordCase.of(MILLIS, true).size());
  }
}
