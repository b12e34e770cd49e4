// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Alias;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.UnknownTypes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Unknown classes and constants in containers with `UnknownTypes.NULL`: they are null where null
/// is allowed, and an error where it is not or where several would become one.
@SuppressWarnings({"NullAway", "IdentityHashMapUsage"})
class UnknownElementsTest {

  private static final String HERE = "dev.segue.serializer.internal.evolution.UnknownElementsTest$";

  enum Color0 {
    RED,
    GREEN,
    BLUE
  }

  @Alias(HERE + "Color0")
  enum Color1 {
    RED
  }

  record Gone(int number) implements Comparable<Gone> {
    @Override
    public int compareTo(Gone other) {
      return Integer.compare(number, other.number);
    }
  }

  record Any0(Object any) {}

  @Alias(HERE + "Any0")
  record Any1(Object any) {}

  record Colors0(
      Map<Color0, Integer> map,
      Set<Color0> set,
      Collection<Color0> colors,
      ConcurrentHashMap<String, Color0> values,
      ArrayDeque<Color0> queue,
      List<Color0> list,
      Map<String, Color0> byName) {}

  @Alias(HERE + "Colors0")
  record Colors1(
      Map<Color1, Integer> map,
      Set<Color1> set,
      Collection<Color1> colors,
      ConcurrentHashMap<String, Color1> values,
      ArrayDeque<Color1> queue,
      List<Color1> list,
      Map<String, Color1> byName) {}

  record Goners0(Set<Gone> set, Map<Gone, Integer> map, List<Gone> list) {}

  @Alias(HERE + "Goners0")
  record Goners1(Set<Object> set, Map<Object, Integer> map, List<Object> list) {}

  record Listed0(List<Color0> colors) {}

  @Alias(HERE + "Listed0")
  record Listed1(Set<Color1> colors) {}

