// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Keys with the same hash codes: everything that was written can be read, unless there is a limit,
/// which then also applies to writing.
@SuppressWarnings({"NullAway", "IdentityHashMapUsage"})
class CollidingKeysTest {

  private static final int MANY = Boolean.getBoolean("segue.full") ? 1_200 : 600;
  private static final int BOUND = 100;

  record Point(int x, int y) {}

  record Edge(Point from, Point to) {}

  static final class Plan {
    Set<Point> points = new HashSet<>();
    Map<List<Integer>, Integer> lists = new HashMap<>();
    Map<Long, Double> edges = new LinkedHashMap<>();
    Collection<Object> anything = new LinkedHashSet<>();
    Map<UUID, String> names = new ConcurrentHashMap<>();
  }

  @SuppressWarnings("serial")
  static final class Points extends HashSet<Object> {}

  private static SerializerBuilder builder() {
    return Serializer.builder().register(Point.class, Edge.class, Plan.class, Points.class);
  }

  private static <T> List<T> keys(int count, IntFunction<T> key) {
    return IntStream.range(0, count).mapToObj(key).toList();
  }

  private static Point point(int i) {
    return new Point(i, -31 * i);
  }

  static Stream<Arguments> ordinaryKeys() {
    return Stream.of(
        arguments("packed edges", keys(MANY, i -> (long) i << 32 | i + 1)),
        arguments("UUIDs", keys(MANY, i -> new UUID(i, i))),
        arguments("pairs", keys(MANY, i -> List.of(i, 31 * (MANY - i)))),
        arguments("points", keys(MANY, CollidingKeysTest::point)),
        arguments("strides", keys(MANY, i -> i << 16)));
  }

  private static Stream<Function<Collection<?>, Object>> containers() {
    return Stream.of(
        HashSet::new,
        LinkedHashSet::new,
        CopyOnWriteArraySet::new,
        Set::copyOf,
        keys -> {
          Points points = new Points();
          points.addAll(keys);
          return points;
        },
        keys -> map(new HashMap<>(), keys),
        keys -> map(new LinkedHashMap<>(), keys),
        keys -> map(new ConcurrentHashMap<>(), keys),
        keys -> map(new Hashtable<>(), keys),
        keys -> Map.copyOf(map(new HashMap<>(), keys)));
  }

  private static Map<Object, Object> map(Map<Object, Object> map, Collection<?> keys) {
    keys.forEach(key -> map.put(key, 1));
    return map;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("ordinaryKeys")
  void everyWrittenPayloadIsRead(String name, List<?> keys) {
    Serializer serializer = builder().references(name.equals("points")).build();
    containers()
        .forEach(container -> {
          Object written = container.apply(keys);
          Object read = serializer.copy(written);
          assertEquals(written.getClass(), read.getClass());
          assertEquals(new ArrayList<>(elements(written)), new ArrayList<>(elements(read)));
        });
    IdentityHashMap<Object, Object> identities = new IdentityHashMap<>();
    map(identities, keys);
    assertEquals(MANY, serializer.copy(identities).size());
  }

  private static Collection<?> elements(Object container) {
    Collection<?> elements =
        container instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) container;
    return elements.stream().sorted(Comparator.comparing(Object::toString)).toList();
  }

  private static Plan plan(int count) {
    Plan plan = new Plan();
    for (int i = 0; i < count; i++) {
      plan.points.add(point(i));
      plan.lists.put(List.of(i, 31 * (count - i)), i);
      plan.edges.put((long) i << 32 | i + 1, 0.5);
      plan.anything.add(new Edge(point(i), new Point(0, 0)));
      plan.names.put(new UUID(i, i), "x");
    }
    return plan;
  }

  @ParameterizedTest
  @EnumSource
  void declaredContainersAreRead(Execution execution) {
    Serializer serializer = builder().execution(execution).build();
    Plan plan = plan(MANY);
    Plan read = serializer.copy(plan);
    assertEquals(plan.points, read.points);
    assertEquals(plan.lists, read.lists);
    assertEquals(plan.edges, read.edges);
    assertEquals(plan.anything, read.anything);
    assertEquals(plan.names, read.names);
  }

