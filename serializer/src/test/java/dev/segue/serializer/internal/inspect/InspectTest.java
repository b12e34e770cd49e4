// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.testing.Full;
import dev.segue.serializer.testing.RandomGraphs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// Layouts and payloads as text. The text is for people and may change, but not unintentionally.
class InspectTest {

  enum Color {
    RED,
    GREEN
  }

  record Leaf(short depth) {}

  static class Base {
    int x;
    @Nullable Integer some;
  }

  static class Everything extends Base {
    @SuppressWarnings("HidingField") // to show hidden fields
    long x;

    @Nullable Boolean none;
    char letter = 'L';
    @Nullable Color color;
    @Nullable String text;
    @Nullable Leaf leaf;
    @Nullable Base base;
    @Nullable Object any;
    @Nullable List<Leaf> leaves;
    @Nullable Map<String, List<@Nullable Integer>> index;
    @Nullable Set<Color> colors;
    double @Nullable [] numbers;
    String @Nullable [] names;
    @Nullable Comparable<?> comparable;
  }

  private static final Serializer SERIALIZER =
      Serializer.builder().register(Everything.class, Base.class, Leaf.class, Color.class).build();

  private static Everything everything() {
    Everything value = new Everything();
    ((Base) value).x = 7;
    value.some = -1;
    value.x = 8;
    value.color = Color.GREEN;
    value.text = "a \"text\"\n";
    value.leaf = new Leaf((short) 3);
    value.base = new Base();
    value.any = new ArrayList<>(List.of(UUID.fromString("1-2-3-4-5"), new Leaf((short) 4)));
    value.leaves = new ArrayList<>(List.of(new Leaf((short) 5)));
    value.index = new HashMap<>(Map.of("key", new ArrayList<>(Arrays.asList(1, null))));
    value.colors = Set.of(Color.RED);
    value.numbers = new double[] {0.5, -2};
    value.names = new String[] {"\u20ac", null};
    value.comparable = LocalDate.of(2026, 11, 21);
    return value;
  }

  private static String lines(String text) {
    return text.replace(System.lineSeparator(), "\n")
        .replaceAll("fingerprint (?!0{8})[0-9a-f]{8}", "fingerprint ********");
  }

  @Nested
  class Explain {

    @Test
    void showsTheLayoutOfAClass() {
      assertEquals(
          """
          class dev.segue.serializer.internal.inspect.InspectTest$Everything: id 0, type 256, fingerprint ********
            offset  width  field
                 0      1  (nulls)              a bit for each: some, none
                 1      4  some                 Integer, null bit 0
                 5      1  none                 Boolean, null bit 1
                 6      8  InspectTest$Everything.x long
                14      4  InspectTest$Base.x   int
                18      2  letter               char
                20      1  color                enum InspectTest$Color: 1 to 2 in declared order, 0 for null
                21      4  any                  slot of any Object: a type reference and the value
                25      4  base                 slot of InspectTest$Base, or a subclass after its type reference
                29      4  colors               slot of HashSet of InspectTest$Color, or another class after its type reference
                33      4  comparable           slot of any Comparable: a type reference and the value
                37      4  index                slot of HashMap from String to ArrayList of Integer, or another class after its type reference
                41      4  leaf                 slot of InspectTest$Leaf
                45      4  leaves               slot of ArrayList of InspectTest$Leaf, or another class after its type reference
                49      4  names                slot of array of String
                53      4  numbers              slot of double[]
                57      4  text                 slot of String
                61    ...  (values)             the values of the slots, in order
          """,
          lines(SERIALIZER.explain(Everything.class)));
    }

    @Test
    void hasALineForEverythingElse() {
      StringBuilder text = new StringBuilder();
      for (Class<?> type :
          List.of(
              Color.class,
              int.class,
              Integer.class,
              String.class,
              long[].class,
              Object[].class,
              UUID.class,
              ArrayList.class,
              TreeMap.class,
              java.time.ZonedDateTime.class,
              java.nio.file.Path.class)) {
        text.append(SERIALIZER.explain(type));
      }
      assertEquals(
          """
          enum dev.segue.serializer.internal.inspect.InspectTest$Color: id 3, type 259; 1 to 2 in declared order, in 4 bytes
          int: 4 bytes in the fixed block of the object
          class java.lang.Integer: type 6 of the JDK; 4 bytes
          class java.lang.String: type 1 of the JDK; a slot, then a string
          array long[]: type 15 of the JDK; elements of 8 bytes
          array java.lang.Object[]: type 48 of the JDK; the class of its elements, a count, and the elements
          class java.util.UUID: type 64 of the JDK; 16 bytes
          class java.util.ArrayList: type 18 of the JDK; a count and rows of any Object
          class java.util.TreeMap: type 46 of the JDK; a count and rows of any Object and any Object
          class java.time.ZonedDateTime: type 101 of the JDK; bytes
          interface java.nio.file.Path: type 124 of the JDK; a slot, then a string
          """,
          lines(text.toString()));
    }

