// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.testing.Graphs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ContainersTest {

  interface Shape {}

  record Circle(double radius) implements Shape {}

  static class Canvas {
    Shape[] shapes = {};
    Object anything = "";
  }

  private static Serializer serializer(Execution execution) {
    return Serializer.builder().register(Graphs.TYPES).execution(execution).build();
  }

  @Test
  void allKindsRoundTripWithBothExecutionsAndMemories() {
    Serializer compiled = serializer(Execution.COMPILED);
    Serializer interpreted = serializer(Execution.INTERPRETED);
    for (int seed = 0; seed < 200; seed++) {
      Graphs.Containers value = Graphs.Containers.of(new Random(seed));
      byte[] bytes = compiled.toBytes(value);
      String message = "seed=" + seed;
      assertArrayEquals(bytes, interpreted.toBytes(value), message);
      assertEquals(value, compiled.fromBytes(bytes, Graphs.Containers.class), message);
      assertEquals(value, interpreted.fromBytes(bytes, Graphs.Containers.class), message);
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment segment = arena.allocate(bytes.length);
        for (Serializer serializer : List.of(compiled, interpreted)) {
          segment.fill((byte) -1);
          assertEquals(bytes.length, serializer.write(value, segment, 0), message);
          assertEquals(-1, segment.mismatch(MemorySegment.ofArray(bytes)), message);
          assertEquals(value, serializer.read(segment, 0, Graphs.Containers.class), message);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void arraysKeepTheirClassBehindObject(Execution execution) {
    Serializer serializer = serializer(execution);
    for (Object[] array :
        List.of(
            new Object[] {1, "two", null, new int[] {3}},
            new String[] {"a", null},
            new Integer[][] {{1, null}, {}, null},
            new long[][] {{1}, {2, 3}},
            new Graphs.Point[] {new Graphs.Point(1, 2), null},
            new Graphs.Line[][][] {},
            new Number[] {1, 2.0},
            new List<?>[] {List.of(1)},
            new Class<?>[] {int.class, String[].class, Graphs.Point.class, null})) {
      Object same = serializer.fromBytes(serializer.toBytes(array), Object.class);
      assertEquals(array.getClass(), same == null ? null : same.getClass());
      assertArrayEquals(array, assertInstanceOf(Object[].class, same));
    }
  }

  @ParameterizedTest
  @EnumSource
  void knownClassesAreRestoredAsValues(Execution execution) {
    Serializer serializer = serializer(execution);
    for (Class<?> type :
        List.of(int.class, int[].class, String.class, Graphs.Point[][].class, Object[].class)) {
      assertSame(type, serializer.fromBytes(serializer.toBytes(type), Class.class));
    }
    SerializationException e =
        assertThrows(SerializationException.class, () -> serializer.toBytes(Thread.class));
    assertEquals(Kind.UNSUPPORTED_TYPE, e.kind());
    assertTrue(e.getMessage().contains("java.lang.Thread"), e::getMessage);
  }

  record Ordered(LinkedHashMap<String, Integer> linked, Map<String, Integer> map, Object any) {}

  @ParameterizedTest
  @EnumSource
  void linkedHashMapsKeepTheirOrderAndOrderKind(Execution execution) {
    Serializer serializer =
        Serializer.builder().register(Ordered.class).execution(execution).build();
    for (boolean accessOrder : new boolean[] {true, false}) {
      LinkedHashMap<String, Integer> map = new LinkedHashMap<>(16, 0.75f, accessOrder);
      for (String key : List.of("c", "a", "b")) {
        map.put(key, map.size());
      }
      assertEquals(0, map.get("c"));
      Ordered value = new Ordered(map, map, map);
      Ordered same = serializer.fromBytes(serializer.toBytes(value), Ordered.class);
      if (same == null) {
        throw new AssertionError("nothing came back");
      }
      for (Object each : List.of(same.linked, same.map, same.any)) {
        LinkedHashMap<?, ?> copy = assertInstanceOf(LinkedHashMap.class, each);
        assertEquals(List.copyOf(map.keySet()), List.copyOf(copy.keySet()));
        assertEquals(1, copy.get("a"));
        assertEquals(accessOrder ? "[b, c, a]" : "[c, a, b]", copy.keySet().toString());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void undeclaredInterfaceArraysMustBeRegistered(Execution execution) {
    Canvas canvas = new Canvas();
    canvas.shapes = new Shape[] {new Circle(1), null};
    canvas.anything = new Shape[] {new Circle(2)};
    Serializer without =
        Serializer.builder().register(Canvas.class, Circle.class).execution(execution).build();
    SerializationException e =
        assertThrows(SerializationException.class, () -> without.toBytes(canvas));
    assertEquals(Kind.UNREGISTERED_CLASS, e.kind());
    Serializer with =
        Serializer.builder()
            .register(Canvas.class, Circle.class, Shape[].class)
            .execution(execution)
            .build();
    Canvas same = with.fromBytes(with.toBytes(canvas), Canvas.class);
    if (same == null) {
      throw new AssertionError("nothing came back");
    }
    assertArrayEquals(canvas.shapes, same.shapes);
    assertArrayEquals((Shape[]) canvas.anything, assertInstanceOf(Shape[].class, same.anything));
  }

  @ParameterizedTest
  @EnumSource
  void mismatchedElementsThrowNoArrayStoreException(Execution execution) {
    Serializer serializer = serializer(execution);
    byte[] bytes = serializer.toBytes(new ArrayList<>(Arrays.asList(1, 2)));
    SerializationException e =
        assertThrows(
            SerializationException.class, () -> serializer.fromBytes(bytes, String[].class));
    assertEquals(Kind.TYPE_MISMATCH, e.kind());
  }
}
