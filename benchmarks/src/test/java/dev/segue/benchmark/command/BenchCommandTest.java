// SPDX-License-Identifier: Apache-2.0
package dev.segue.benchmark.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BenchCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory;

  private int bench(String... arguments) {
    CommandLine command = CommandErrors.explained(new BenchCommand(List.of(), directory));
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }

  private String ratios(String name, double ratio) throws IOException {
    String text =
        "benchmark,params,library,peer,ratio\nSerializationBenchmark.serialize,buffer=ARRAY,segue,fory,"
            + ratio
            + "\n";
    return Files.writeString(directory.resolve(name), text).toString();
  }

  @Test
  void comparesTwoRuns() throws IOException {
    String before = ratios("before.csv", 2);
    String after = ratios("after.csv", 1.5);
    assertEquals(0, bench("compare", before, after));
    assertTrue(out.toString().contains("0 of 1 cases slower by more than 30 %"), out::toString);
    assertEquals(1, bench("compare", "--tolerance=0.1", before, after));
    assertTrue(out.toString().contains("1 of 1 cases slower by more than 10 %"), out::toString);
    assertEquals(0, bench("compare", after, before));
  }

  @Test
  void reportsAMissingFile() {
    String missing = directory.resolve("missing.csv").toString();
    assertEquals(1, bench("compare", missing, missing));
    assertEquals(
        "segue bench compare: " + missing + ": no such file or directory\n", err.toString());
  }

  @Test
  void misspeltNameGetsASuggestion() {
    assertEquals(2, bench("zsdt"));
    assertEquals(2, bench("compre", "a", "b"));
    assertEquals(2, bench("--quik", "zstd"));
    assertEquals(2, bench("nothing"));
    List<String> lines = err.toString().lines().filter(line -> !line.startsWith("Try ")).toList();
    assertEquals(
        List.of(
            "segue bench: unknown suite 'zsdt'; did you mean zstd?",
            "segue bench: unknown suite 'compre'; did you mean compare?"),
        lines.subList(0, 2));
    assertTrue(lines.get(2).endsWith("'--quik'; did you mean --quick?"), lines.get(2));
    assertTrue(lines.get(3).startsWith("segue bench: unknown suite 'nothing'; the suites are "));
  }

  @Test
  void missingArgumentsPrintTheHelp() {
    assertEquals(0, bench());
    assertTrue(out.toString().startsWith("Usage: segue bench [-hV]"), out::toString);
  }

  /// The launcher prints a file, so that showing the help needs no build.
  @Test
  void launcherPrintsTheSameHelp() throws IOException {
    assertEquals(0, bench("--help"));
    assertEquals(
        Files.readString(Path.of(System.getProperty("basedir", "")).resolve("help.txt")),
        out.toString().replace(System.lineSeparator(), "\n"));
  }

  @Test
  void helpHidesMaintenanceOptions() {
    assertEquals(0, bench("--help"));
    String help = out.toString();
    assertTrue(help.contains("headline --quick") && help.contains("--check=BASELINE"), help);
    for (String hidden : List.of("--docs", "--write-baseline")) {
      assertFalse(help.contains(hidden), help);
    }
    assertEquals(0, bench("compare", "--help"));
    assertTrue(out.toString().contains("BASELINE RESULT"), out::toString);
    assertTrue(out.toString().contains("Default: 0.3."), out::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nothing",
        "--quick",
        "shm --duration=100",
        "shm --duration=0.5h",
        "shm --size 33",
        "compare one",
        "compare one two three",
        "compare --tolerance=1 one two",
        "headline zstd",
        "zstd --docs x",
        "zstd --rounds 0"
      })
  void aMistakeIsExplainedInOneLine(String line) {
    assertEquals(2, bench(line.split(" ")), line);
    List<String> lines = err.toString().lines().toList();
    assertEquals(2, lines.size(), err::toString);
    assertTrue(lines.getFirst().startsWith("segue bench"), err::toString);
    assertTrue(lines.getLast().endsWith(" --help' for more information."), err::toString);
  }

  @Test
  void durationsNeedUnits() {
    assertEquals(100, new Durations().convert("100ms"));
    assertEquals(2000, new Durations().convert("2s"));
    assertEquals(60_000, new Durations().convert("1m"));
  }

  @Test
  void headlineRequiresTheLibrariesOfARelease() {
    Path run = directory.resolve("run");
    assertEquals(1, bench("headline", "--out", run.toString()));
    assertTrue(
        err.toString().startsWith("segue bench: a headline run measures the native libraries of"),
        err::toString);
    assertTrue(err.toString().contains(": run natives/build "), err::toString);
    assertFalse(Files.exists(run));
  }

  /// A single round is not quoted, unless it is written to the documents.
  @Test
  void documentsRequireTheLibrariesOfARelease() {
    String run = directory.resolve("run").toString();
    assertEquals(1, bench("headline", "--quick", "--docs", run, "--out", run));
    assertTrue(err.toString().contains(": run natives/build "), err::toString);
    assertFalse(Files.exists(Path.of(run)));
  }

  @Test
  void dryRunMeasuresNothing() {
    assertEquals(0, bench("headline", "--dry-run", "--out", directory.toString()));
    List<String> lines = out.toString().lines().toList();
    assertTrue(lines.getLast().startsWith("5 rounds: about "), out::toString);
    assertFalse(Files.exists(directory.resolve("run.json")));
  }
}