    @Test
    void refusesAClassThatIsNotRegistered() {
      SerializationException e =
          assertThrows(SerializationException.class, () -> SERIALIZER.explain(InspectTest.class));
      assertEquals(Kind.UNREGISTERED_CLASS, e.kind());
    }

    @Test
    void knowsEveryClassOfTheOtherTests() {
      Serializer serializer = Serializer.builder().register(RandomGraphs.TYPES).build();
      for (Class<?> type : RandomGraphs.TYPES) {
        assertTrue(serializer.explain(type).contains(type.getName()), type::getName);
      }
    }
  }

  @Nested
  class Inspect {

    private static String inspect(byte[] bytes) {
      return lines(SERIALIZER.inspect(MemorySegment.ofArray(bytes), 0));
    }

    record Held(List<Integer> list, SortedMap<String, Integer> map, Optional<String> text) {}

    /// Containers with columns of declared types, and containers with columns of any type.
    @Test
    void showsContainersAsDeclared() {
      Held held =
          new Held(
              new Vector<>(List.of(7)), new TreeMap<>(Map.of("key", 8)), Optional.of("a text"));
      Serializer serializer = Serializer.builder().register(Held.class).build();
      MemorySegment payload = MemorySegment.ofArray(serializer.toBytes(held));
      String shown = serializer.inspect(payload, 0);
      for (String line :
          List.of(
              "list: Vector of 1",
              "[0]: Integer = 7",
              "map: TreeMap of 1",
              "= 8",
              "text: Optional of 1",
              "= \"a text\"")) {
        assertTrue(shown.contains(line), () -> line + " is not in\n" + shown);
      }
      String explained = serializer.explain(Held.class);
      assertTrue(explained.contains("Optional of String\n"), explained);
    }

    @Test
    void showsAPayloadAsATree() {
      assertEquals(
          """
                   0        16  header: version 1, flags 0000, id 0 = dev.segue.serializer.internal.inspect.InspectTest$Everything, fingerprint ********, 228 bytes in all
                  16       211  root: InspectTest$Everything
                  17         4    some = -1
                  21         1    none = null
                  22         8    x = 8
                  30         4    x = 7
                  34         2    letter = 'L'
                  36         1    color = GREEN
                  81        37    any: ArrayList of 2
                  91        16      [0]: UUID = 00000001-0002-0003-0004-000000000005
                 116         2      [1]: InspectTest$Leaf
                 116         2        depth = 4
                 118         9    base: InspectTest$Base
                 119         4      some = null
                 123         4      x = 0
                 127         9    colors: ImmutableCollections$Set12 of 1
                 135         1      [0] = RED
                 140         8    comparable: LocalDate = 2026-11-21
                 148        28    index: HashMap of 1
                 160         3      [0] key = "key"
                 163        13      [0] value: ArrayList of 2
                 168         4        [0] = 1
                 172         4        [1] = null
                 176         2    leaf: InspectTest$Leaf
                 176         2      depth = 3
                 178        10    leaves: ArrayList of 1
                 186         2      [0]: InspectTest$Leaf
                 186         2        depth = 5
                 188        14    names: String[] of 2
                 200         2      [0] = "€"
                 202         0      [1] = null
                 202        16    numbers: double[2] {0.5, -2.0}
                 218         9    text = "a \\"text\\"\\n"
                 227         1  trailer
          """,
          inspect(SERIALIZER.toBytes(everything())));
    }

    @Test
    void showsUnknownValuesBySizeAndBytes() {
      String text =
          lines(
              Serializer.builder()
                  .build()
                  .inspect(MemorySegment.ofArray(SERIALIZER.toBytes(everything())), 0));
      assertEquals(
          """
                   0        16  header: version 1, flags 0000, id 0, fingerprint ********, 228 bytes in all
                  16       211  id 0, not registered here: 02 ff ff ff ff 00 08 00 00 00 00 00 00 00 07 00 ...
                 227         1  trailer
          """,
          text);
      byte[] list = SERIALIZER.toBytes(new ArrayList<>(List.of(new Leaf((short) 1), "known")));
      String part = lines(Serializer.builder().build().inspect(MemorySegment.ofArray(list), 0));
      assertTrue(part.contains("[0]: id 2, not registered here: 01 00"), part);
      assertTrue(part.contains("[1] = \"known\""), part);
    }

    @Test
    void showsReferences() {
      Serializer serializer = Serializer.builder().register(Leaf.class).references(true).build();
      Leaf leaf = new Leaf((short) 1);
      byte[] bytes = serializer.toBytes(new ArrayList<>(List.of(leaf, leaf)));
      byte[] moved = new byte[bytes.length + 100];
      System.arraycopy(bytes, 0, moved, 100, bytes.length);
      String text = serializer.inspect(MemorySegment.ofArray(moved), 100);
      assertTrue(text.contains("(references)"), text);
      assertTrue(text.contains("[0]: InspectTest$Leaf"), text);
      String at = text.lines().filter(line -> line.contains("[0]")).findFirst().orElseThrow();
      String offset = at.substring(0, 10).strip();
      assertTrue(text.contains("[1] = the object at " + offset), text);
    }

