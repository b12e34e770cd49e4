// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.PayloadWriter;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.wire.Slots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Damaged trees, and damaged payloads of streams, with and without a schema.
class InspectDamagedTest {

  record Leaf(int number, Object any) {}

  @Test
  void showsATreeThatEndsBeforeACount() {
    byte[] damaged =
        HexFormat.of()
            .parseHex(
                "e5010000dd000000000000004500000001436b6579c20413022105000000000000004007042d4e2d4e"
                    + "08");
    String text = Serializer.builder().build().inspect(damaged);
    assertTrue(text.contains("1 problem"), text);
  }

  /// A value may begin beyond the stated end, after one that reaches beyond it.
  @Test
  void anyStatedLengthGivesAText() {
    Serializer serializer = serializer(SchemaMode.CONSISTENT);
    Object wide = 7_000_000_000L;
    List<Object> others =
        List.of("k".repeat(100), "世界", new TreeMap<>(Map.of(1, 2)), 0.5, new Leaf(1, "x"), 300);
    for (Object other : others) {
      for (Object tree : List.of(List.of(wide, other), List.of(Map.of(wide, other), other))) {
        byte[] payload = serializer.toBytes(tree);
        for (int length = 0; length < payload.length - Header.BYTES; length++) {
          byte[] damaged = payload.clone();
          ByteArrays.putInt(damaged, Header.ROOT, length << Slots.TAG_BITS | Slots.EXACT);
          String text = serializer.inspect(damaged);
          assertTrue(text.contains("problem") || length == payload.length - Header.BYTES - 1, text);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SchemaMode.class)
  void anyBytesGiveAText(SchemaMode mode) throws IOException {
    Serializer serializer = serializer(mode);
    byte[] stream = stream(serializer);
    int[] starts = starts(serializer, stream);
    for (int seed = 0; seed < 3_000; seed++) {
      Random random = new Random(seed);
      byte[] bytes = stream.clone();
      int start = starts[random.nextInt(starts.length)];
      int length = (int) serializer.payloadSize(MemorySegment.ofArray(stream), start);
      for (int i = random.nextInt(4); i >= 0; i--) {
        // Every second time, changes the stated length, so that values reach beyond the end.
        bytes[start + (random.nextBoolean() ? Header.ROOT : random.nextInt(length))] =
            (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(9) - 4);
      }
      int end = random.nextBoolean() ? bytes.length : start + 1 + random.nextInt(length);
      MemorySegment part = MemorySegment.ofArray(Arrays.copyOf(bytes, end));
      try {
        assertFalse(serializer.inspect(part, start).isEmpty(), "seed=" + seed);
      } catch (RuntimeException e) {
        throw new AssertionError("seed=" + seed, e);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SchemaMode.class)
  void undamagedStreamHasNoProblem(SchemaMode mode) throws IOException {
    Serializer serializer = serializer(mode);
    byte[] stream = stream(serializer);
    int first = 0;
    for (int start : starts(serializer, stream)) {
      String text = serializer.inspect(MemorySegment.ofArray(stream), start);
      assertFalse(text.contains("problem"), text);
      first++;
    }
    assertEquals(values().size(), first);
  }

  private static Serializer serializer(SchemaMode mode) {
    return Serializer.builder()
        .schemaMode(mode)
        .compactNumbers(mode == SchemaMode.COMPATIBLE)
        .register(Leaf.class)
        .build();
  }

  private static List<Object> values() {
    Map<String, Object> map = new HashMap<>();
    map.put("id", 7_000_000_000L);
    map.put("text", "Grüße, 世界");
    map.put("nested", new LinkedHashMap<>(Map.of("id", -0.5, "id2", 300)));
    map.put("k".repeat(70), Arrays.asList(null, true, false, -17, "é"));
    map.put(
        "other", new ArrayList<>(List.of(UUID.fromString("1-2-3-4-5"), new Leaf(3, map.size()))));
    Object tree = new ArrayList<>(List.of(map, map, new TreeMap<>(Map.of(1, 2))));
    return List.of(
        tree, map, new LinkedHashSet<>(List.of("a", 1)), new Leaf(1, tree), new Leaf(2, "x"));
  }

  private static byte[] stream(Serializer serializer) throws IOException {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    try (PayloadWriter writer = serializer.writer(stream)) {
      for (Object value : values()) {
        int _ = writer.write(value);
      }
    }
    return stream.toByteArray();
  }

  private static int[] starts(Serializer serializer, byte[] stream) {
    List<Integer> starts = new ArrayList<>();
    for (int at = 0; at < stream.length; ) {
      starts.add(at);
      at += (int) serializer.payloadSize(MemorySegment.ofArray(stream), at);
    }
    return starts.stream().mapToInt(Integer::intValue).toArray();
  }
}
