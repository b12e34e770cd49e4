// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.segue.serializer.testing.DeepEquality;
import dev.segue.serializer.testing.Graphs;
import dev.segue.serializer.testing.RandomGraphs;
import dev.segue.serializer.testing.RecompiledSample;
import dev.segue.serializer.testing.ViewSamples;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The program that [CodecFilesTest] runs in a separate JVM, and its serializers.
@SuppressWarnings("UnusedVariable") // fields are compared by their payloads
final class CodecFilesProgram {

  /// The number of sets of options.
  static final int OPTIONS = 3;

  static final Class<?>[] OWN = {Stale.class, RecompiledSample.class, Damaged.class, Foreign.class};

  static final Serializer SERIALIZER = Serializer.builder().register(OWN).build();

  static final @Nullable Object NOTHING = null;

  private CodecFilesProgram() {}

  static class Stale {
    private int value = 1;
  }

  static class Damaged {
    private int value = 3;
  }

  static class Foreign {
    private int value = 4;
  }

  /// A list with a field.
  @SuppressWarnings("serial") // never serialized by the JDK
  static class Tagged extends ArrayList<String> {
    private @Nullable String tag;
  }

  /// A class whose constructor takes all of its fields.
  static final class Assigned {
    private final String name;
    private final List<Graphs.Point> points;

    Assigned(String name, List<Graphs.Point> points) {
      this.name = name;
      this.points = points;
    }
  }

  /// A class whose objects are created without a constructor.
  static class Checked {
    private int value;

    Checked(int value) {
      if (value < 0) {
        throw new IllegalArgumentException("value=" + value);
      }
      this.value = value;
    }
  }

  interface PointView {
    int x();

    @Nullable String name();
  }

  interface EverythingView {
    int number();

    @Nullable Integer boxedNull();

    @Nullable Long boxedLong();

    ViewSamples.@Nullable Color color();

    @Nullable ViewText wide();

    @ViewPath("point.x")
    int pointX();

    @Nullable PointView point();

    boolean hasNoPoint();

    ViewList<PointView> points();

    int intsCount();

    int ints(int index);

    @Nullable PointView pointArray(int index);

    List<String> tags();

    @Nullable EverythingView next();
  }

  static Serializer withOptions() {
    return serializer(OPTIONS - 1);
  }

  Serializer instance() {
    return SERIALIZER;
  }

  /// A serializer with a set of options, whose views have been used.
  static Serializer serializer(int options) {
    Serializer serializer = builder(options).execution(Execution.COMPILED).build();
    var _ = serializer.view(EverythingView.class, ViewSamples.Everything.class);
    return serializer;
  }

  private static SerializerBuilder builder(int options) {
    Class<?>[] types =
        Stream.of(
                Stream.of(RandomGraphs.TYPES),
                Stream.of(Graphs.TYPES),
                Stream.of(
                    Tagged.class,
                    Assigned.class,
                    Checked.class,
                    ViewSamples.Everything.class,
                    ViewSamples.Point.class,
                    ViewSamples.Color.class))
            .flatMap(each -> each)
            .toArray(Class<?>[]::new);
    return Serializer.builder()
        .register(types)
        .references(options >= 1)
        .compactNumbers(options == 1)
        .schemaMode(options == 2 ? SchemaMode.COMPATIBLE : SchemaMode.CONSISTENT)
        .maxAllocation(options == 2 ? 1L << 30 : Long.MAX_VALUE);
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "all" -> {
        for (int options = 0; options < OPTIONS; options++) {
          roundTrips(options);
        }
        unchanged();
      }
      case "others" -> {
        roundTrips(0);
        roundTrips(1);
      }
      case "evolved" -> evolved();
      case "auto" -> automatic();
      case "unfit" -> unfit();
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /// Two serializers with the same options share classes, and a third one interprets.
  private static void roundTrips(int options) throws IllegalAccessException {
    Serializer interpreted = builder(options).execution(Execution.INTERPRETED).build();
    for (Serializer serializer : List.of(serializer(options), serializer(options))) {
      for (int seed = 0; seed < 40; seed++) {
        Object graph = RandomGraphs.of(seed);
        roundTrip(graph, serializer, interpreted, "seed=" + seed + " options=" + options);
      }
      for (Object graph : graphs()) {
        roundTrip(graph, serializer, interpreted, graph.getClass() + ", options=" + options);
      }
      view(serializer);
    }
  }

  private static List<Object> graphs() throws IllegalAccessException {
    Random random = new Random(1);
    Graphs.Holder holder = new Graphs.Holder();
    holder.value = new Graphs.Point(3, 4);
    Tagged tagged = new Tagged();
    tagged.add("element");
    tagged.tag = "tag";
    return List.of(
        tagged,
        new Assigned("name", new ArrayList<>(List.of(new Graphs.Point(5, 6)))),
        new Checked(7),
        Graphs.Scalars.of(random),
        Graphs.Boxes.of(random),
        Graphs.Order.of(random),
        Graphs.Line.of(random),
        Graphs.DiscountedLine.of(random),
        holder,
        new Graphs.Derived(),
        Graphs.Wide.of(random),
        Graphs.Containers.of(random),
        new Graphs.Nothing());
  }

  private static void roundTrip(
      Object graph, Serializer serializer, Serializer interpreted, String name) {
    byte[] bytes = interpreted.toBytes(graph);
    assertArrayEquals(bytes, serializer.toBytes(graph), name);
    DeepEquality.assertSame(graph, serializer.fromBytes(bytes, Object.class), name);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(bytes.length);
      assertEquals(bytes.length, serializer.write(graph, memory), name);
      assertEquals(-1, memory.mismatch(MemorySegment.ofArray(bytes)), name);
      DeepEquality.assertSame(graph, serializer.read(memory, Object.class), name);
    }
  }

