// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.testing.Graphs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BuilderOptionsTest {

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
      assertEquals(Kind.LIMIT_EXCEEDED, e.kind());
      assertTrue(String.valueOf(e.getMessage()).contains("maxAllocation=10000"), e::getMessage);
    }
    assertEquals(order, bounded.fromBytes(free.toBytes(order), Graphs.Order.class));
  }

  @ParameterizedTest
  @EnumSource
  void utf8IsSmallerAndEverySerializerReadsIt(Execution execution) {
    Serializer utf8 = builder(execution).stringEncoding(StringEncoding.UTF_8).build();
    Serializer utf16 = builder(execution).build();
    for (String text :
        List.of(
            "",
            "ascii",
            "caf\u00e9",
            "mostly ascii \u20ac",
            "mostly ascii \ufffd",
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

  /// A JDK string must have the compact form if all characters fit, or `equals` would fail. Strings
  /// in the wider form are corrected, even where strings are created from their bytes.
  @ParameterizedTest
  @EnumSource
  void latin1StringsInWideFormAreEqual(Execution execution) {
    Serializer serializer = builder(execution).build();
    for (int length : new int[] {1, 2, 7, 40}) {
      String wide = "x".repeat(length - 1) + "\u1234";
      byte[] bytes = serializer.toBytes(wide);
      assertEquals(wide, serializer.fromBytes(bytes, String.class));
      int last = bytes.length - Header.TRAILER_BYTES - Character.BYTES;
      assertEquals((short) 0x1234, ByteArrays.getShort(bytes, last));
      ByteArrays.putShort(bytes, last, (short) 'y');
      String narrow = "x".repeat(length - 1) + "y";
      assertEquals(narrow, serializer.fromBytes(bytes, String.class));
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment segment = arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
        assertEquals(narrow, serializer.read(segment, 0, String.class));
      }
    }
  }

  record Numbers(int a, @Nullable Integer b, long c, @Nullable Long d, short e, double f) {}

  static class NumberBean {
    int a;
    @Nullable Integer b;
    long c;
    @Nullable Long d;
    @Nullable String text;
  }

  @ParameterizedTest
  @EnumSource
  void compactNumbersAreExactAndSmall(Execution execution) {
    Serializer compact =
        Serializer.builder()
            .register(Numbers.class, NumberBean.class)
            .register(Graphs.TYPES)
            .execution(execution)
            .compactNumbers(true)
            .build();
    Serializer interpreted =
        Serializer.builder()
            .register(Numbers.class, NumberBean.class)
            .register(Graphs.TYPES)
            .execution(Execution.INTERPRETED)
            .compactNumbers(true)
            .build();
    for (long c : new long[] {0, 1, -1, 63, 64, -65, 1L << 40, Long.MIN_VALUE, Long.MAX_VALUE}) {
      for (Long boxed : new Long[] {null, 0L, -c, c}) {
        int a = (int) c;
        Numbers numbers =
            new Numbers(a, boxed == null ? null : (Integer) a, c, boxed, (short) 1, 2);
        byte[] bytes = compact.toBytes(numbers);
        assertEquals(numbers, compact.fromBytes(bytes, Numbers.class));
        assertArrayEquals(bytes, interpreted.toBytes(numbers));
        NumberBean bean = new NumberBean();
        bean.a = a;
        bean.b = numbers.b;
        bean.c = c;
        bean.d = boxed;
        bean.text = "text";
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment segment = arena.allocate(100);
          compact.write(bean, segment, 1);
          NumberBean same = compact.read(segment, 1, NumberBean.class);
          if (same == null) {
            throw new AssertionError("nothing came back");
          }
          assertEquals(a, same.a);
          assertEquals(bean.b, same.b);
          assertEquals(c, same.c);
          assertEquals(boxed, same.d);
          assertEquals("text", same.text);
        }
      }
    }
    Numbers small = new Numbers(1, 2, 3, null, (short) 4, 5);
    assertEquals(16 + 10 + 3 + 2 + 1, compact.toBytes(small).length);
    Graphs.Order order = Graphs.Order.of(new Random(9));
    assertEquals(order, compact.fromBytes(compact.toBytes(order), Graphs.Order.class));
  }

  @ParameterizedTest
  @EnumSource
  void corruptCompactNumbersAreErrors(Execution execution) {
    Serializer compact = builder(execution).register(Numbers.class).compactNumbers(true).build();
    Numbers numbers = new Numbers(-5, 1 << 20, 1L << 50, null, (short) 1, 2);
    byte[] bytes = compact.toBytes(numbers);
    for (int seed = 0; seed < 2000; seed++) {
      Random random = new Random(seed);
      byte[] corrupt = bytes.clone();
      corrupt[26 + random.nextInt(bytes.length - 26)] = (byte) random.nextInt();
      try {
        Numbers read = compact.fromBytes(corrupt, Numbers.class);
        assertArrayEquals(corrupt, compact.toBytes(read), "seed=" + seed);
      } catch (SerializationException e) {
        assertEquals(Kind.MALFORMED_INPUT, e.kind(), "seed=" + seed);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void writerAndReaderMustAgreeOnCompactNumbers(Execution execution) {
    Serializer compact = builder(execution).compactNumbers(true).build();
    Serializer fixed = builder(execution).build();
    for (Serializer[] pair : new Serializer[][] {{compact, fixed}, {fixed, compact}}) {
      byte[] bytes = pair[0].toBytes(new Graphs.Point(1, 2));
      SerializationException e =
          assertThrows(
              SerializationException.class, () -> pair[1].fromBytes(bytes, Graphs.Point.class));
      assertEquals(Kind.INCOMPATIBLE_FORMAT, e.kind());
      assertTrue(String.valueOf(e.getMessage()).contains(".compactNumbers"), e::getMessage);
    }
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
