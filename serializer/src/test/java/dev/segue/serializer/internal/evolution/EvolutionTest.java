// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Alias;
import dev.segue.serializer.DefaultValue;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.UnknownTypes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Tests the rows of the table in `docs/evolution.md`. Each change is read by the interpreter and
/// by generated code, from an array and from native memory, with every execution, and with and
/// without references and compact numbers. The two versions of a class have different names here,
/// and an [Alias].
@SuppressWarnings({"ArrayRecordComponent", "UnusedVariable", "NullAway"})
class EvolutionTest {

  private static final String OLD = "dev.segue.serializer.internal.evolution.EvolutionTest$";

  /// Reads a payload of `old` as `type`, in all combinations.
  @SuppressWarnings("unchecked")
  private static <T> T evolve(Object old, Class<T> type, Class<?>... alsoRegistered) {
    List<Object> read = new ArrayList<>();
    for (boolean references : new boolean[] {false, true}) {
      for (boolean compact : new boolean[] {false, true}) {
        for (Execution execution : Execution.values()) {
          read.addAll(evolve(old, type, references, compact, execution, alsoRegistered));
        }
      }
    }
    for (Object one : read) {
      assertEquals(Content.of(read.getFirst()), Content.of(one));
    }
    return (T) read.getFirst();
  }