  /// A set of this kind compares each element with all others, even when a program fills it.
  @Test
  void manyElementsOfAListBackedSetAreRead() {
    List<Integer> elements = keys(17_000, i -> i);
    CopyOnWriteArraySet<Integer> set = new CopyOnWriteArraySet<>(elements);
    assertEquals(elements, List.copyOf(builder().build().copy(set)));
  }

  private static Serializer bounded() {
    return builder().maxCollidingKeys(BOUND).build();
  }

  private static void assertRefused(SerializationException e) {
    assertEquals(Kind.LIMIT_EXCEEDED, e.kind());
    assertTrue(e.getMessage().contains("maxCollidingKeys=100"), e.getMessage());
  }

  @Test
  void limitIsEnforcedWhenWritingAndReading() {
    List<Point> keys = keys(2 * BOUND, CollidingKeysTest::point);
    Serializer bounded = bounded();
    containers()
        .forEach(container -> {
          Object value = container.apply(keys);
          byte[] payload = builder().build().toBytes(value);
          assertRefused(assertThrows(SerializationException.class, () -> bounded.toBytes(value)));
          assertRefused(
              assertThrows(
                  SerializationException.class, () -> bounded.fromBytes(payload, Object.class)));
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void fieldWithTooManyCollisionsIsNamed(Execution execution) {
    Serializer bounded = builder().execution(execution).maxCollidingKeys(BOUND).build();
    Plan plan = new Plan();
    plan.points.addAll(keys(2 * BOUND, CollidingKeysTest::point));
    SerializationException e =
        assertThrows(SerializationException.class, () -> bounded.toBytes(plan));
    assertRefused(e);
    assertEquals("Plan.points", e.path());
    byte[] payload = builder().build().toBytes(plan);
    e = assertThrows(SerializationException.class, () -> bounded.fromBytes(payload, Plan.class));
    assertRefused(e);
    assertTrue(e.path().startsWith("Plan.points"), e.path());
  }

  /// Hash tables keep such keys in trees; tables without trees are tested elsewhere.
  @Test
  void comparableKeysInTreesDoNotCountAsColliding() {
    List<Long> keys = keys(MANY, i -> (long) i << 32 | i);
    Serializer bounded = bounded();
    for (Object container :
        List.of(
            new HashSet<>(keys),
            map(new HashMap<>(), keys),
            map(new LinkedHashMap<>(), keys),
            map(new ConcurrentHashMap<>(), keys))) {
      assertEquals(container, bounded.copy(container));
    }
    for (Object container :
        List.of(Set.copyOf(keys), map(new Hashtable<>(), keys), map(new WeakHashMap<>(), keys))) {
      assertRefused(assertThrows(SerializationException.class, () -> bounded.toBytes(container)));
    }
  }

  @Test
  void keysInDifferentPlacesAreReadDespiteALimit() {
    List<Point> keys = keys(20_000, i -> new Point(i, i));
    Serializer bounded = bounded();
    containers()
        .forEach(container -> {
          Object written = container.apply(keys.subList(0, BOUND));
          assertEquals(written, bounded.copy(written));
          if (!(written instanceof CopyOnWriteArraySet)) {
            Object large = container.apply(keys);
            assertEquals(large, bounded.copy(large));
          }
        });
  }

  /// Numbers with different hash codes that a table of a certain size stores in the same place.
  @Test
  void samePlaceCountsAsCollisionInTablesWithoutTrees() {
    List<Integer> strided = keys(2_000, i -> 3_071 * i);
    Serializer bounded = bounded();
    for (Object container :
        List.of(Set.copyOf(keys(2_048, i -> i << 12)), map(new Hashtable<>(), strided))) {
      assertRefused(assertThrows(SerializationException.class, () -> bounded.toBytes(container)));
    }
    assertEquals(new HashSet<>(strided), bounded.copy(new HashSet<>(strided)));
  }

  @Test
  void limitMustBePositive() {
    assertThrows(IllegalArgumentException.class, () -> builder().maxCollidingKeys(0));
  }

  @Test
  void listsMayContainDuplicates() {
    List<Object> same = new ArrayList<>(keys(MANY, i -> new Point(1, 1)));
    assertEquals(same, bounded().copy(same));
  }
}
