// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OptionsTest {

  private static SerializerBuilder builder(Execution execution) {
    return Serializer.builder().register(Graphs.TYPES).execution(execution);
  }

  @ParameterizedTest
  @EnumSource
  void readingAllocatesNoMoreThanAllowed(Execution execution) {
    Serializer bounded = builder(execution).maxAllocation(10_000).build();
    Serializer free = builder(execution).build();
    Graphs.Order order = Graphs.Order.of(new Random(1));
    assertEquals(order, bounded.fromBytes(free.toBytes(order), Graphs.Order.class));
    for (Object large :
        List.of(
            new ArrayList<>(List.of(new byte[20_000])),
            new int[][] {new int[3000]},
            new ArrayList<>(java.util.Collections.nCopies(3000, null)),
            "x".repeat(20_000),
            List.of("\u1234".repeat(10_000)),
            Map.of(1, new long[2000]))) {
      byte[] bytes = free.toBytes(large);
      SerializationException e =
          assertThrows(
              SerializationException.class,
              () -> bounded.fromBytes(bytes, Object.class),
              () -> String.valueOf(large.getClass()));
      assertEquals(Kind.TOO_LARGE, e.kind());
      assertTrue(String.valueOf(e.getMessage()).contains("maxAllocation=10000"), e::getMessage);
    }
    assertEquals(order, bounded.fromBytes(free.toBytes(order), Graphs.Order.class));
  }

  @ParameterizedTest
  @EnumSource
  void utf8IsSmallerAndReadByEverySerializer(Execution execution) {
    Serializer utf8 = builder(execution).stringEncoding(StringEncoding.UTF_8).build();
    Serializer utf16 = builder(execution).build();
    for (String text :
        List.of(
            "",
            "ascii",
            "caf\u00e9",
            "mostly ascii \u20ac",
            "\ud83d\ude00",
            "\ud800",
            "a\udc00b")) {
      Graphs.Line line = new Graphs.Line();
      line.product = text;
      byte[] bytes = utf8.toBytes(line);
      assertEquals(line, utf8.fromBytes(bytes, Graphs.Line.class));
      assertEquals(line, utf16.fromBytes(bytes, Graphs.Line.class));
      assertEquals(text, utf16.fromBytes(utf8.toBytes(text), String.class));
      assertTrue(bytes.length <= utf16.toBytes(line).length, text);
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment segment = arena.allocate(200);
        utf8.write(line, segment, 3);
        assertEquals(line, utf16.read(segment, 3, Graphs.Line.class));
      }
    }
    assertTrue(
        utf8.toBytes("mostly ascii \u20ac").length < utf16.toBytes("mostly ascii \u20ac").length);
  }

  @ParameterizedTest
  @EnumSource
  void brokenUtf8IsAnError(Execution execution) {
    Serializer utf8 = builder(execution).stringEncoding(StringEncoding.UTF_8).build();
    byte[] bytes = utf8.toBytes("\u20ac");
    bytes[bytes.length - 2] = 'x';
    SerializationException e =
        assertThrows(SerializationException.class, () -> utf8.fromBytes(bytes, String.class));
    assertEquals(Kind.MALFORMED_INPUT, e.kind());
  }
}