  private static List<Object> evolve(
      Object old,
      Class<?> type,
      boolean references,
      boolean compact,
      Execution execution,
      Class<?>... alsoRegistered) {
    Serializer writer =
        builder(references, execution)
            .compactNumbers(compact)
            .register(old.getClass())
            .register(alsoRegistered)
            .build();
    Serializer reader =
        builder(references, execution).register(alsoRegistered).register(type).build();
    byte[] bytes = writer.toBytes(old);
    List<Object> read = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(bytes.length + 8L);
      MemorySegment.copy(
          bytes, 0, memory, java.lang.foreign.ValueLayout.JAVA_BYTE, 8, bytes.length);
      // The first reads are interpreted, the later ones are not.
      for (int i = 0; i < 80; i++) {
        Object fromArray = Objects.requireNonNull(reader.fromBytes(bytes, type));
        Object fromMemory = Objects.requireNonNull(reader.read(memory, 8, type));
        if (i == 0 || i == 79) {
          read.add(fromArray);
          read.add(fromMemory);
        }
      }
    }
    return read;
  }

  private static SerializerBuilder builder(boolean references, Execution execution) {
    return Serializer.builder()
        .schemaMode(SchemaMode.COMPATIBLE)
        .references(references)
        .execution(execution);
  }

  private static SerializationException refused(Object old, Class<?> type) {
    return assertThrows(SerializationException.class, () -> evolve(old, type));
  }

  // One record has many fields, so that each change is next to other fields.

  record Plain0(int id, String name, long total) {}

  @Alias(OLD + "Plain0")
  record Plain1(String name, @DefaultValue("7") int added, long total, List<String> list) {}

  static class Bean0 {
    int kept = 1;
    int removed = 2;
  }

  @Alias(OLD + "Bean0")
  static class Bean1 {
    long initialized = 42;
    int kept;
    List<String> list = new ArrayList<>(List.of("from the constructor"));

    @DefaultValue("EUR")
    String annotated = "from the constructor";
  }

  static final class NoConstructor0 {
    final int a;

    NoConstructor0(int a) {
      this.a = a;
    }
  }

  @Alias(OLD + "NoConstructor0")
  static final class NoConstructor1 {
    final int a;

    @DefaultValue("")
    final List<String> list;

    final long zero;

    NoConstructor1(int a, List<String> list, long zero) {
      this.a = a;
      this.list = list;
      this.zero = zero;
    }
  }

  static class Flat {
    int a = 1;
    String b = "b";
    long c = 3;
  }

  static class Upper {
    String b = "";
    int a;
  }

  @Alias(OLD + "Flat")
  static class Lower extends Upper {
    long c;
  }

  @Alias(OLD + "Lower")
  static class FlatAgain {
    long c;
    int a;
    String b = "";
  }

  record Renamed0(int oldName, String other) {}

  @Alias(OLD + "Renamed0")
  record Renamed1(String other, @Alias({"oldestName", "oldName"}) int newName) {}

  record Numbers0(
      byte a, byte b, short c, short d, char e, int f, int g, int h, float i, long j, long k) {}

  @Alias(OLD + "Numbers0")
  record Numbers1(
      short a,
      double b,
      int c,
      float d,
      long e,
      long f,
      double g,
      BigInteger h,
      double i,
      BigInteger j,
      BigDecimal k) {}

  record Boxes0(int a, Integer b, Integer c, boolean d, Long e, char f, int g, int h) {}

  @Alias(OLD + "Boxes0")
  record Boxes1(Integer a, int b, Long c, Boolean d, BigInteger e, Object f, Number g, Double h) {}

  record Unboxed0(Integer number) {}

  @Alias(OLD + "Unboxed0")
  record Unboxed1(int number) {}

  record Lists0(
      ArrayList<String> a,
      List<String> b,
      String[] c,
      int[] d,
      List<Integer> e,
      Set<String> f,
      List<String> g,
      Collection<String> h,
      Integer[] i,
      int[] j,
      SortedSet<String> k,
      List<Integer> l) {}

  @Alias(OLD + "Lists0")
  record Lists1(
      List<String> a,
      ArrayList<String> b,
      List<String> c,
      List<Integer> d,
      int[] e,
      List<String> f,
      String[] g,
      Deque<String> h,
      List<Long> i,
      long[] j,
      List<String> k,
      TreeSet<Long> l) {}

  record Maps0(Map<String, Integer> a, HashMap<Integer, String> b, Map<String, List<Integer>> c) {}

  @Alias(OLD + "Maps0")
  record Maps1(TreeMap<String, Long> a, Map<Long, String> b, NavigableMap<String, Set<Long>> c) {}

  enum Color0 {
    RED,
    GREEN,
    BLUE
  }

  @Alias(OLD + "Color0")
  enum Color1 {
    BLUE,
    WHITE,
    @Alias("GREEN")
    LIME,
    RED
  }

  @Alias(OLD + "Color0")
  enum Color2 {
    RED
  }

  record Paint0(Color0 a, List<Color0> b, Map<Color0, Color0[]> c, Color0 d) {}

  @Alias(OLD + "Paint0")
  record Paint1(Color1 a, List<Color1> b, Map<Color1, Color1[]> c, String d) {}

  @Alias(OLD + "Paint0")
  record Paint2(Color2 a, List<Color2> b) {}

  record Inner0(int x, int y) {}

  @Alias(OLD + "Inner0")
  record Inner1(long y, @DefaultValue("9") long z) {}

  record Outer0(
      Inner0 one, List<Inner0> many, Inner0[] array, Map<String, Inner0> byName, Object any) {}

  @Alias(OLD + "Outer0")
  record Outer1(
      Inner1 one, List<Inner1> many, Inner1[] array, Map<String, Inner1> byName, Object any) {}

  record Narrow0(long number) {}

  @Alias(OLD + "Narrow0")
  record Narrow1(int number) {}

  record Other0(Inner0 part) {}

  @Alias(OLD + "Other0")
  record Other1(Plain0 part) {}

  record TextNumber0(String text) {}

  @Alias(OLD + "TextNumber0")
  record TextNumber1(int text) {}

  private static DynamicTest row(String name, org.junit.jupiter.api.function.Executable test) {
    return DynamicTest.dynamicTest(name, test);
  }

  @TestFactory
  Stream<DynamicTest> fieldsComeAndGo() {
    return Stream.of(
        row(
            "added, removed and reordered components",
            () -> {
              Plain1 read = evolve(new Plain0(5, "name", 77), Plain1.class);
              assertEquals(new Plain1("name", 7, 77, null), read);
            }),
        row(
            "fields that a constructor initializes",
            () -> {
              Bean1 read = evolve(new Bean0(), Bean1.class);
              assertEquals(1, read.kept);
              assertEquals(42, read.initialized);
              assertEquals(List.of("from the constructor"), read.list);
              assertEquals("EUR", read.annotated);
            }),
        row(
            "classes without a constructor to call",
            () -> {
              NoConstructor1 read = evolve(new NoConstructor0(3), NoConstructor1.class);
              assertEquals(3, read.a);
              assertEquals(List.of(), read.list);
              assertEquals(0, read.zero);
            }),
        row(
            "moved to a superclass",
            () -> {
              Lower read = evolve(new Flat(), Lower.class);
              assertEquals(List.of(1, "b", 3L), List.of(read.a, read.b, read.c));
            }),
        row(
            "moved from a superclass",
            () -> {
              Lower old = new Lower();
              old.a = 11;
              old.b = "above";
              old.c = 13;
              FlatAgain read = evolve(old, FlatAgain.class);
              assertEquals(List.of(11, "above", 13L), List.of(read.a, read.b, read.c));
            }),
        row(
            "renamed, with an alias",
            () -> {
              Renamed1 read = evolve(new Renamed0(8, "o"), Renamed1.class);
              assertEquals(new Renamed1("o", 8), read);
            }));
  }

  @TestFactory
  Stream<DynamicTest> typesBecomeWider() {
    return Stream.of(
        row(
            "primitives",
            () -> {
              Numbers0 old =
                  new Numbers0(
                      (byte) -1, (byte) 2, (short) -3, (short) 4, 'e', -6, 7, 8, 9.5f, 10, -11);
              Numbers1 now =
                  new Numbers1(
                      (short) -1,
                      2,
                      -3,
                      4,
                      'e',
                      -6,
                      7,
                      BigInteger.valueOf(8),
                      9.5,
                      BigInteger.TEN,
                      BigDecimal.valueOf(-11));
              assertEquals(now, evolve(old, Numbers1.class));
            }),
        row(
            "boxed and not",
            () -> {
              Boxes0 old = new Boxes0(1, 2, 3, true, 5L, 'f', 7, 8);
              Boxes1 now = new Boxes1(1, 2, 3L, true, BigInteger.valueOf(5), 'f', 7, 8.0);
              assertEquals(now, evolve(old, Boxes1.class));
            }),
        row(
            "a null for a primitive is an error",
            () -> {
              assertEquals(new Unboxed1(4), evolve(new Unboxed0(4), Unboxed1.class));
              SerializationException e = refused(new Unboxed0(null), Unboxed1.class);
              assertEquals(Kind.SCHEMA_MISMATCH, e.kind());
              assertTrue(e.getMessage().contains("Unboxed1.number"), e.getMessage());
            }),
        row(
            "narrower is an error",
            () -> {
              SerializationException e = refused(new Narrow0(1), Narrow1.class);
              assertEquals(Kind.SCHEMA_MISMATCH, e.kind());
              assertEquals(
                  "Narrow1.number of dev.segue.serializer.internal.evolution.EvolutionTest$Narrow1 was written as long"
                      + " and is int now, which cannot hold every such value",
                  e.getMessage());
            }),
        row(
            "another class is an error",
            () -> {
              Other0 old = new Other0(new Inner0(1, 2));
              SerializationException e =
                  assertThrows(
                      SerializationException.class,
                      () -> evolve(old, Other1.class, Inner0.class, Plain0.class));
              assertEquals(Kind.SCHEMA_MISMATCH, e.kind());
              assertTrue(e.getMessage().contains("Other1.part"), e.getMessage());
              assertTrue(e.getMessage().contains(Inner0.class.getName()), e.getMessage());
              assertTrue(e.getMessage().contains(Plain0.class.getName()), e.getMessage());
            }),
        row(
            "a string for a number is an error",
            () -> {
              SerializationException e = refused(new TextNumber0("12"), TextNumber1.class);
              assertTrue(e.getMessage().contains("was written as String"), e.getMessage());
            }));
  }

  @TestFactory
  Stream<DynamicTest> containersChange() {
    return Stream.of(
        row(
            "collections and arrays",
            () -> {
              Lists0 old =
                  new Lists0(
                      new ArrayList<>(List.of("a")),
                      new LinkedList<>(List.of("b")),
                      new String[] {"c", null},
                      new int[] {4},
                      Arrays.asList(5),
                      new LinkedHashSet<>(List.of("f", "g")),
                      List.of("g"),
                      Set.of("h"),
                      new Integer[] {9, null},
                      new int[] {10},
                      new TreeSet<>(Set.of("k")),
                      List.of(12, 3));
              Lists1 read = evolve(old, Lists1.class);
              assertEquals(List.of("a"), read.a);
              assertEquals(List.of("b"), read.b);
              assertEquals(Arrays.asList("c", null), read.c);
              assertEquals(List.of(4), read.d);
              assertArrayEquals(new int[] {5}, read.e);
              assertEquals(List.of("f", "g"), read.f);
              assertArrayEquals(new String[] {"g"}, read.g);
              assertEquals(List.of("h"), List.copyOf(read.h));
              assertEquals(Arrays.asList(9L, null), read.i);
              assertArrayEquals(new long[] {10}, read.j);
              assertEquals(List.of("k"), read.k);
              assertEquals(new TreeSet<>(Set.of(3L, 12L)), read.l);
            }),
        row(
            "maps",
            () -> {
              Maps0 old =
                  new Maps0(
                      Map.of("b", 2, "a", 1),
                      new HashMap<>(Map.of(3, "c")),
                      Map.of("k", List.of(1)));
              Maps1 read = evolve(old, Maps1.class);
              assertEquals(new TreeMap<>(Map.of("a", 1L, "b", 2L)), read.a);
              assertEquals(Map.of(3L, "c"), read.b);
              assertEquals(Map.of("k", Set.of(1L)), read.c);
            }),
        row(
            "nulls stay nulls",
            () -> {
              Lists0 old =
                  new Lists0(
                      null, null, null, null, null, null, null, null, null, null, null, null);
              assertNull(evolve(old, Lists1.class).l);
            }));
  }

  @TestFactory
  Stream<DynamicTest> enumsChange() {
    return Stream.of(
        row(
            "constants added, moved and renamed",
            () -> {
              Paint0 old =
                  new Paint0(
                      Color0.RED,
                      Arrays.asList(Color0.BLUE, null, Color0.GREEN),
                      Map.of(Color0.GREEN, new Color0[] {Color0.BLUE}),
                      Color0.GREEN);
              Paint1 read = evolve(old, Paint1.class);
              assertEquals(Color1.RED, read.a);
              assertEquals(Arrays.asList(Color1.BLUE, null, Color1.LIME), read.b);
              assertArrayEquals(new Color1[] {Color1.BLUE}, read.c.get(Color1.LIME));
              assertEquals("GREEN", read.d);
            }),
        row(
            "a constant that is gone is an error",
            () -> {
              SerializationException e =
                  refused(new Paint0(Color0.GREEN, List.of(), Map.of(), null), Paint2.class);
              assertEquals(Kind.SCHEMA_MISMATCH, e.kind());
              assertTrue(e.getMessage().contains("Color2 has no constant GREEN"), e.getMessage());
              assertEquals("Paint2.a", e.path());
            }),
        row(
            "a constant that is gone is null where that is wanted",
            () -> {
              Paint0 old =
                  new Paint0(Color0.BLUE, List.of(Color0.RED, Color0.GREEN), Map.of(), Color0.RED);
              byte[] bytes =
                  builder(false, Execution.COMPILED).register(Paint0.class).build().toBytes(old);
              Paint2 read =
                  builder(false, Execution.COMPILED)
                      .unknownTypes(UnknownTypes.NULL)
                      .register(Paint2.class)
                      .build()
                      .fromBytes(bytes, Paint2.class);
              assertEquals(new Paint2(null, Arrays.asList(Color2.RED, null)), read);
            }));
  }

  @TestFactory
  Stream<DynamicTest> changesWithin() {
    return Stream.of(
        row(
            "classes in fields and containers, declared or not",
            () -> {
              Inner0 inner = new Inner0(1, 2);
              Outer0 old =
                  new Outer0(
                      inner,
                      List.of(inner, new Inner0(3, 4)),
                      new Inner0[] {inner},
                      Collections.singletonMap("k", inner),
                      List.of(inner));
              List<Object> read = new ArrayList<>();
              for (Execution execution : Execution.values()) {
                Serializer writer =
                    builder(false, execution).register(Outer0.class, Inner0.class).build();
                Serializer reader =
                    builder(false, execution).register(Inner1.class, Outer1.class).build();
                byte[] bytes = writer.toBytes(old);
                for (int i = 0; i < 80; i++) {
                  read.add(reader.fromBytes(bytes, Outer1.class));
                }
              }
              for (Object one : read) {
                Outer1 outer = (Outer1) one;
                Inner1 now = new Inner1(2, 9);
                assertEquals(now, outer.one);
                assertEquals(List.of(now, new Inner1(4, 9)), outer.many);
                assertArrayEquals(new Inner1[] {now}, outer.array);
                assertEquals(Map.of("k", now), outer.byName);
                assertEquals(List.of(now), outer.any);
              }
            }));
  }

  /// The contents of an object, for comparison.
  private static final class Content {

    static String of(Object object) {
      return Serializer.builder()
          .register(object.getClass(), Color1.class, Color2.class)
          .build()
          .inspect(
              MemorySegment.ofArray(
                  Serializer.builder()
                      .register(object.getClass(), Color1.class, Color2.class)
                      .build()
                      .toBytes(object)),
              0);
    }
  }
}
