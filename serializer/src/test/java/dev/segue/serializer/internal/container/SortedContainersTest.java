// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// `TreeMap` and `TreeSet`: in natural order, only their rows are written; otherwise the comparator
/// as well.
@SuppressWarnings("NullAway") // the value that was read is not null
class SortedContainersTest {

  record Held(
      TreeMap<String, Integer> tree,
      NavigableMap<String, Integer> navigable,
      SortedMap<String, Integer> sorted,
      Map<String, Integer> map,
      TreeSet<String> treeSet,
      NavigableSet<String> navigableSet,
      SortedSet<String> sortedSet,
      Set<String> set,
      Object any) {}

  private static Serializer serializer(Execution execution, Class<?>... types) {
    return Serializer.builder().register(types).execution(execution).build();
  }

  private static Held held(Comparator<? super String> comparator) {
    TreeMap<String, Integer> map = new TreeMap<>(comparator);
    map.putAll(Map.of("b", 1, "a", 2, "c", 3));
    TreeSet<String> set = new TreeSet<>(comparator);
    set.addAll(map.keySet());
    return new Held(map, map, map, map, set, set, set, set, map);
  }

  static Stream<Comparator<? super String>> comparators() {
    return Stream.of(
        null,
        Comparator.naturalOrder(),
        Comparator.reverseOrder(),
        String.CASE_INSENSITIVE_ORDER,
        Comparator.nullsFirst(Comparator.naturalOrder()));
  }

  @ParameterizedTest
  @EnumSource
  void keepTheirOrderAndTheirComparator(Execution execution) {
    Serializer serializer = serializer(execution, Held.class);
    comparators()
        .forEach(comparator -> {
          Held value = held(comparator);
          Held same = serializer.fromBytes(serializer.toBytes(value), Held.class);
          assertEquals(value.toString(), same.toString());
          assertEquals(value, same);
          for (Object each : List.of(same.tree, same.navigable, same.sorted, same.map, same.any)) {
            TreeMap<?, ?> map = (TreeMap<?, ?>) each;
            assertEquals(comparator == null, map.comparator() == null);
          }
          for (Object each : List.of(same.treeSet, same.navigableSet, same.sortedSet, same.set)) {
            TreeSet<?> set = (TreeSet<?>) each;
            assertEquals(comparator == null, set.comparator() == null);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void viewsKeepTheirOrder(Execution execution) {
    Serializer serializer = serializer(execution, Held.class);
    TreeMap<String, Integer> tree = held(null).tree;
    for (NavigableMap<String, Integer> view :
        List.of(tree.headMap("c", false), tree.descendingMap(), tree.tailMap("b", true))) {
      Held value =
          new Held(
              new TreeMap<>(),
              view,
              view,
              view,
              new TreeSet<>(),
              view.navigableKeySet(),
              view.descendingKeySet(),
              view.keySet(),
              view);
      Held same = serializer.fromBytes(serializer.toBytes(value), Held.class);
      assertEquals(value.toString(), same.toString());
    }
  }

  @ParameterizedTest
  @EnumSource
  void nullValuesAreKept(Execution execution) {
    Serializer serializer = serializer(execution, Held.class);
    TreeMap<String, Integer> map = new TreeMap<>();
    map.put("none", null);
    Held value = new Held(map, map, map, map, null, null, null, null, map);
    Held same = serializer.fromBytes(serializer.toBytes(value), Held.class);
    assertEquals(value, same);
    assertNull(same.treeSet);
  }

  static final class Node implements Comparable<Node> {
    String name = "";
    SortedMap<Node, Node> others = new TreeMap<>();

    @Override
    public int compareTo(Node other) {
      return name.compareTo(other.name);
    }
  }

  @ParameterizedTest
  @EnumSource
  void mayHoldTheirOwners(Execution execution) {
    Serializer serializer =
        Serializer.builder().register(Node.class).execution(execution).references(true).build();
    Node node = new Node();
    node.name = "self";
    Node other = new Node();
    other.name = "other";
    other.others = node.others;
    node.others.put(other, node);
    Node same = serializer.fromBytes(serializer.toBytes(node), Node.class);
    assertSame(same, same.others.firstEntry().getValue());
    assertSame(same.others, same.others.firstKey().others);
  }

  record Natural(SortedMap<String, Long> map) {}

  @Test
  void declaredOnesNameNoClasses() {
    TreeMap<String, Long> map = new TreeMap<>();
    for (long i = 0; i < 100; i++) {
      map.put("key" + i, i);
    }
    Serializer serializer = serializer(Execution.COMPILED, Natural.class);
    int ends = 16 + 1;
    int slotAndCount = 4 + 4;
    int nulls = 100 / 8 + 1;
    int keys = 10 * "key1".length() + 90 * "key10".length();
    int length = ends + slotAndCount + nulls + 100 * (4 + 8) + keys;
    assertEquals(length, serializer.toBytes(new Natural(map)).length);
  }

  /// Has the format of a `TreeMap` with a comparator, but the comparator is null.
  @Test
  void comparatorMayBeNull() {
    byte[] bytes =
        HexFormat.of()
            .parseHex(
                "e50100002a00000000000000e9000000000000000200000026000000460000006a0000008a000000"
                    + "0100000005000000610600000002000000010000000500000062060000000100000000");
    Object map = serializer(Execution.COMPILED).fromBytes(bytes, Object.class);
    assertEquals(new TreeMap<>(Map.of("a", 2, "b", 1)), map);
    assertNull(((TreeMap<?, ?>) map).comparator());
  }

  static final class Moody implements Comparable<Moody> {
    static boolean refuses;
    int number;

    @Override
    public int compareTo(Moody other) {
      if (refuses) {
        throw new IllegalStateException("not today");
      }
      return Integer.compare(number, other.number);
    }
  }

  record Moods(SortedMap<Moody, String> map) {}

  @ParameterizedTest
  @EnumSource
  void exceptionsOfKeysAreReported(Execution execution) {
    Serializer serializer = serializer(execution, Moods.class, Moody.class);
    byte[] bytes = serializer.toBytes(new Moods(new TreeMap<>(Map.of(new Moody(), "a"))));
    Moody.refuses = true;
    try {
      SerializationException e =
          assertThrows(
              SerializationException.class, () -> serializer.fromBytes(bytes, Moods.class));
      assertEquals(Kind.HOOK_FAILED, e.kind(), e.getMessage());
    } finally {
      Moody.refuses = false;
    }
    assertNotNull(serializer.fromBytes(bytes, Moods.class));
  }
}
