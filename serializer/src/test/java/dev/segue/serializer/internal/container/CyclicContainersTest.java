// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.testing.Refused;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Hashed and sorted containers on cycles that lead to their elements before these are complete.
@SuppressWarnings({"NullAway", "serial", "ReferenceEquality"})
class CyclicContainersTest {

  /// It has fields before and after the field that continues the chain.
  static final class Line implements Comparable<Line> {
    String a;
    Order order;
    String z;

    Line() {}

    Line(String name, Order order) {
      this.a = name;
      this.z = name;
      this.order = order;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Line line && Objects.equals(a, line.a) && Objects.equals(z, line.z);
    }

    @Override
    public int hashCode() {
      return 31 * Objects.hashCode(a) + Objects.hashCode(z);
    }

    @Override
    public int compareTo(Line other) {
      return (a + z).compareTo(other.a + other.z);
    }
  }

  static final class Lines extends HashSet<Line> {
    String name = "lines";
  }

  record Key(Line line, int number) {}

  static final class Order {
    Object lines;
    HashSet<Line> set = new HashSet<>();
    Map<Line, String> map = new HashMap<>();
    String zz = "last";
  }

  record Total(Order order, int count) {
    Total {
      count = order.set.size();
    }
  }

  private static Serializer serializer(Execution execution) {
    return Serializer.builder()
        .references(true)
        .register(Line.class, Order.class, Lines.class, Key.class, Total.class, Plain.class)
        .execution(execution)
        .build();
  }

  private static List<Line> lines(Order order) {
    return Stream.of("x", "c", "q", "a", "m").map(name -> new Line(name, order)).toList();
  }

  private static Object map(Map<Object, Object> map, Collection<?> keys) {
    keys.forEach(key -> map.put(key, "v"));
    return map;
  }

  private static List<Object> containers(List<Line> lines) {
    Set<Line> own = own(new Lines(), lines);
    PriorityQueue<Line> queue = new PriorityQueue<>(lines);
    return List.of(
        new HashSet<>(lines),
        new LinkedHashSet<>(lines),
        new TreeSet<>(lines),
        reversed(lines),
        new ConcurrentSkipListSet<>(lines),
        new CopyOnWriteArraySet<>(lines),
        own,
        queue,
        new PriorityBlockingQueue<>(lines),
        Collections.unmodifiableSet(new HashSet<>(lines)),
        own(Collections.newSetFromMap(new LinkedHashMap<>()), lines),
        own(ConcurrentHashMap.newKeySet(), lines),
        Collections.synchronizedSet(new LinkedHashSet<>(lines)),
        map(new HashMap<>(), lines),
        map(new LinkedHashMap<>(), lines),
        map(new TreeMap<>(), lines),
        map(new Hashtable<>(), lines),
        map(new ConcurrentHashMap<>(), lines));
  }

  private static Set<Line> own(Set<Line> set, List<Line> lines) {
    set.addAll(lines);
    return set;
  }

  private static Set<Line> reversed(List<Line> lines) {
    TreeSet<Line> set = new TreeSet<>(Collections.reverseOrder());
    set.addAll(lines);
    return set;
  }

