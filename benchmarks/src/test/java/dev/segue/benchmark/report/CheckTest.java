// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckTest {
  private static Ratios run(double segue, double fory) {
    return Ratios.of(
        Scores.all(
            Scores.rates("segue", "STRUCT", segue),
            Scores.rates("kryo", "STRUCT", 1_000),
            Scores.rates("fory", "STRUCT", fory)));
  }

  /// Returns a run of three rounds, whose ratios to Fory are given.
  private static Ratios rounds(double... ratios) {
    return Ratios.of(
        Scores.all(
            Scores.rates("segue", "STRUCT", ratios), Scores.rates("fory", "STRUCT", 1, 1, 1)));
  }

  @Test
  void fasterMachineChangesNothing() {
    Check check = Check.of(run(300, 100), run(900, 300), 0.1);
    assertTrue(check.passes(), () -> check.lines().toString());
  }

  @Test
  void smallerRatioFails() {
    Check check = Check.of(run(300, 100), run(200, 100), 0.3);
    assertFalse(check.passes());
    assertEquals(1, check.failed().size());
    assertTrue(check.lines().getFirst().startsWith("SLOWER"), () -> check.lines().toString());
    assertTrue(Check.of(run(300, 100), run(220, 100), 0.3).passes());
  }

  @Test
  void wideIntervalIsUndecided() {
    Check check = Check.of(run(300, 100), rounds(1, 2, 3), 0.3);
    assertTrue(check.passes());
    assertEquals(1, check.doubts());
    assertTrue(check.lines().getFirst().startsWith("UNCLEAR"), () -> check.lines().toString());
    assertFalse(Check.of(run(300, 100), rounds(1.99, 2, 2.01), 0.3).passes());
  }

  @Test
  void ratioOfARunIsTheMedianOverItsRounds() {
    Ratios.Value value = rounds(2, 4, 3).values().values().iterator().next();
    assertEquals(3, value.ratio(), 1e-12);
    assertEquals(Interval.of(2, 4, 3).high(), value.highest(), 1e-12);
    assertEquals(Ratios.Value.certain(3), run(300, 100).values().values().iterator().next());
  }

  @Test
  void shorterTimeIsBetter() {
    Ratios run =
        Ratios.of(
            Scores.all(
                Scores.times("segue-segment", "1024", 8), Scores.times("zstd-jni", "1024", 12)));
    assertEquals(List.of(Ratios.Value.certain(1.5)), List.copyOf(run.values().values()));
  }

  @Test
  void missingCaseFails() {
    Check check = Check.of(run(300, 100), new Ratios(Map.of()), 0.3);
    assertFalse(check.passes());
    assertTrue(check.lines().getFirst().startsWith("MISSING"), () -> check.lines().toString());
  }

  @Test
  void recognizesTheMeasurementsOfACase() {
    var next = new Ratios.Case("B.read", "buffer=ARRAY object=STRUCT threads=1", "segue", "fory");
    assertTrue(next.isMeasuredBy("B.read object=STRUCT buffer=ARRAY library=segue"));
    assertTrue(next.isMeasuredBy("B.read object=STRUCT buffer=ARRAY library=fory round=2"));
    assertFalse(next.isMeasuredBy("B.read object=STRUCT2 buffer=ARRAY library=segue"));
    assertFalse(next.isMeasuredBy("B.write object=STRUCT buffer=ARRAY library=segue"));
    var threads = new Ratios.Case("B.read", "object=STRUCT threads=2", "segue", "fory");
    assertFalse(threads.isMeasuredBy("B.read object=STRUCT library=segue"));
    assertTrue(threads.isMeasuredBy("B.read object=STRUCT library=segue threads=2"));
  }

  @Test
  void emptyComparisonDoesNotPass() {
    assertFalse(Check.of(new Ratios(Map.of()), run(300, 100), 0.3).passes());
  }

  @Test
  void writtenBaselineIsReadUnchanged(@TempDir Path directory) throws IOException {
    Ratios ratios = run(250, 100);
    assertEquals(List.of(Ratios.Value.certain(2.5)), List.copyOf(ratios.values().values()));
    Path file = Files.writeString(directory.resolve("baseline.csv"), ratios.csv());
    assertEquals(ratios, Ratios.read(file));
  }

  @Test
  void rejectsInvalidBaselines(@TempDir Path directory) throws IOException {
    for (String text : List.of("", "a,b\n", run(1, 1).csv() + "x,y\n")) {
      Path file = Files.writeString(directory.resolve("baseline.csv"), text);
      assertThrows(IOException.class, () -> Ratios.read(file), text);
    }
  }
}
