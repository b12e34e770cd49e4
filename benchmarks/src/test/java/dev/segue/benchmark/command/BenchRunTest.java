// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.benchmark.report.RunInfo;
import dev.segue.benchmark.report.ScoreFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchRunTest {
  private static final Suite SUITE = Suites.all().getFirst();

  @TempDir private Path path;

  private final List<String> measured = new ArrayList<>();

  /// A cell that writes a score, or fails.
  private record Fake(String name, boolean fails, List<String> measured) implements Cell {
    @Override
    public double seconds() {
      return 1;
    }

    @Override
    public String measure(Path file) throws IOException {
      Files.writeString(
          file,
          """
          [{"benchmark": "dev.segue.benchmark.SerializationBenchmark.serialize", "threads": 1,
            "params": {"library": "%s", "object": "STRUCT"},
            "primaryMetric": {"score": 2.0, "scoreUnit": "ops/ms", "rawData": [[2.0]]},
            "secondaryMetrics": {}}]
          """
              .formatted(name));
      measured.add(name);
      if (fails) {
        throw new IOException("no such luck");
      }
      return " done";
    }
  }

  private Cell cell(String name, boolean fails) {
    return new Fake(name, fails, measured);
  }

  private static RunInfo info(String settings, String commit) {
    var facts = new LinkedHashMap<String, String>();
    facts.put(RunInfo.SETTINGS, settings);
    facts.put(RunInfo.COMMIT, commit);
    return new RunInfo(facts);
  }

  private int run(StringWriter out, int rounds, Cell... cells) throws Exception {
    Map<Suite, Suite.Plan> plans =
        Map.of(SUITE, new Suite.Plan(List.of(cells), List.of("fst: no compatible mode")));
    return new BenchRun(
            new RunDirectory(path), info("short", "a"), plans, new PrintWriter(out, true))
        .measure(rounds, _ -> true);
  }

  @Test
  void continuesAnInterruptedRun() throws Exception {
    var first = new StringWriter();
    assertEquals(1, run(first, 1, cell("segue", false), cell("fory", true)));
    assertTrue(first.toString().contains("FAILED, see "), first::toString);
    measured.clear();
    var second = new StringWriter();
    assertEquals(0, run(second, 1, cell("segue", false), cell("fory", false)));
    assertEquals(List.of("fory"), measured);
    assertTrue(
        second.toString().contains("2 measurements in 1 round, 1 already there"), second::toString);
  }

  @Test
  void roundsDoNotOverlap() throws Exception {
    var out = new StringWriter();
    assertEquals(0, run(out, 3, cell("segue", false), cell("fory", false)));
    assertEquals(List.of("segue", "fory", "segue", "fory", "segue", "fory"), measured);
    assertTrue(out.toString().contains("round 2 of 3"), out::toString);
  }

  @Test
  void roundsCanBeAddedLater() throws Exception {
    run(new StringWriter(), 1, cell("segue", false));
    run(new StringWriter(), 3, cell("segue", false));
    assertEquals(List.of("segue", "segue", "segue"), measured);
    var directory = new RunDirectory(path);
    List<Path> files = directory.files(SUITE, List.of());
    assertEquals(3, files.size());
    assertEquals(3, ScoreFile.read(files.getLast()).getFirst().round());
  }

  @Test
  void unsupportedCasesAreRecordedOnce() throws Exception {
    run(new StringWriter(), 1, cell("segue", false));
    run(new StringWriter(), 2, cell("segue", false));
    assertEquals(List.of("fst: no compatible mode"), new RunDirectory(path).readAbsences(SUITE));
  }

  @Test
  void neverMixesSettings() throws IOException {
    var directory = new RunDirectory(path);
    directory.begin(info("short", "a"));
    directory.check(info("short", "a"), false);
    var other = info("long", "a");
    assertThrows(IllegalArgumentException.class, () -> directory.check(other, true));
  }

  @Test
  void neverMixesNativeLibraries() throws IOException {
    var directory = new RunDirectory(path);
    var facts = new LinkedHashMap<>(info("short", "a").facts());
    facts.put(RunInfo.LIBRARIES, "ordinary build");
    directory.begin(new RunInfo(Map.copyOf(facts)));
    facts.put(RunInfo.LIBRARIES, "released build");
    var other = new RunInfo(facts);
    assertThrows(IllegalArgumentException.class, () -> directory.check(other, true));
  }

  @Test
  void mixesCommitsOnlyOnRequest() throws IOException {
    var directory = new RunDirectory(path);
    directory.begin(info("short", "a"));
    var other = info("short", "b");
    assertThrows(IllegalArgumentException.class, () -> directory.check(other, false));
    directory.check(other, true);
    assertEquals("a", directory.info().orElseThrow().fact(RunInfo.COMMIT));
    directory.begin(other);
    directory.check(other, false);
    assertEquals("a, b", directory.info().orElseThrow().fact(RunInfo.COMMIT));
  }

  @Test
  void documentsQuoteOneUnchangedCommit() throws IOException {
    var directory = new RunDirectory(path);
    directory.begin(info("short", "a-changed"));
    assertThrows(
        IllegalArgumentException.class, () -> Reports.writeDocs(directory, path, List.of()));
    assertFalse(Files.exists(path.resolve("results.md")));
  }
}