  private static Collection<?> elements(Object container) {
    return container instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) container;
  }

  @ParameterizedTest
  @EnumSource
  void elementsAreFoundFromAnyRootOfTheCycle(Execution execution) {
    Serializer serializer = serializer(execution);
    Order order = new Order();
    List<Line> lines = lines(order);
    for (Object container : containers(lines)) {
      order.lines = container;
      for (Object root : Stream.concat(Stream.of(order), lines.stream()).toList()) {
        Object copy = serializer.copy(root);
        Order read = copy instanceof Line line ? line.order : (Order) copy;
        String what = container.getClass() + " of " + root.getClass();
        Collection<?> elements = elements(read.lines);
        assertEquals(container.getClass(), read.lines.getClass());
        assertEquals(5, elements.size(), what);
        if (!(container instanceof Hashtable)) {
          assertEquals(List.copyOf(elements(container)), List.copyOf(elements), what);
        }
        for (Object element : elements) {
          assertTrue(elements.contains(element), what);
          assertSame(read, ((Line) element).order, what);
        }
        if (copy instanceof Line line) {
          assertTrue(elements.stream().anyMatch(one -> one == line), what);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void declaredOnesAreFilledOnceTheirKeysAreComplete(Execution execution) {
    Serializer serializer = serializer(execution);
    Order order = new Order();
    order.set.addAll(lines(order));
    lines(order).forEach(line -> order.map.put(line, line.a));
    Line read = serializer.copy(order.set.iterator().next());
    assertEquals(order.set, read.order.set);
    assertTrue(read.order.set.contains(read));
    assertFalse(read.order.set.add(read));
    assertEquals(order.map, read.order.map);
    assertEquals("q", read.order.map.get(new Line("q", null)));
  }

  /// The objects reachable from a key include those reachable from the keys that it refers to.
  @ParameterizedTest
  @EnumSource
  void keysThatHoldIncompleteObjectsWait(Execution execution) {
    Serializer serializer = serializer(execution);
    Order order = new Order();
    Line line = new Line("x", order);
    List<Object> both = new ArrayList<>();
    both.add(line);
    Set<Object> keys = new LinkedHashSet<>(List.of("first", new Key(line, 1), both, "last"));
    order.lines = keys;
    Line read = serializer.copy(line);
    Set<?> copies = (Set<?>) read.order.lines;
    assertEquals(List.copyOf(keys), List.copyOf(copies));
    assertTrue(copies.contains(new Key(read, 1)));
    assertTrue(copies.contains(List.of(read)));
  }

  @ParameterizedTest
  @EnumSource
  void setsOfSetsAreFilledFromTheInside(Execution execution) {
    Serializer serializer = serializer(execution);
    Order order = new Order();
    Line line = new Line("x", order);
    Set<Object> inner = new HashSet<>(Set.of(line));
    order.lines = new HashSet<>(Set.of(inner));
    Line read = serializer.copy(line);
    assertTrue(((Set<?>) read.order.lines).contains(Set.of(read)));
  }

  /// The containers of a cycle are filled before later objects are created.
  @ParameterizedTest
  @EnumSource
  void constructorSeesTheElementsOfACompleteCycle(Execution execution) {
    Serializer serializer = serializer(execution);
    Order order = new Order();
    order.set.addAll(lines(order));
    assertEquals(5, serializer.copy(new Total(order, 0)).count);
    List<Object> several = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Order one = new Order();
      one.set.addAll(lines(one));
      several.add(one);
      several.add(new Total(one, 0));
      several.add(new HashSet<>(one.set));
      several.add(new HashSet<>(List.of(new Key(one.set.iterator().next(), 1))));
    }
    List<?> read = serializer.copy(several);
    for (int i = 0; i < read.size(); i += 4) {
      Order one = (Order) read.get(i);
      assertEquals(5, ((Total) read.get(i + 1)).count);
      assertEquals(one.set, read.get(i + 2));
      assertTrue(((Set<?>) read.get(i + 3)).contains(((Set<?>) read.get(i + 3)).iterator().next()));
      one.set.forEach(line -> assertTrue(one.set.contains(line)));
    }
  }

  static final class Plain {
    Order order;
  }

  /// An immutable set is created from its elements, whose hash codes must not change afterwards.
  @ParameterizedTest
  @EnumSource
  void immutableOnesAreRefusedIfElementsWouldBeLost(Execution execution) {
    Serializer serializer = serializer(execution);
    Order order = new Order();
    Plain plain = new Plain();
    plain.order = order;
    order.lines = Set.of(plain, "x");
    Plain read = serializer.copy(plain);
    assertTrue(((Set<?>) read.order.lines).contains(read));
    order.lines = Map.of(plain, "x", "y", plain);
    read = serializer.copy(plain);
    assertSame(read, ((Map<?, ?>) read.order.lines).get("y"));
    Line line = new Line("x", order);
    for (Object immutable : List.of(Set.of(line), Map.of(line, 1))) {
      order.lines = immutable;
      byte[] payload = serializer.toBytes(line);
      SerializationException e =
          assertThrows(
              SerializationException.class, () -> serializer.fromBytes(payload, Line.class));
      assertEquals(Kind.CYCLE, e.kind());
      assertEquals(immutable, ((Order) serializer.copy((Object) order)).lines);
    }
  }

  /// Each element refers to the root, and is in two sets.
  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void manyWaitingContainersAreFilledQuickly(Execution execution) {
    Serializer serializer = serializer(execution);
    Order order = new Order();
    List<Object> sets = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      Line line = new Line("line" + i, order);
      sets.add(new HashSet<>(Set.of(line)));
      sets.add(new LinkedHashSet<>(List.of("x", new Key(line, i))));
    }
    order.lines = sets;
    byte[] payload = serializer.toBytes(order);
    Order read =
        assertTimeoutPreemptively(Refused.SOON, () -> serializer.fromBytes(payload, Order.class));
    for (Object set : (List<?>) read.lines) {
      for (Object element : (Set<?>) set) {
        assertTrue(((Set<?>) set).contains(element));
      }
    }
  }

  @Test
  void containerThatHoldsItselfIsRead() {
    Serializer serializer = serializer(Execution.COMPILED);
    List<Object> list = new ArrayList<>();
    Map<Object, Object> map = new HashMap<>();
    map.put("list", list);
    list.add(map);
    List<?> read = serializer.copy(list);
    assertSame(read, ((Map<?, ?>) read.getFirst()).get("list"));
  }
}
