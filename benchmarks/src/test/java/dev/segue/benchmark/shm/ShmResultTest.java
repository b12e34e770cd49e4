// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.benchmark.report.Score;
import dev.segue.benchmark.report.ScoreFile;
import dev.segue.workload.Workload;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShmResultTest {
  private static final Measurement SEGUE =
      new Measurement("segue", 32, 140, 280, 420, 560, 700, 840, 980, 1e6, 0.25);

  @Test
  void survivesTheWayBetweenProcesses() {
    assertEquals(SEGUE, Measurement.ofCsv(SEGUE.csv()));
  }

  @Test
  void isReadAsResultsOfJmh(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("shm.json");
    ShmResult.of(ShmResult.Name.ofBytes("segue", 32), SEGUE).write(file);
    List<Score> scores = ScoreFile.read(file);
    assertEquals(6, scores.size());
    Score median = scores.getFirst();
    assertEquals("ShmBenchmark.roundTripP50", median.benchmark());
    assertEquals("segue", median.contestant());
    assertEquals("32", median.params().get("size"));
    assertEquals(140, median.primary().value());
    assertEquals(0.25, Objects.requireNonNull(median.secondary().get(Score.ALLOCATED)).value());
    assertTrue(scores.getLast().primary().isRate());
  }

  @Test
  void objectsAreIdentifiedByLibraryAndObject(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("pipeline.json");
    ShmResult.of(ShmResult.Name.ofObjects("segue", Workload.SAMPLE), SEGUE).write(file);
    Score median = ScoreFile.read(file).getFirst();
    assertEquals("TwoProcessPipelineBenchmark.roundTripP50", median.benchmark());
    assertEquals("segue", median.contestant());
    assertEquals("SAMPLE", median.params().get("object"));
  }

  @Test
  void sendsArrivedMessagesBack() {
    for (Workload object : Workload.values()) {
      Content there = Content.of(Content.object(object, "segue"));
      Content back = Content.of(Content.object(object, "segue"));
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment memory = arena.allocate(64 + (long) there.mostBytes(), Long.BYTES);
        for (int i = 0; i < 3; i++) {
          back.read(memory, 64, there.make(memory, 64));
          there.read(memory, 0, back.prepare(memory));
        }
        there.check();
        back.check();
      }
    }
  }

  @Test
  void aCopyHasNoRoundTrips(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("copy.json");
    ShmResult.ofCopy(1 << 20, 8).write(file);
    List<Score> scores = ScoreFile.read(file);
    assertEquals(1, scores.size());
    assertEquals(8e9 / (1 << 20), scores.getFirst().primary().value(), 1);
  }

  @Test
  void casesAreThoseThatTransportsTake() {
    var flagOnly = new ShmSettings(List.of("flag"), List.of(), 1);
    assertEquals(1, ShmCase.of(flagOnly, false, true, 1).size());
    assertTrue(ShmCase.of(new ShmSettings(List.of(), List.of(32), 1), false, true, 1).size() > 5);
  }

  @Test
  void roundsComeOneAfterTheOther() {
    var settings = new ShmSettings(List.of("flag", "segue"), List.of(32), 1);
    assertEquals(
        List.of("flag 1", "segue 1", "flag 2", "segue 2"),
        ShmCase.of(settings, false, true, 2).stream()
            .map(ShmCase::toString)
            .map(name -> name.replaceAll(".*transport=(\\S+) round=", "$1 "))
            .toList());
    var all = new ShmSettings(List.of(), List.of(), 0);
    int usual = ShmCase.ofObjects(all, true, 0).size();
    int once = ShmCase.ofObjects(all, true, 1).size();
    assertEquals(3 * once, usual);
  }

  @Test
  void rejectsLengthsAndTransportsThatThereAreNot() {
    assertThrows(
        IllegalArgumentException.class,
        () -> ShmCase.of(new ShmSettings(List.of(), List.of(33), 1), false, true, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> ShmCase.of(new ShmSettings(List.of("pigeon"), List.of(), 1), false, true, 1));
  }
}
