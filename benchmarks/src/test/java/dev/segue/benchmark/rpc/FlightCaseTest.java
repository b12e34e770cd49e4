// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.benchmark.processes.ProcessCase;
import dev.segue.benchmark.processes.ProcessSettings;
import dev.segue.benchmark.report.Score;
import dev.segue.benchmark.report.ScoreFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightCaseTest {
  @TempDir private Path directory;

  private List<Score> measured(ProcessCase next) throws Exception {
    Path file = directory.resolve("result.json");
    next.measure().write(file);
    List<Score> scores = ScoreFile.read(file);
    for (Score score : scores) {
      boolean isCpuTime = score.primary().unit().startsWith("%"); // which has a coarse clock
      assertTrue(score.primary().value() > 0 || isCpuTime, score::toString);
      assertEquals("grpc-shm", score.library());
    }
    return scores;
  }

  /// A short measurement, which checks only that it runs. The other transports differ only in their
  /// builders, which the benchmarks of calls share.
  @Test
  void measuresAStreamOverSharedMemory() throws Exception {
    List<Score> scores = measured(new FlightCase(CallTransport.SHM, 64 << 10, 50));
    assertEquals(
        List.of("FlightBenchmark.doGet", "FlightBenchmark.doGetCpu"),
        scores.stream().map(Score::benchmark).toList());
    assertTrue(scores.getFirst().primary().isRate() && !scores.getLast().primary().isRate());
  }

  /// A short measurement, which checks only that it runs.
  @Test
  void measuresIdleChannels() throws Exception {
    List<Score> scores = measured(new IdleCase(CallTransport.SHM, 3, 500));
    assertEquals(3, scores.size());
    assertEquals(3, scores.getFirst().secondary().size());
  }

  @Test
  void requestedTransportsAndSizesReplaceTheUsualOnes() {
    assertEquals(6, FlightCase.of(new ProcessSettings(List.of(), List.of(), 0)).size());
    var chosen = new ProcessSettings(List.of("grpc-tcp"), List.of(4096), 50);
    assertEquals(List.of(new FlightCase(CallTransport.LOOPBACK, 4096, 250)), FlightCase.of(chosen));
    assertEquals(List.of(new IdleCase(CallTransport.LOOPBACK, 200, 1500)), IdleCase.of(chosen));
    var tooShort = new ProcessSettings(List.of(), List.of(7), 0);
    assertThrows(IllegalArgumentException.class, () -> FlightCase.of(tooShort));
  }
}
