// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.segue.serializer.testing.Graphs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("jit")
class RoundTripTest {

  /// A class without a usable constructor.
  static class Account {
    private final String owner;
    final long balance;
    final List<String> notes;
    int used;

    Account(String owner, long balance) {
      this.owner = java.util.Objects.requireNonNull(owner);
      this.balance = balance;
      this.notes = new ArrayList<>(List.of("opened"));
    }
  }

  private static Serializer serializer(Execution execution) {
    return Serializer.builder().register(Graphs.TYPES).execution(execution).build();
  }

  /// Round-trips through a byte array, a heap segment of another kind and a native segment; all
  /// three must hold the same bytes.
  private static <T> @Nullable T roundTrip(Execution execution, T value, Class<T> type) {
    Serializer serializer = serializer(execution);
    byte[] bytes = serializer.toBytes(value);
    for (Function<Arena, MemorySegment> kind :
        List.<Function<Arena, MemorySegment>>of(
            arena -> arena.allocate(bytes.length + 3),
            _ -> MemorySegment.ofArray(new byte[bytes.length + 3]),
            _ -> MemorySegment.ofArray(new int[bytes.length / 4 + 2]))) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment segment = kind.apply(arena).fill((byte) -1);
        assertEquals(bytes.length, serializer.write(value, segment, 1));
        assertEquals(-1, segment.asSlice(1, bytes.length).mismatch(MemorySegment.ofArray(bytes)));
        assertEquals(-1, segment.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0));
        assertEquals(-1, segment.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 1 + bytes.length));
        assertEquals(serializer.toBytes(serializer.read(segment, 1, type)).length, bytes.length);
      }
    }
    return serializer.fromBytes(bytes, type);
  }

  @ParameterizedTest
  @EnumSource
  void primitivesAreRestored(Execution execution) {
    Random random = new Random(1);
    for (int i = 0; i < 20; i++) {
      Graphs.Scalars scalars = Graphs.Scalars.of(random);
      assertEquals(scalars, roundTrip(execution, scalars, Graphs.Scalars.class));
    }
  }

  @ParameterizedTest
  @EnumSource
  void boxesAndNullsInRecordsAreRestored(Execution execution) {
    Random random = new Random(2);
    for (int i = 0; i < 50; i++) {
      Graphs.Boxes boxes = Graphs.Boxes.of(random);
      assertEquals(boxes, roundTrip(execution, boxes, Graphs.Boxes.class));
    }
  }

  @ParameterizedTest
  @EnumSource
  void objectsListsStringsAndArraysAreRestored(Execution execution) {
    Random random = new Random(3);
    for (int i = 0; i < 50; i++) {
      Graphs.Order order = Graphs.Order.of(random);
      Graphs.Order same = roundTrip(execution, order, Graphs.Order.class);
      assertEquals(order, same);
      assertEquals(7, assertNotNull2(same).ignored);
    }
  }

  private static <T> T assertNotNull2(@Nullable T value) {
    assertNotNull(value);
    return value;
  }

  @ParameterizedTest
  @EnumSource
  void moreFieldsThanFitOneMethodOrNullWordAreRestored(Execution execution) throws Exception {
    Random random = new Random(4);
    for (int i = 0; i < 20; i++) {
      Graphs.Wide wide = Graphs.Wide.of(random);
      assertEquals(
          wide.toString(),
          assertNotNull2(roundTrip(execution, wide, Graphs.Wide.class)).toString());
    }
  }

  @ParameterizedTest
  @EnumSource
  void inheritedAndShadowedFieldsAreRestored(Execution execution) {
    Graphs.Derived derived = new Graphs.Derived();
    derived.baseShadowed(10);
    derived.shadowed = 20;
    derived.inherited = "up";
    Graphs.Derived same = assertNotNull2(roundTrip(execution, derived, Graphs.Derived.class));
    assertEquals(10, same.baseShadowed());
    assertEquals(20, same.shadowed);
    assertEquals("up", same.inherited);
  }

  @ParameterizedTest
  @EnumSource
  void classesWithoutAUsableConstructorAreRestored(Execution execution) {
    Serializer serializer =
        Serializer.builder().register(Account.class).execution(execution).build();
    Account account = new Account("me", 5);
    account.used = 3;
    Account same = assertNotNull2(serializer.fromBytes(serializer.toBytes(account), Account.class));
    assertEquals("me", same.owner);
    assertEquals(5, same.balance);
    assertEquals(List.of("opened"), same.notes);
    assertEquals(3, same.used);
  }

  @ParameterizedTest
  @EnumSource
  void rootsOfTheJdkAreRestored(Execution execution) {
    assertEquals("text", roundTrip(execution, "text", String.class));
    assertEquals("\ud800\u1234?", roundTrip(execution, "\ud800\u1234?", String.class));
    assertEquals(5, roundTrip(execution, 5, Integer.class));
    assertArrayEquals(
        new double[] {1, 2}, roundTrip(execution, new double[] {1, 2}, double[].class));
    assertNull(
        serializer(execution).fromBytesOrNull(serializer(execution).toBytes(null), String.class));
  }

  @ParameterizedTest
  @EnumSource
  void listsKeepTheirClass(Execution execution) {
    for (List<?> list :
        List.of(
            new ArrayList<>(List.of("a", 1)),
            new LinkedList<>(List.of("b", 2L)),
            List.of("c"),
            List.of("d", new Graphs.Point(1, 2), 'x'),
            Arrays.asList(null, "e"),
            List.of())) {
      Object same = roundTrip(execution, list, List.class);
      assertEquals(list, same);
      assertEquals(list.getClass(), assertNotNull2(same).getClass());
    }
  }

  @Test
  void bothExecutionsWriteTheSameBytes() {
    Random random = new Random(5);
    Serializer compiled = serializer(Execution.COMPILED);
    Serializer interpreted = serializer(Execution.INTERPRETED);
    for (int i = 0; i < 200; i++) {
      Graphs.Order order = Graphs.Order.of(random);
      byte[] bytes = compiled.toBytes(order);
      assertArrayEquals(bytes, interpreted.toBytes(order));
      assertEquals(order, compiled.fromBytes(bytes, Graphs.Order.class));
      assertEquals(order, interpreted.fromBytes(bytes, Graphs.Order.class));
    }
  }
}