    /// Inspected by a serializer with or without compact numbers.
    @Test
    void showsCompactNumbers() {
      Serializer compact =
          Serializer.builder()
              .register(Everything.class, Base.class, Leaf.class, Color.class)
              .compactNumbers(true)
              .build();
      MemorySegment segment = MemorySegment.ofArray(compact.toBytes(everything()));
      String text = lines(compact.inspect(segment, 0));
      assertEquals(text, lines(SERIALIZER.inspect(segment, 0)));
      assertTrue(text.contains("(compact numbers)"), text);
      assertTrue(text.contains(" 1    some = -1"), text);
      assertTrue(text.contains(" 2      some = null"), text);
      assertFalse(text.contains("!"), text);
      String layout = compact.explain(Base.class);
      assertTrue(layout.contains("int of variable length"), layout);
      String other = compact.inspect(MemorySegment.ofArray(SERIALIZER.toBytes(everything())), 0);
      assertFalse(other.contains("!"), other);
    }

    @Test
    void showsTheRestOfATruncatedPayload() {
      byte[] whole = SERIALIZER.toBytes(everything());
      String all = inspect(whole);
      for (int length = 0; length < whole.length; length++) {
        String text = inspect(Arrays.copyOf(whole, length));
        String problem = text.lines().filter(line -> line.contains("!")).findFirst().orElse("");
        assertTrue(problem.contains("cut off"), text);
        int from = text.indexOf(problem);
        assertTrue(all.startsWith(text.substring(0, from)), text);
        assertTrue(text.endsWith("1 problem\n"), text);
      }
    }

    @Test
    void showsValuesNextToTheDamage() {
      byte[] bytes = SERIALIZER.toBytes(everything());
      int uuid = indexOf(bytes, (byte) 64);
      bytes[uuid] = 99;
      String text = inspect(bytes);
      assertTrue(text.contains("[0]: type 99, not registered here"), text);
      assertTrue(text.contains("[1]: InspectTest$Leaf"), text);
      bytes[bytes.length - 1] = 1;
      assertTrue(inspect(bytes).contains("! the trailer is 01, not 00"));
      assertTrue(
          inspect("text".getBytes(StandardCharsets.UTF_8)).contains("! not a Segue payload"));
    }

    private static int indexOf(byte[] bytes, byte value) {
      for (int i = 0; i < bytes.length; i++) {
        if (bytes[i] == value && bytes[i + 1] == 0 && bytes[i + 2] == 0 && bytes[i + 3] == 0) {
          return i;
        }
      }
      throw new AssertionError("not there");
    }

    @Test
    void isBounded() {
      List<Object> deep = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        deep = new ArrayList<>(List.of(deep, i));
      }
      List<Object> wide = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        wide.add(new ArrayList<>(java.util.Collections.nCopies(100, "x".repeat(1000))));
      }
      for (Object value : List.of(deep, wide, "y".repeat(1_000_000), new int[1_000_000])) {
        String text = inspect(SERIALIZER.toBytes(value));
        assertTrue(text.length() < 500_000, () -> text.length() + " characters");
        assertFalse(text.contains("!"), text);
      }
    }

    /// For any bytes, in any memory.
    @Test
    void survivesMutations() {
      Serializer serializer =
          Serializer.builder()
              .register(RandomGraphs.TYPES)
              .references(true)
              .compactNumbers(true)
              .build();
      for (long seed = 0; seed < Full.or(2_000, 500); seed++) {
        Random random = new Random(seed);
        byte[] bytes = serializer.toBytes(RandomGraphs.of(seed % 500));
        for (int i = random.nextInt(6); i > 0; i--) {
          bytes[random.nextInt(bytes.length)] =
              (byte) (random.nextBoolean() ? random.nextInt() : -random.nextInt(2));
        }
        byte[] part =
            random.nextBoolean() ? bytes : Arrays.copyOf(bytes, random.nextInt(bytes.length));
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment segment = arena.allocate(part.length).copyFrom(MemorySegment.ofArray(part));
          String text = serializer.inspect(segment, 0);
          assertEquals(text, serializer.inspect(MemorySegment.ofArray(part), 0), "seed=" + seed);
          assertTrue(text.length() < 1_000_000, "seed=" + seed);
        } catch (RuntimeException | StackOverflowError e) {
          throw new AssertionError("seed=" + seed, e);
        }
      }
    }

    /// A payload that can be read has no problems.
    @Test
    void agreesWithReading() {
      Serializer serializer = Serializer.builder().register(RandomGraphs.TYPES).build();
      for (long seed = 0; seed < 300; seed++) {
        byte[] bytes = serializer.toBytes(RandomGraphs.of(seed));
        String text = serializer.inspect(MemorySegment.ofArray(bytes), 0);
        assertFalse(text.contains("problem"), "seed=" + seed + "\n" + text);
      }
    }
  }
}
