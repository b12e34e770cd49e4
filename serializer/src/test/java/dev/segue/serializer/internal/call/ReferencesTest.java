// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.testing.Graphs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReferencesTest {

  static class Node {
    int id;
    @Nullable Node next;
    @Nullable Node other;
    @Nullable Object anything;
    List<@Nullable Node> list = new ArrayList<>();
    Map<Integer, Node> map = new HashMap<>();
    Set<Node> set = new HashSet<>();
    @Nullable Node @Nullable [] array;
    int @Nullable [] ints;
    @Nullable Link link;
  }

  record Link(@Nullable Object target, int x) {}

  private static Serializer serializer(Execution execution) {
    return Serializer.builder()
        .register(Node.class, Link.class)
        .register(Graphs.TYPES)
        .references(true)
        .execution(execution)
        .build();
  }

  /// Writes and reads in a byte array and in native memory, with the same bytes.
  private static <T> T roundTrip(Execution execution, T value, Class<T> type) {
    Serializer serializer = serializer(execution);
    byte[] bytes = serializer.toBytes(value);
    Execution other = execution == Execution.COMPILED ? Execution.INTERPRETED : Execution.COMPILED;
    assertArrayEquals(bytes, serializer(other).toBytes(value));
    assertNotNull(serializer.fromBytes(bytes, type));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(bytes.length + 5);
      assertEquals(bytes.length, serializer.write(value, segment, 5));
      assertEquals(-1, segment.asSlice(5).mismatch(MemorySegment.ofArray(bytes)));
      T same = serializer.read(segment, 5, type);
      assertNotNull(same);
      return same;
    }
  }

  @ParameterizedTest
  @EnumSource
  void cyclesThroughEveryKindOfField(Execution execution) {
    Node node = new Node();
    node.id = 7;
    node.next = node;
    node.anything = node;
    node.list.add(node);
    node.list.add(null);
    node.map.put(1, node);
    node.array = new Node[] {node, null, node};
    Node same = roundTrip(execution, node, Node.class);
    assertNotSame(node, same);
    assertEquals(7, same.id);
    assertSame(same, same.next);
    assertSame(same, same.anything);
    assertSame(same, same.list.get(0));
    assertSame(same, same.map.get(1));
    assertSame(same, assertNotNull2(same.array)[2]);
  }

  private static <T> T assertNotNull2(@Nullable T value) {
    assertNotNull(value);
    return value;
  }

  @ParameterizedTest
  @EnumSource
  void sharedContainersArraysAndRecordsStayShared(Execution execution) {
    Node node = new Node();
    List<Object> shared = new ArrayList<>();
    shared.add(shared);
    Link link = new Link(shared, 3);
    node.anything = List.of(shared, link, link);
    node.link = link;
    node.ints = new int[] {1, 2};
    Node second = new Node();
    second.ints = node.ints;
    second.anything = new Object[] {node.ints, link, shared};
    node.set.add(second);
    node.other = second;
    Node same = roundTrip(execution, node, Node.class);
    List<?> list = assertInstanceOf(List.class, same.anything);
    List<?> inner = assertInstanceOf(List.class, list.get(0));
    assertSame(inner, inner.get(0));
    assertSame(list.get(1), list.get(2));
    assertSame(same.link, list.get(1));
    assertSame(inner, assertNotNull2(same.link).target());
    Node sameSecond = assertNotNull2(same.other);
    assertSame(same.ints, sameSecond.ints);
    Object[] array = assertInstanceOf(Object[].class, sameSecond.anything);
    assertSame(same.ints, array[0]);
    assertSame(same.link, array[1]);
    assertSame(inner, array[2]);
    assertSame(sameSecond, same.set.iterator().next());
  }

  @ParameterizedTest
  @EnumSource
  void equalButDistinctObjectsStayDistinct(Execution execution) {
    List<Object> list =
        new ArrayList<>(
            List.of(new Link(null, 1), new Link(null, 1), new int[0], new Graphs.Nothing()));
    list.add(new Graphs.Nothing());
    List<?> same = roundTrip(execution, list, List.class);
    assertEquals(list.get(0), same.get(0));
    assertNotSame(same.get(0), same.get(1));
    assertNotSame(same.get(3), same.get(4));
  }

  @ParameterizedTest
  @EnumSource
  void manyAndDeeplySharedObjects(Execution execution) {
    List<Object> all = new ArrayList<>();
    Random random = new Random(5);
    for (int i = 0; i < 3000; i++) {
      Node node = new Node();
      node.id = i;
      if (i > 0) {
        node.anything = all.get(random.nextInt(all.size()));
        node.link = random.nextBoolean() ? new Link(all.get(random.nextInt(i)), i) : null;
      }
      all.add(node);
    }
    List<?> same = roundTrip(execution, all, List.class);
    for (int i = 0; i < all.size(); i++) {
      Node expected = (Node) all.get(i);
      Node actual = assertInstanceOf(Node.class, same.get(i));
      assertEquals(i, actual.id);
      if (expected.anything != null) {
        assertSame(same.get(((Node) expected.anything).id), actual.anything);
      }
      if (expected.link != null) {
        int target = ((Node) assertNotNull2(expected.link.target())).id;
        assertSame(same.get(target), assertNotNull2(actual.link).target());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void errorAboutACycleThroughARecordGivesTheReason(Execution execution) {
    List<Object> list = new ArrayList<>();
    Object[] target = new Object[1];
    Link link = new Link(target, 1);
    target[0] = link;
    list.add(link);
    Serializer serializer = serializer(execution);
    SerializationException e =
        assertThrows(SerializationException.class, () -> serializer.toBytes(list));
    assertEquals(Kind.CYCLE, e.kind());
    assertEquals("[0].target[0]", e.path());
    assertTrue(String.valueOf(e.getMessage()).contains("$Link"), e::getMessage);
  }

  /// No writer produces such a payload.
  @ParameterizedTest
  @EnumSource
  void payloadWithACycleThroughAnImmutableListIsRefused(Execution execution) {
    List<Object> list = new ArrayList<>();
    list.add(list);
    Serializer serializer = serializer(execution);
    byte[] bytes = serializer.toBytes(list);
    int immutableList = 20;
    bytes[4] = (byte) immutableList;
    SerializationException e =
        assertThrows(SerializationException.class, () -> serializer.fromBytes(bytes, List.class));
    assertEquals(Kind.CYCLE, e.kind());
    assertTrue(String.valueOf(e.getMessage()).contains("record"), e::getMessage);
  }

  @ParameterizedTest
  @EnumSource
  void serializerWithoutReferencesRefusesPayloadsWithThem(Execution execution) {
    byte[] bytes = serializer(execution).toBytes("text");
    Serializer plain =
        Serializer.builder()
            .register(Node.class, Link.class)
            .register(Graphs.TYPES)
            .execution(execution)
            .build();
    SerializationException e =
        assertThrows(SerializationException.class, () -> plain.fromBytes(bytes, String.class));
    assertEquals(Kind.INCOMPATIBLE_FORMAT, e.kind());
    assertTrue(String.valueOf(e.getMessage()).contains(".references(true)"), e::getMessage);
    assertEquals("text", serializer(execution).fromBytes(plain.toBytes("text"), String.class));
  }

  static class Empties {
    @Nullable Object a;
    List<String> b = new ArrayList<>(List.of("x"));
    @Nullable Object c;
    @Nullable List<String> d;
    @Nullable Object e;
  }

  /// The value after an empty one has the same position.
  @ParameterizedTest
  @EnumSource
  void emptyValueIsNotConfusedWithTheNextValue(Execution execution) {
    for (SchemaMode mode : SchemaMode.values()) {
      for (boolean compact : new boolean[] {false, true}) {
        Serializer serializer =
            Serializer.builder()
                .register(Empties.class)
                .references(true)
                .schemaMode(mode)
                .compactNumbers(compact)
                .execution(execution)
                .build();
        for (Object empty : empties()) {
          Empties fields = new Empties();
          fields.a = empty;
          fields.c = fields.b;
          fields.d = fields.b;
          fields.e = empty;
          Empties same = serializer.fromBytes(serializer.toBytes(fields), Empties.class);
          assertNotNull(same);
          assertEquals(List.of("x"), same.b);
          assertSame(same.b, same.c);
          assertSame(same.b, same.d);
          assertEquals(empty.getClass(), assertNotNull2(same.a).getClass());
          assertEquals(empty.getClass(), assertNotNull2(same.e).getClass());
        }
      }
    }
  }

  private static List<Object> empties() {
    return List.of(
        new int[0],
        new byte[0],
        new BitSet(),
        new AtomicIntegerArray(0),
        new AtomicLongArray(0),
        new Object[0]);
  }

  /// Unlike an empty array, an empty set of bits can change.
  @ParameterizedTest
  @EnumSource
  void emptyBitSetStaysShared(Execution execution) {
    BitSet bits = new BitSet();
    List<?> same = roundTrip(execution, new ArrayList<>(List.of(bits, "x", bits)), List.class);
    assertEquals(bits, same.get(0));
    assertSame(same.get(0), same.get(2));
  }

  static class Parent {
    int id;
    @Nullable String name;
    Set<Child> set = new HashSet<>();
  }

  static class Child {
    @Nullable Parent parent;

    @Override
    public int hashCode() {
      Parent known = assertNotNull2(parent);
      return known.id + assertNotNull2(known.name).length();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }
  }

  /// Objects that precede a field exist when the field is read.
  @ParameterizedTest
  @EnumSource
  void elementMayHashByEarlierFieldsOfItsHolder(Execution execution) {
    Parent parent = new Parent();
    parent.id = 7;
    parent.name = "n";
    Child child = new Child();
    child.parent = parent;
    parent.set.add(child);
    Serializer serializer =
        Serializer.builder()
            .register(Parent.class, Child.class)
            .references(true)
            .execution(execution)
            .build();
    Parent same = serializer.fromBytes(serializer.toBytes(parent), Parent.class);
    assertNotNull(same);
    assertTrue(same.set.contains(same.set.iterator().next()));
  }

  @Test
  void randomGraphsAreTheSameWithReferences() {
    Serializer compiled = serializer(Execution.COMPILED);
    Serializer interpreted = serializer(Execution.INTERPRETED);
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      Object value = seed % 2 == 0 ? Graphs.Containers.of(random) : Graphs.Order.of(random);
      byte[] bytes = compiled.toBytes(value);
      assertArrayEquals(bytes, interpreted.toBytes(value), "seed=" + seed);
      assertEquals(value, compiled.fromBytes(bytes, Object.class), "seed=" + seed);
      assertEquals(value, interpreted.fromBytes(bytes, Object.class), "seed=" + seed);
    }
  }

  @ParameterizedTest
  @EnumSource
  void corruptPayloadsGiveAValueOrAnError(Execution execution) {
    Serializer serializer = serializer(execution);
    Node node = new Node();
    node.next = node;
    node.list.add(node);
    node.link = new Link(node.list, 1);
    node.array = new Node[] {node, new Node()};
    node.anything = new Object[] {node.array, node.link, node.link};
    byte[] bytes = serializer.toBytes(node);
    for (int seed = 0; seed < 3000; seed++) {
      Random random = new Random(seed);
      byte[] corrupt = bytes.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        corrupt[16 + random.nextInt(bytes.length - 16)] = (byte) random.nextInt();
      }
      try {
        serializer.fromBytes(corrupt, Node.class);
      } catch (SerializationException expected) {
        assertNotNull(expected.kind());
      }
    }
  }

  /// Applies to any number of objects, and to a last object that was written before.
  @ParameterizedTest
  @ValueSource(ints = {1, 14, 15, 16, 17, 40})
  void keepsNoObjectReachable(int links) throws InterruptedException {
    Serializer serializer = serializer(Execution.COMPILED);
    List<WeakReference<Object>> written = writeAndForget(serializer, links);
    for (int i = 0; i < 5_000 && written.stream().anyMatch(object -> object.get() != null); i++) {
      System.gc();
      Thread.sleep(1);
    }
    assertEquals(0, written.stream().filter(object -> object.get() != null).count());
    assertNotNull(writeAndForget(serializer, links), "it is still there");
  }

  private static List<WeakReference<Object>> writeAndForget(Serializer serializer, int links) {
    List<Object> objects = new ArrayList<>();
    for (int i = 0; i < links; i++) {
      objects.add(new Link(null, i));
    }
    objects.add(objects.getFirst());
    assertNotNull(serializer.toBytes(objects));
    return objects.stream().map(object -> new WeakReference<>(object)).toList();
  }
}