  private static SerializerBuilder builder(Execution execution) {
    return Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).execution(execution);
  }

  private static byte[] written(Object value) {
    return builder(Execution.COMPILED)
        .register(Any0.class, Color0.class, Gone.class, Colors0.class, Goners0.class, Listed0.class)
        .build()
        .toBytes(value);
  }

  private static Serializer reader(Execution execution) {
    return builder(execution)
        .unknownTypes(UnknownTypes.NULL)
        .register(Any1.class, Color1.class, Colors1.class, Goners1.class, Listed1.class)
        .build();
  }

  private static void assertNamed(String name, Object value, Execution execution) {
    byte[] payload = written(value);
    Serializer reader = reader(execution);
    for (int i = 0; i < 80; i++) { // it is compiled in the meantime
      SerializationException e =
          assertThrows(SerializationException.class, () -> reader.fromBytes(payload, Object.class));
      assertEquals(Kind.SCHEMA_MISMATCH, e.kind(), e::getMessage);
      assertTrue(e.getMessage().contains(name), e.getMessage());
      assertTrue(e.path().contains("any") || e.path().contains("["), e.path());
    }
  }

  private static Map<Object, Object> map(Map<Object, Object> map, Object key, Object value) {
    map.put(key, value);
    return map;
  }

  private static Stream<Object> withoutNulls(Object element) {
    List<Object> one = List.of(element);
    ArrayBlockingQueue<Object> array = new ArrayBlockingQueue<>(3);
    array.add(element);
    array.add("x");
    return Stream.of(
        new HashSet<>(one),
        new LinkedHashSet<>(one),
        new TreeSet<>(one),
        Set.of(element, "x"),
        new CopyOnWriteArraySet<>(one),
        new ArrayDeque<>(one),
        new ConcurrentLinkedQueue<>(one),
        new ConcurrentLinkedDeque<>(one),
        new LinkedBlockingQueue<>(one),
        array,
        Collections.singleton(element),
        Collections.singletonMap(element, 1),
        Map.entry("k", element),
        map(new HashMap<>(), element, 1),
        map(new LinkedHashMap<>(), element, 1),
        map(new TreeMap<>(), element, 1),
        map(new IdentityHashMap<>(), element, 1),
        map(new ConcurrentHashMap<>(), element, 1),
        map(new ConcurrentHashMap<>(), "k", element),
        map(new Hashtable<>(), "k", element),
        Map.of(element, 1),
        Map.of("k", element));
  }

  @ParameterizedTest
  @EnumSource
  void nullForAnUnknownValueIsRefusedWhereNotPermitted(Execution execution) {
    withoutNulls(Color0.BLUE)
        .forEach(value -> assertNamed("the constant BLUE of", new Any0(value), execution));
    withoutNulls(new Gone(1))
        .forEach(value -> assertNamed(HERE + "Gone", new Any0(value), execution));
  }

  @ParameterizedTest
  @EnumSource
  void unknownValueIsNullWherePermitted(Execution execution) {
    Serializer reader = reader(execution);
    for (Object unknown : List.of(Color0.BLUE, new Gone(1))) {
      List<Object> two = Arrays.asList(unknown, unknown);
      for (Collection<?> list :
          List.of(
              new ArrayList<>(two),
              new LinkedList<>(two),
              new Vector<>(two),
              new CopyOnWriteArrayList<>(two),
              List.of(unknown, unknown))) {
        Any1 read = reader.fromBytes(written(new Any0(list)), Any1.class);
        assertEquals(Arrays.asList(null, null), new ArrayList<>((Collection<?>) read.any()));
      }
      for (Map<Object, Object> map :
          List.<Map<Object, Object>>of(new HashMap<>(), new LinkedHashMap<>(), new TreeMap<>())) {
        Any1 read = reader.fromBytes(written(new Any0(map(map, "k", unknown))), Any1.class);
        assertEquals(Collections.singletonMap("k", null), read.any());
      }
    }
  }

  /// A null that was written does not replace an unknown value.
  @ParameterizedTest
  @EnumSource
  void writtenNullsStay(Execution execution) {
    Set<Object> set = new HashSet<>(Arrays.asList(null, Color0.RED));
    Map<Object, Object> map = map(new HashMap<>(), null, 1);
    Serializer reader = reader(execution);
    assertEquals(
        new HashSet<>(Arrays.asList(null, Color1.RED)),
        reader.fromBytes(written(new Any0(set)), Any1.class).any());
    assertEquals(map, reader.fromBytes(written(new Any0(map)), Any1.class).any());
    Colors0 colors = colors();
    colors.set.add(null);
    colors.map.put(null, 1);
    byte[] payload = written(colors);
    for (int i = 0; i < 80; i++) {
      Colors1 read = reader.fromBytes(payload, Colors1.class);
      assertEquals(Collections.singleton(null), read.set);
      assertEquals(Collections.singletonMap(null, 1), read.map);
    }
  }

  private static Colors0 colors() {
    return new Colors0(
        new HashMap<>(),
        new HashSet<>(),
        new ArrayList<>(),
        new ConcurrentHashMap<>(),
        new ArrayDeque<>(),
        new ArrayList<>(),
        new HashMap<>());
  }

  @ParameterizedTest
  @EnumSource
  void declaredContainersOfConstantsFollowTheSameRule(Execution execution) {
    Colors0 keys = colors();
    keys.map.put(Color0.BLUE, 1);
    keys.map.put(Color0.GREEN, 2);
    assertNamed(
        "of dev.segue.serializer.internal.evolution.UnknownElementsTest$Color1", keys, execution);
    Colors0 elements = colors();
    elements.set.addAll(List.of(Color0.BLUE, Color0.GREEN));
    assertNamed("the constant", elements, execution);
    Colors0 values = colors();
    values.values.put("x", Color0.GREEN);
    assertNamed("the constant GREEN", values, execution);
    Colors0 queue = colors();
    queue.queue.add(Color0.GREEN);
    assertNamed("the constant GREEN", queue, execution);
    Colors0 sets =
        new Colors0(
            Map.of(),
            Set.of(),
            new HashSet<>(Set.of(Color0.BLUE)),
            new ConcurrentHashMap<>(),
            new ArrayDeque<>(),
            List.of(),
            Map.of());
    assertNamed("the constant BLUE", sets, execution);
    Colors0 lists = colors();
    lists.list.addAll(List.of(Color0.BLUE, Color0.RED));
    lists.colors.add(Color0.GREEN);
    lists.byName.put("x", Color0.BLUE);
    Colors1 read = reader(execution).fromBytes(written(lists), Colors1.class);
    assertEquals(Arrays.asList(null, Color1.RED), read.list);
    assertEquals(Collections.singletonMap("x", null), read.byName);
  }

  @ParameterizedTest
  @EnumSource
  void declaredContainersOfClassesFollowTheSameRule(Execution execution) {
    Gone gone = new Gone(1);
    assertNamed(HERE + "Gone", new Goners0(Set.of(gone), new HashMap<>(), List.of()), execution);
    assertNamed(
        HERE + "Gone", new Goners0(Set.of(), new HashMap<>(Map.of(gone, 1)), List.of()), execution);
    byte[] payload = written(new Goners0(Set.of(), Map.of(), List.of(gone, gone)));
    assertEquals(
        Arrays.asList(null, null), reader(execution).fromBytes(payload, Goners1.class).list);
  }

  @Test
  void convertedSetRefusesANullForSeveralValues() {
    byte[] payload = written(new Listed0(List.of(Color0.BLUE, Color0.GREEN)));
    SerializationException e =
        assertThrows(
            SerializationException.class,
            () -> reader(Execution.COMPILED).fromBytes(payload, Listed1.class));
    assertEquals(Kind.SCHEMA_MISMATCH, e.kind());
  }
}
