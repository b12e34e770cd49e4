// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.testing.Allocation;
import dev.segue.serializer.testing.Full;
import dev.segue.serializer.testing.Refused;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Containers without declared columns, as trees.
class TreesTest {

  private static final int HEADER_BYTES = 16;
  private static final int TYPE = 4;
  private static final int LIST_TREE = 198;
  private static final int LIST_TABLE = 18;

  record Leaf(int number, @Nullable Object any) {}

  private static SerializerBuilder builder() {
    return Serializer.builder().register(Leaf.class);
  }

  private static Serializer serializer(Execution execution) {
    return builder().execution(execution).build();
  }

  private final Serializer compiled = serializer(Execution.COMPILED);
  private final Serializer interpreted = serializer(Execution.INTERPRETED);

  private static @Nullable Object value(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 14 : 9)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> random.nextInt() >> random.nextInt(32);
      case 3 -> random.nextLong() >> random.nextInt(64);
      case 4 -> random.nextDouble();
      case 5 -> "x".repeat(random.nextInt(140));
      case 6 -> "\u20ac".repeat(random.nextInt(70));
      case 7 -> (short) random.nextInt();
      case 8 -> List.of(1, "unmodifiable");
      case 9 -> new Leaf(random.nextInt(), value(random, depth - 1));
      case 10 -> new LinkedList<>(List.of(1L, random.nextInt()));
      case 11 -> fill(new HashMap<>(), random, depth);
      case 12 -> fill(new LinkedHashMap<>(), random, depth);
      default -> list(random, depth);
    };
  }

  private static Map<Object, @Nullable Object> fill(
      Map<Object, @Nullable Object> map, Random random, int depth) {
    int size = random.nextInt(20);
    for (int i = 0; i < size; i++) {
      map.put(random.nextInt(9) == 0 ? i : "key" + random.nextInt(90), value(random, depth - 1));
    }
    return map;
  }

  private static List<@Nullable Object> list(Random random, int depth) {
    List<@Nullable Object> list = new ArrayList<>();
    int size = random.nextInt(20);
    for (int i = 0; i < size; i++) {
      list.add(value(random, depth - 1));
    }
    return list;
  }

  @Test
  void treesRoundTripWithTheSameBytesFromAllCode() {
    for (int seed = 0; seed < Full.or(200, 80); seed++) {
      List<@Nullable Object> tree = list(new Random(seed), 3);
      byte[] payload = compiled.toBytes(tree);
      assertArrayEquals(payload, interpreted.toBytes(tree), "seed " + seed);
      assertEquals(tree, compiled.fromBytes(payload, Object.class), "seed " + seed);
      assertEquals(tree, interpreted.fromBytes(payload, Object.class), "seed " + seed);
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment segment = arena.allocate(payload.length);
        assertEquals(payload.length, compiled.write(tree, segment, 0));
        assertEquals(-1, segment.mismatch(MemorySegment.ofArray(payload)), "seed " + seed);
        assertEquals(tree, compiled.read(segment, 0, Object.class), "seed " + seed);
      }
    }
  }

  @Test
  void schemasFollowTreesInCompatibleMode() {
    Serializer compatible = builder().schemaMode(SchemaMode.COMPATIBLE).build();
    for (int seed = 0; seed < 50; seed++) {
      List<@Nullable Object> tree = list(new Random(seed), 3);
      byte[] payload = compatible.toBytes(tree);
      assertEquals(tree, compatible.fromBytes(payload, Object.class), "seed " + seed);
    }
  }

  private static int type(byte[] payload) {
    return ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).getInt(TYPE);
  }

  @Test
  void writersWithReferencesUseTables() {
    Serializer references = builder().references(true).build();
    List<Object> shared = new ArrayList<>(List.of(1));
    List<Object> outer = new ArrayList<>(List.of(shared, shared));
    byte[] payload = references.toBytes(outer);
    assertEquals(LIST_TABLE, type(payload));
    List<?> back = (List<?>) references.fromBytes(payload, Object.class);
    assertEquals(outer, back);
    assertSame(back.get(0), back.get(1));
    byte[] tree = compiled.toBytes(outer);
    assertEquals(LIST_TREE, type(tree));
    assertEquals(outer, references.fromBytes(tree, Object.class));
  }

  @Test
  void aCycleIsRefused() {
    List<Object> itself = new ArrayList<>();
    itself.add(itself);
    for (Serializer serializer : List.of(compiled, interpreted)) {
      assertThrows(SerializationException.class, () -> serializer.toBytes(itself));
    }
  }

  /// Keys at the maximum number and length.
  @ParameterizedTest
  @ValueSource(ints = {63, 64, 65, 319, 320, 321, 500})
  void repeatedKeysAreTheSameInstance(int keys) {
    List<Object> tree = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      Map<String, Object> map = new LinkedHashMap<>();
      for (int key = 0; key < keys; key++) {
        String text = "k".repeat(key % 3 == 0 ? 60 : 1) + key;
        map.put(key % 5 == 0 ? "\u20ac" + text : text, key % 7 == 0 ? text : key);
      }
      tree.add(map);
    }
    byte[] payload = compiled.toBytes(tree);
    assertArrayEquals(payload, interpreted.toBytes(tree));
    assertEquals(tree, compiled.fromBytes(payload, Object.class));
    assertEquals(tree, interpreted.fromBytes(payload, Object.class));
  }

  private static Object sample() {
    Map<Object, Object> map = new LinkedHashMap<>();
    map.put("id", 7_000_000_000L);
    map.put("kind", "\u20acuro");
    map.put("text", "t".repeat(70));
    map.put("truth", true);
    map.put("leaf", new Leaf(1, new ArrayList<>(List.of(1, 2.5))));
    map.put("sorted", new TreeMap<>(Map.of("id", 300)));
    return new ArrayList<>(List.of(map, new HashMap<>(map), Set.of(-5)));
  }

  private void readsOrRefuses(byte[] payload) {
    for (Serializer reader : List.of(compiled, interpreted)) {
      try {
        reader.fromBytes(payload, Object.class);
      } catch (SerializationException _) {
        // as it should
      }
      try {
        reader.read(MemorySegment.ofBuffer(direct(payload)), 0, Object.class);
      } catch (SerializationException _) {
        // as it should
      }
    }
  }

  private static ByteBuffer direct(byte[] payload) {
    return ByteBuffer.allocateDirect(payload.length).put(payload).flip();
  }

  @Test
  void damageGivesSerializationExceptions() {
    byte[] payload = compiled.toBytes(sample());
    for (int at = 0; at < payload.length; at++) {
      byte[] cut = Arrays.copyOf(payload, at);
      for (Serializer reader : List.of(compiled, interpreted)) {
        assertThrows(
            SerializationException.class, () -> reader.fromBytes(cut, Object.class), "at " + at);
      }
      for (int bits : new int[] {0x01, 0x10, 0x80, 0xff}) {
        byte[] flipped = payload.clone();
        flipped[at] ^= (byte) bits;
        readsOrRefuses(flipped);
      }
      // By default every fourth value, and another fourth at the next byte.
      for (int value = Full.IS_ON ? 0 : at & 3; value < 256; value += Full.or(1, 4)) {
        byte[] other = payload.clone();
        other[at] = (byte) value;
        assertSameOutcome(other, at);
      }
    }
  }

  /// Both kinds of code read equal values, or both fail.
  private void assertSameOutcome(byte[] payload, int at) {
    assertEquals(outcome(interpreted, payload), outcome(compiled, payload), "at " + at);
  }

  private static String outcome(Serializer reader, byte[] payload) {
    try {
      Object read = reader.fromBytes(payload, Object.class);
      // The sample's type number may become the type number of an array.
      return read instanceof Collection || read instanceof Map
          ? withoutHashCodes(read)
          : "another type";
    } catch (SerializationException e) {
      return e.kind().toString();
    }
  }

  /// The text of a container, in which arrays do not depend on their identity.
  private static String withoutHashCodes(Object read) {
    return read.toString().replaceAll("@[0-9a-f]+", "@");
  }

  private static byte[] payload(int type, byte[] root) {
    return ByteBuffer.allocate(HEADER_BYTES + root.length + 1)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(0x01e5)
        .putInt(type)
        .putInt(0)
        .putInt(root.length << 2 | 1)
        .put(root)
        .array();
  }

  /// Counts that are too large, overlong or unterminated; unused codes; keys without a number;
  /// values longer than the tree; containers that do not exist.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ffffffff07",
        "ffffffff0f",
        "ffffffff7f",
        "ffffffffff",
        "8000",
        "8100",
        "80",
        "02",
        "01",
        "010a",
        "010f",
        "011c",
        "011f",
        "01f0",
        "01ff",
        "0180",
        "010900",
        "01c1",
        "01cf00",
        "01d180",
        "01d10900",
        "010412ffffffff07",
        "01041200ff",
        "01043000",
        "01041800",
        "01042f00",
        "010401",
        "0103ffffffff06000000",
        "010300000000",
        "0106ffffffff07",
        "06",
        "010703414243",
        "010880ff",
        "01050000",
        "0113000000",
        "011b00000000000000",
        "012020"
      })
  void malformedTreesAreRefused(String root) {
    byte[] payload = payload(LIST_TREE, HexFormat.of().parseHex(root));
    Refused.asMalformed(compiled, payload);
    Refused.asMalformed(interpreted, payload);
  }

  @Test
  void deepNestingIsRefused() {
    byte[] root = new byte[1 << 20];
    Arrays.fill(root, (byte) 0xc1);
    root[0] = 1;
    root[root.length - 1] = 0;
    for (Serializer reader : List.of(compiled, interpreted)) {
      SerializationException e = Refused.soon(reader, payload(LIST_TREE, root), Object.class);
      assertEquals(Kind.TOO_DEEP, e.kind(), e::getMessage);
    }
  }

  @ParameterizedTest
  @EnumSource(Execution.class)
  void inspectionShowsTrees(Execution execution) {
    Serializer serializer = serializer(execution);
    String shown = serializer.inspect(serializer.toBytes(sample()));
    assertTrue(shown.contains("a key as before"), shown);
    assertTrue(shown.contains("7000000000L"), shown);
  }

  /// A `LinkedHashMap` takes a few bytes: only its serial fields reveal its order.
  @Test
  @Tag("jit")
  @Tag("allocation")
  void writingAllocatesNothing() {
    MemorySegment destination = MemorySegment.ofArray(new byte[1 << 12]);
    Map<String, Object> map = new HashMap<>();
    map.put("id", 7_000_000_000L);
    map.put("position", new HashMap<>(Map.of("id", 0.5)));
    map.put("tags", new ArrayList<>(List.of("t1", 7)));
    Object tree = new ArrayList<>(List.of(map, map));
    double bytes = Allocation.perRunOnceCompiled(() -> compiled.write(tree, destination, 0));
    assertTrue(bytes < 1, "bytes per write: " + bytes);
  }
}
