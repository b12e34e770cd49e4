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
    return run(segue, fory, 1);
  }

  private static Ratios run(double segue, double fory, double error) {
    return Ratios.of(
        List.of(
            Scores.rate("segue", "STRUCT", segue, error),
            Scores.rate("kryo", "STRUCT", 1_000, error),
            Scores.rate("fory", "STRUCT", fory, error)));
  }

  @Test
  void aFasterMachineChangesNothing() {
    Check check = Check.of(run(300, 100), run(900, 300), 0.1);
    assertTrue(check.passes(), () -> check.lines().toString());
  }

  @Test
  void failsWhereTheRatioGotSmaller() {
    Check check = Check.of(run(300, 100), run(200, 100), 0.3);
    assertFalse(check.passes());
    assertEquals(1, check.failed().size());
    assertTrue(check.lines().getFirst().startsWith("SLOWER"), () -> check.lines().toString());
    assertTrue(Check.of(run(300, 100), run(220, 100), 0.3).passes());
  }

  @Test
  void doubtsWhereTheErrorsAreLarge() {
    for (double error : new double[] {40, 100, 300}) {
      Check check = Check.of(run(300, 100), run(200, 100, error), 0.3);
      assertTrue(check.passes());
      assertEquals(1, check.doubts());
      assertTrue(check.lines().getFirst().startsWith("UNCLEAR"), () -> check.lines().toString());
    }
    assertFalse(Check.of(run(300, 100), run(100, 100, 10), 0.3).passes());
  }

  @Test
  void aTimeIsBetterWhereItIsLess() {
    Ratios run =
        Ratios.of(
            List.of(
                Scores.time("segue-segment", "1024", 8, 2),
                Scores.time("zstd-jni", "1024", 12, 3)));
    assertEquals(List.of(new Ratios.Value(1.5, 2.5)), List.copyOf(run.values().values()));
  }

  @Test
  void failsWhereACaseIsMissing() {
    Check check = Check.of(run(300, 100), new Ratios(Map.of()), 0.3);
    assertFalse(check.passes());
    assertTrue(check.lines().getFirst().startsWith("MISSING"), () -> check.lines().toString());
  }

  @Test
  void knowsTheMeasurementsOfACase() {
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
  void nothingToCompareIsNoPass() {
    assertFalse(Check.of(new Ratios(Map.of()), run(300, 100), 0.3).passes());
  }

  @Test
  void baselinesAreTheMedianOfRuns(@TempDir Path directory) throws IOException {
    Ratios median = Ratios.median(List.of(run(300, 100), run(100, 100), run(250, 100)));
    assertEquals(List.of(Ratios.Value.certain(2.5)), List.copyOf(median.values().values()));
    Path file = Files.writeString(directory.resolve("baseline.csv"), median.csv());
    assertEquals(median, Ratios.read(file));
  }

  @Test
  void rejectsInvalidBaselines(@TempDir Path directory) throws IOException {
    for (String text : List.of("", "a,b\n", Ratios.median(List.of(run(1, 1))).csv() + "x,y\n")) {
      Path file = Files.writeString(directory.resolve("baseline.csv"), text);
      assertThrows(IOException.class, () -> Ratios.read(file), text);
    }
  }
}
