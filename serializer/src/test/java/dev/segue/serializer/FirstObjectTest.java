// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.Jvm;
import java.io.IOException;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// The first object in a process waits until the JVM has linked all `invokedynamic` instructions
/// that it executes, and each takes as long as loading several classes.
class FirstObjectTest {

  private static final String DONE = "the round trips are done";

  @Test
  void firstObjectNeedsNoLambdasAndPatternSwitches() throws Exception {
    List<String> loaded = linesOfProcess(Main.class);

    assertTrue(loaded.contains(DONE), () -> String.join("\n", loaded));
    assertTrue(
        loaded.stream().anyMatch(line -> line.contains(" dev.segue.serializer.Serializer ")));
    List<String> linked =
        loaded.stream()
            .filter(line -> line.contains(" dev.segue.serializer."))
            .filter(line -> line.contains("$$Lambda") || line.contains("$$TypeSwitch"))
            .toList();
    assertEquals(List.of(), linked);
  }

  @Test
  void firstObjectStartsNoFlightRecorder() throws Exception {
    List<String> loaded = linesOfProcess(OnArrays.class);

    assertTrue(loaded.contains(DONE), () -> String.join("\n", loaded));
    List<String> recorder =
        loaded.stream()
            .filter(line ->
                line.matches(".* jdk\\.jfr\\..*Event\\w* .*")
                    || line.contains(" dev.segue.serializer.internal.events.")
                    || line.contains(" dev.segue.serializer.internal.payload.Recorded"))
            .map(line -> line.replaceAll(".* (\\S+) source:.*", "$1"))
            .toList();
    String recording = "dev.segue.serializer.internal.events.FlightRecording";
    assertEquals(
        List.of(recording, recording + "$Recordable", recording + "$Start"),
        recorder.stream().sorted().toList());
  }

  @Test
  void firstByteArrayLoadsNoForeignMemoryCompilerOrTables() throws Exception {
    List<String> loaded = linesOfProcess(OnArrays.class);

    assertTrue(loaded.contains(DONE), () -> String.join("\n", loaded));
    assertTrue(
        loaded.stream().anyMatch(line -> line.contains(" dev.segue.serializer.Serializer ")));
    List<String> slow =
        loaded.stream()
            .filter(line ->
                line.contains(" jdk.internal.foreign.AbstractMemorySegmentImpl ")
                    || line.contains(" java.util.zip.CRC32C ")
                    || line.contains(" dev.segue.serializer.internal.compiler.Descriptors ")
                    || line.contains(" dev.segue.serializer.internal.view."))
            .toList();
    assertEquals(List.of(), slow);
  }

  /// Each class takes a quarter of a millisecond: schemas, other containers, keys and hooks are
  /// loaded by the first object that needs them. A switch over constants of an enum of another file
  /// is a class, too (`$1`).
  @Test
  void firstListNeedsNoClassesForOtherTypesAndOptions() throws Exception {
    List<String> loaded = linesOfProcess(OnArrays.class);

    assertTrue(loaded.contains(DONE), () -> String.join("\n", loaded));
    List<String> needless =
        loaded.stream()
            .filter(line -> line.contains(" dev.segue.serializer."))
            .map(line -> line.replaceAll(".* dev\\.segue\\.serializer\\.(\\S+) source:.*", "$1"))
            .filter(name ->
                name.matches(
                    "internal\\.(schema\\.(?!TypeSchema\\$Kind).*"
                        + "|evolution\\.(SchemaCache|Settings|TypeArguments|UnknownValueCodec).*"
                        + "|codec\\.(Reflected|Tree|Keys|UntypedRows|EnumContainers"
                        + "|BuiltIns\\$Box|BuiltIns\\$Text|PrimitiveArrayCodec).*"
                        + "|container\\.CollectionKind\\$SetElements"
                        + "|layout\\.(Creation\\$(Single|Bypassing)|Operation\\$Compact"
                        + "|Shape\\$(Mapping|ObjectArray))"
                        + "|(codec|call|container|growing|payload|registry|wire)\\..*\\$\\d+"
                        + "|custom\\.(Serializable|Surrogate).*"
                        + "|compiler\\..*|call\\.(KeyCost|HookLog|UnexpectedHook).*"
                        + "|growing\\.(GrowingBuffers|Shortfall|StagedReading))"))
            .toList();
    assertEquals(List.of(), needless);
  }

  @Test
  void firstObjectOfRuleNeedsNoLambdasAndNoRarelyUsedTypesOfTheJdk() throws Exception {
    List<String> loaded = linesOfProcess(ByRules.class);

    assertTrue(loaded.contains(DONE), () -> String.join("\n", loaded));
    List<String> needless =
        loaded.stream()
            .filter(line ->
                line.matches(
                    ".* dev\\.segue\\.serializer\\."
                        + "(internal\\.jdk\\.|.*\\$\\$(Lambda|TypeSwitch)).*"))
            .map(line -> line.replaceAll(".* (\\S+) source:.*", "$1"))
            .toList();
    assertEquals(List.of(), needless);
  }

