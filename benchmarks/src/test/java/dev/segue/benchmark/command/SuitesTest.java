// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.segue.benchmark.Benchmarks;
import dev.segue.benchmark.command.Settings.Extent;
import dev.segue.benchmark.processes.ProcessSettings;
import dev.segue.lettuce.server.RedisServer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

class SuitesTest {
  private static final int ROUNDS = 5;

  private static Settings settings(Extent extent, String... jmh) {
    try {
      return new Settings(
          extent,
          new CommandLineOptions(jmh),
          Benchmarks.FAMILIES,
          new ProcessSettings(List.of(), List.of(), 0));
    } catch (CommandLineOptionException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static List<Cell> cells(String suite, Extent extent) {
    return Suites.named(List.of(suite)).getFirst().plan(settings(extent)).cells();
  }

  private static double minutes(String suites, Extent extent) {
    Map<Suite, Suite.Plan> plans = BenchRun.plan(Suites.named(List.of(suites)), settings(extent));
    return BenchRun.seconds(plans, ROUNDS) / 60;
  }

  /// Whether a suite has no cells on this machine, because it needs a processor for each process.
  private static boolean isEmptyHere(String suite) {
    return suite.equals("shm") && Runtime.getRuntime().availableProcessors() < 2;
  }

  @Test
  void headlineRunTakesLessThanThreeQuartersOfAnHour() {
    double minutes = minutes(Suites.HEADLINE, Extent.HEADLINE);
    assertTrue(minutes > 20 && minutes < 41, minutes + " min, plus what a busy neighbour takes");
  }

  @Test
  void headlineRunCoversEveryModule() {
    for (String suite :
        List.of("serialization", "zstd", "rpc", "shm", "cold", "mixed", "everyday")) {
      assertEquals(isEmptyHere(suite), cells(suite, Extent.HEADLINE).isEmpty(), suite);
    }
    List<String> objects =
        cells("serialization", Extent.HEADLINE).stream()
            .map(Cell::name)
            .filter(name -> name.contains("object=STRUCT2"))
            .toList();
    assertTrue(objects.size() <= 10, "flat objects of 104 numbers decide the means: " + objects);
  }

  @Test
  void allSuitesTogetherTakeLessThanFiveHours() {
    double minutes = minutes(Suites.ALL, Extent.USUAL);
    assertTrue(minutes < 300, minutes + " min");
  }

  @Test
  void regressionCheckTakesLessThanTwoMinutes() {
    double minutes = minutes(Suites.REGRESSION, Extent.USUAL) / ROUNDS;
    assertTrue(minutes < 1.5, minutes + " min");
    assertEquals(20, cells(Suites.REGRESSION, Extent.EVERY).size());
  }

  @Test
  void callsTakeLessThanHalfAnHour() {
    double minutes = minutes("rpc", Extent.USUAL);
    assertTrue(minutes < 20, minutes + " min, plus what a busy neighbour takes");
    assertTrue(minutes / ROUNDS < 3, minutes / ROUNDS + " min a round");
  }

  @Test
  void threeRoundsOfRecordsTakeLessThanTwentyMinutes() {
    double every = 3 * minutes("kafka", Extent.EVERY) / ROUNDS;
    assertTrue(every < 20, every + " min, plus what a busy neighbour takes");
    double usual = minutes("kafka", Extent.USUAL) / ROUNDS;
    assertTrue(usual < 2.5, usual + " min a round");
  }

  @Test
  void theLibrariesOfARowRunBackToBack() {
    for (Extent extent : Extent.values()) {
      for (Suite suite : Suites.all()) {
        var rows = new HashSet<String>();
        String last = "";
        for (Cell cell : suite.plan(settings(extent)).cells()) {
          String row = cell.name().replaceAll(" (library|transport)=\\S+", "");
          // A slice with fewer libraries may repeat a row of another slice, but only once.
          assertTrue(row.equals(last) || rows.add(row), suite.name() + ": " + cell.name());
          last = row;
        }
      }
    }
  }

  @Test
  void namesAmongTheArgumentsOfJmhSelectBenchmarks() {
    Settings asked = settings(Extent.USUAL, "\\.compress", "-p", "size=1024");
    List<Cell> cells = Suites.named(List.of("zstd")).getFirst().plan(asked).cells();
    assertFalse(cells.isEmpty());
    for (Cell cell : cells) {
      assertTrue(cell.name().startsWith("ZstdBenchmark.compress "), cell.name());
      assertTrue(cell.name().contains(" size=1024"), cell.name());
    }
  }

  @Test
  void cellNamesAreUnique() {
    for (Suite suite : Suites.all()) {
      List<String> names =
          suite.plan(settings(Extent.EVERY)).cells().stream().map(Cell::name).toList();
      assertEquals(names.size(), new HashSet<>(names).size(), suite.name());
    }
  }

  @Test
  void suitesAreKnownByName() {
    assertEquals(1, Suites.named(List.of("shm", "shm")).size());
    assertEquals(Suites.all().size() - 1, Suites.named(List.of("all")).size());
    assertThrows(IllegalArgumentException.class, () -> Suites.named(List.of("all", "nothing")));
    assertThrows(IllegalArgumentException.class, () -> Suites.named(List.of("headline", "shm")));
  }

  @Test
  void everyBuiltSuiteHasCells() {
    for (Suite suite : Suites.all()) {
      // Whether these suites have cells depends on the build, and on a Redis server.
      if (!Set.of("stored", "caches").contains(suite.name())) {
        boolean isEmpty = suite.plan(settings(Extent.USUAL)).cells().isEmpty();
        assertEquals(isEmptyHere(suite.name()), isEmpty, suite.name());
      }
    }
  }

  @Test
  void cacheSuiteComparesTheSameLibrariesEverywhere() {
    assumeTrue(
        RedisServer.program().isPresent(), "neither redis-server nor valkey-server is installed");
    Map<String, Set<String>> placesByLibrary =
        cells("caches", Extent.EVERY).stream()
            .map(Cell::name)
            .collect(
                Collectors.groupingBy(
                    name -> name.replaceFirst(".* library=(\\S+).*", "$1"),
                    Collectors.mapping(
                        name -> name.replaceFirst(" library=\\S+", ""), Collectors.toSet())));
    assertEquals(10, placesByLibrary.size(), placesByLibrary::toString);
    assertEquals(1, Set.copyOf(placesByLibrary.values()).size(), placesByLibrary::toString);
    double minutes = minutes("caches", Extent.USUAL) / ROUNDS;
    assertTrue(minutes > 2 && minutes < 4, minutes + " min a round");
  }

  @Test
  void everyCaseIsMoreThanTheUsualOnes() {
    for (String name : List.of("serialization", "shm", "rpc", "zstd", "caches", "kafka")) {
      int few = cells(name, Extent.USUAL).size();
      int all = cells(name, Extent.EVERY).size();
      assertTrue(few < all || isEmptyHere(name), name + ": " + few + " of " + all);
    }
  }

  @Test
  void eachUnsupportedLibraryGetsOneLine() {
    List<String> lines =
        Suites.named(List.of("serialization")).getFirst().plan(settings(Extent.EVERY)).absences();
    assertFalse(lines.isEmpty());
    assertEquals(lines.size(), new HashSet<>(lines).size());
    lines.forEach(line -> assertTrue(line.length() < 120 && !line.contains("\n"), line));
  }
}