  private static void view(Serializer serializer) {
    ViewSamples.Everything everything = new ViewSamples.Everything();
    everything.next = new ViewSamples.Everything();
    DeepEquality.assertSame(everything, serializer.copy(everything), "everything");
    byte[] payload = serializer.toBytes(everything);
    EverythingView view =
        serializer.view(EverythingView.class, ViewSamples.Everything.class).at(payload);
    assertView(view);
    EverythingView next = Objects.requireNonNull(view.next());
    assertView(next);
    assertNull(next.next());
  }

  private static void assertView(EverythingView view) {
    assertEquals(-70_000, view.number());
    assertNull(view.boxedNull());
    assertEquals(-6L, view.boxedLong());
    assertEquals(ViewSamples.Color.GREEN, view.color());
    assertEquals("日本語 text", String.valueOf(view.wide()));
    assertEquals(3, view.pointX());
    assertEquals("here", Objects.requireNonNull(view.point()).name());
    assertEquals(false, view.hasNoPoint());
    assertEquals(7, Objects.requireNonNull(view.points().get(0)).x());
    assertEquals(3, view.intsCount());
    assertEquals(-2, view.ints(1));
    assertEquals(9, Objects.requireNonNull(view.pointArray(0)).x());
    assertEquals(List.of("one", "zwölf", "三"), view.tags());
  }

  private static void unchanged() {
    for (Object each : List.of(new Stale(), new RecompiledSample(), new Damaged(), new Foreign())) {
      DeepEquality.assertSame(each, SERIALIZER.copy(each), "copy");
    }
  }

  /// Objects of classes whose class files do not match.
  private static void unfit() {
    Serializer again = Serializer.builder().register(OWN).build();
    for (Serializer serializer : List.of(SERIALIZER, again)) {
      for (Object each :
          List.of(new Stale(), new RecompiledSample(), new Damaged(), new Foreign())) {
        DeepEquality.assertSame(each, serializer.copy(each), "copy");
      }
    }
  }

  /// Payloads of a writer with other classes, whose codecs depend on its schema.
  private static void evolved() {
    Serializer writer =
        Serializer.builder()
            .register(Graphs.Point.class, 99)
            .schemaMode(SchemaMode.COMPATIBLE)
            .build();
    Serializer reader = serializer(2);
    Graphs.Point point = new Graphs.Point(1, 2);
    byte[] bytes = writer.toBytes(point);
    for (int i = 0; i < 1000; i++) {
      assertEquals(point, reader.fromBytes(bytes, Graphs.Point.class));
    }
    assertEquals(point, reader.copy(point));
  }

  private static void automatic() throws InterruptedException {
    Serializer serializer = builder(0).execution(Execution.AUTO).build();
    Graphs.Point point = new Graphs.Point(1, 2);
    for (int i = 0; i < 1000; i++) {
      assertEquals(point, serializer.copy(point));
    }
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("segue-compiler")) {
        thread.join(300_000); // the thread ends when it is idle
      }
    }
    assertEquals(point, serializer.copy(point));
  }
}