  @Test
  void firstDatesLoadNoRarelyUsedTypesOfTheJdk() throws Exception {
    List<String> loaded = linesOfProcess(OnDates.class);

    assertTrue(loaded.contains(DONE), () -> String.join("\n", loaded));
    assertTrue(loaded.stream().anyMatch(line -> line.contains(".jdk.FixedTypes ")));
    List<String> needless =
        loaded.stream()
            .filter(line -> line.matches(".*\\.jdk\\.(Text|Holder|Collection|Wrapper)Types .*"))
            .toList();
    assertEquals(List.of(), needless);
  }

  private static List<String> linesOfProcess(Class<?> program)
      throws IOException, InterruptedException {
    return Jvm.run(Jvm.command(List.of("-Xlog:class+load"), program, List.of())).lines();
  }

  enum Colour {
    RED,
    GREEN
  }

  record Point(int x, long y, Double weight, String label) {}

  record Line(List<Point> points, Colour colour) {}

  static class Base {
    byte[] bytes = {1, 2};
    int[] numbers = {3};
    String[] words = {"a", "b"};
    Colour colour = Colour.GREEN;
    Integer count = 4;
    boolean flag = true;
  }

  @SuppressWarnings("serial") // JDK 26 sets final fields only by serialization
  static final class Everything extends Base implements Serializable {
    final List<Point> points = new ArrayList<>(List.of(new Point(1, 2, 3.0, "p")));
    List<Integer> boxes = new ArrayList<>(List.of(1, 2));
    List<Colour> colours = new ArrayList<>(List.of(Colour.RED));
    Map<String, Integer> map = new HashMap<>(Map.of("k", 1));
    Map<String, List<String>> nested = new TreeMap<>(Map.of("k", List.of("v")));
    Set<String> set = Set.of("s");
    Object any = List.of("x", 1, 2L);
    char letter = 'c';
    short small = 5;
    float single = 1f;
  }

  /// The program that the process runs. It must not use lambdas itself before the round trips.
  static final class Main {

    private Main() {}

    public static void main(String[] args) {
      roundTrips(
          Serializer.builder()
              .register(Everything.class, Point.class, Colour.class, Point[].class)
              .execution(Execution.INTERPRETED) // like the first calls of AUTO
              .build());
      System.out.println(DONE);
    }

    private static void roundTrips(Serializer serializer) {
      Everything value = new Everything();
      requireSame(value, serializer.fromBytes(serializer.toBytes(value), Everything.class));
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment memory = arena.allocate(4096);
        serializer.write(value, memory, 0);
        requireSame(value, serializer.read(memory, 0, Everything.class));
      }
    }

    private static void requireSame(Everything value, Everything read) {
      if (!read.points.equals(value.points) || !read.nested.equals(value.nested)) {
        throw new IllegalStateException("read=" + read.points);
      }
    }
  }

  /// A program that registers no class, in both modes.
  static final class ByRules {

    private ByRules() {}

    public static void main(String[] args) {
      for (SchemaMode mode : SchemaMode.values()) {
        roundTrip(
            Serializer.builder().allow(ClassRule.packagesOf(Line.class)).schemaMode(mode).build());
      }
      System.out.println(DONE);
    }

    private static void roundTrip(Serializer serializer) {
      Line line = new Line(new ArrayList<>(List.of(new Point(1, 2, 3.0, "p"))), Colour.RED);
      if (!serializer.fromBytes(serializer.toBytes(line), Line.class).equals(line)) {
        throw new IllegalStateException("read another line");
      }
    }
  }

  record Sale(UUID id, Instant at, LocalDate due, BigDecimal price, List<Duration> waits) {}

  /// A program with the JDK types that many programs use.
  static final class OnDates {

    private OnDates() {}

    public static void main(String[] args) {
      Serializer serializer = Serializer.builder().register(Sale.class).build();
      Sale sale =
          new Sale(
              new UUID(1, 2),
              Instant.EPOCH,
              LocalDate.EPOCH,
              BigDecimal.TEN,
              new ArrayList<>(List.of(Duration.ZERO)));
      if (!serializer.fromBytes(serializer.toBytes(sale), Sale.class).equals(sale)) {
        throw new IllegalStateException("read another sale");
      }
      System.out.println(DONE);
    }
  }

  /// A program that uses only arrays.
  static final class OnArrays {

    private OnArrays() {}

    public static void main(String[] args) {
      Serializer serializer = Serializer.builder().register(Line.class, Point.class).build();
      Line line = new Line(new ArrayList<>(List.of(new Point(1, 2, 3.0, "p"))), Colour.RED);
      if (!serializer.fromBytes(serializer.toBytes(line), Line.class).equals(line)) {
        throw new IllegalStateException("read another line");
      }
      System.out.println(DONE);
    }
  }
}
