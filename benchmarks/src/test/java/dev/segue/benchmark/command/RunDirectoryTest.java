// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.benchmark.Main;
import dev.segue.benchmark.report.RunInfo;
import dev.segue.benchmark.shm.ShmSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

class RunDirectoryTest {
  @TempDir private Path path;

  /// A cell that writes its name, or fails.
  private record Fake(String name, boolean fails) implements Cell {
    @Override
    public double seconds() {
      return 1;
    }

    @Override
    public String measure(Path file) throws IOException {
      Files.writeString(file, "[]");
      if (fails) {
        throw new IOException("no such luck");
      }
      return " done";
    }
  }

  private static RunInfo info(String settings, String commit) {
    return new RunInfo(Map.of(RunInfo.SETTINGS, settings, RunInfo.COMMIT, commit));
  }

  private static CellLoop.Part part(String name, boolean fails) {
    return new CellLoop.Part(Suites.all().getFirst(), new Fake(name, fails));
  }

  private int run(StringWriter out, CellLoop.Part... parts) throws Exception {
    return new CellLoop(new RunDirectory(path), new PrintWriter(out)).run(List.of(parts), () -> {});
  }

  @Test
  void continuesAnInterruptedRun() throws Exception {
    var first = new StringWriter();
    assertEquals(1, run(first, part("a", false), part("b", true)));
    assertTrue(first.toString().contains("FAILED"), first::toString);
    var second = new StringWriter();
    assertEquals(0, run(second, part("a", false), part("b", false), part("c", false)));
    assertFalse(second.toString().contains("] a"), second::toString);
    assertTrue(second.toString().contains("[1/2] b done"), second::toString);
    assertTrue(second.toString().contains("3 cells, 1 already measured"), second::toString);
    assertEquals(3, new RunDirectory(path).cells(Suites.all().getFirst()).size());
  }

  @Test
  void neverMixesSettings() throws IOException {
    var directory = new RunDirectory(path);
    directory.begin(info("quick", "a"), false);
    directory.begin(info("quick", "a"), false);
    var other = info("full", "a");
    assertThrows(IllegalArgumentException.class, () -> directory.begin(other, true));
  }

  @Test
  void mixesCommitsOnlyWhenAskedTo() throws IOException {
    var directory = new RunDirectory(path);
    directory.begin(info("quick", "a"), false);
    var other = info("quick", "b");
    assertThrows(IllegalArgumentException.class, () -> directory.begin(other, false));
    directory.begin(other, true);
    directory.begin(other, false);
    assertEquals("a, b", directory.info().orElseThrow().fact(RunInfo.COMMIT));
  }

  @Test
  void suitesAreKnownByName() {
    assertEquals(1, Suites.named(List.of("shm", "shm")).size());
    assertEquals(Suites.all().size() - 1, Suites.named(List.of("all")).size());
    assertThrows(IllegalArgumentException.class, () -> Suites.named(List.of("all", "nothing")));
  }

  @Test
  void everySuiteThatIsBuiltHasCells() throws CommandLineOptionException {
    Settings settings = quick(false);
    for (Suite suite : Suites.all()) {
      // Whether this suite exists depends on the build.
      if (!suite.name().equals("stored")) {
        assertFalse(suite.cells(settings).isEmpty(), suite.name());
      }
    }
    assertEquals(20, Suites.named(List.of("regression")).getFirst().cells(settings).size());
  }

  @Test
  void aQuickRunCanHaveEveryCase() throws CommandLineOptionException {
    for (String name : List.of("serialization", "shm")) {
      Suite suite = Suites.named(List.of(name)).getFirst();
      int few = suite.cells(quick(false)).size();
      int all = suite.cells(quick(true)).size();
      assertTrue(few < all, name + ": " + few + " of " + all);
    }
  }

  @Test
  void aRoundIsOverBeforeTheNextBegins() throws CommandLineOptionException {
    for (String name : List.of("regression", "shm", "pipeline")) {
      Suite suite = Suites.named(List.of(name)).getFirst();
      List<String> once = names(suite, 1);
      List<String> twice = names(suite, 2);
      assertEquals(2 * once.size(), Set.copyOf(twice).size(), name);
      assertTrue(twice.containsAll(once), name);
    }
    Suite regression = Suites.named(List.of("regression")).getFirst();
    List<String> once = names(regression, 1);
    assertEquals(once, names(regression, 3).subList(0, once.size()));
    assertEquals(
        once.stream().map(cell -> cell + " round=3").toList(),
        names(regression, 3).subList(2 * once.size(), 3 * once.size()));
  }

  private static List<String> names(Suite suite, int rounds) throws CommandLineOptionException {
    return suite.cells(quick(false, rounds)).stream().map(Cell::name).toList();
  }

  private static Settings quick(boolean everyCase) throws CommandLineOptionException {
    return quick(everyCase, 1);
  }

  private static Settings quick(boolean everyCase, int rounds) throws CommandLineOptionException {
    return new Settings(
        true,
        everyCase,
        rounds,
        new CommandLineOptions(),
        Main.FAMILIES,
        new ShmSettings(List.of(), List.of(), 0));
  }
}
