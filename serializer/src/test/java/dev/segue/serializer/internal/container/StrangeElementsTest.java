// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeSurrogate;
import dev.segue.serializer.internal.memory.ByteArrays;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Elements that are not of the declared type, that throw when the container calls them, or that
/// disappear while they are written.
@SuppressWarnings({"unchecked", "rawtypes", "serial", "UnusedVariable", "NullAway"})
class StrangeElementsTest {

  enum Color {
    RED,
    GREEN
  }

  enum Size {
    S,
    M,
    XL
  }

  static final class Holder {
    List<Color> colors = new ArrayList<>();
    Set<Color> colorSet = new LinkedHashSet<>();
    Map<String, Color> byName = new HashMap<>();
    List<Long> longs = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    List<int[]> arrays = new ArrayList<>();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void undeclaredTypeIsAnErrorWithAPath(Execution execution) {
    Serializer serializer =
        Serializer.builder()
            .register(Holder.class, Color.class, Size.class)
            .execution(execution)
            .build();
    for (Object wrong : List.of(Size.S, Size.XL, "RED", 1)) {
      Holder holder = new Holder();
      ((List) holder.colors).addAll(List.of(Color.RED, wrong));
      assertMistyped(serializer, holder, "Holder.colors[1]");
      holder.colors.clear();
      ((Set) holder.colorSet).add(wrong);
      assertMistyped(serializer, holder, "Holder.colorSet[0]");
      holder.colorSet.clear();
      ((Map) holder.byName).put("red", wrong);
      assertMistyped(serializer, holder, "Holder.byName[0]");
      holder.byName.clear();
      ((List) holder.longs).addAll(List.of(1L, wrong));
      assertMistyped(serializer, holder, "Holder.longs[1]");
      holder.longs.clear();
      ((List) holder.arrays).add(wrong);
      assertMistyped(serializer, holder, "Holder.arrays[0]");
    }
    Holder holder = new Holder();
    ((List) holder.texts).add(1);
    assertMistyped(serializer, holder, "Holder.texts[0]");
    holder.texts.clear();
    holder.colors.add(Color.GREEN);
    holder.colors.add(null);
    assertEquals(holder.colors, serializer.copy(holder).colors);
  }

  private static void assertMistyped(Serializer serializer, Object value, String path) {
    SerializationException e =
        assertThrows(SerializationException.class, () -> serializer.toBytes(value), path);
    assertEquals(Kind.TYPE_MISMATCH, e.kind(), e::getMessage);
    assertEquals(path, e.path());
  }

  private static boolean isArmed;

  @AfterEach
  void disarm() {
    isArmed = false;
  }

  record Throwing(int number) implements Comparable<Throwing> {

    @Override
    public int hashCode() {
      fire();
      return number;
    }

    @Override
    public int compareTo(Throwing other) {
      fire();
      return Integer.compare(number, other.number);
    }

    private static void fire() {
      if (isArmed) {
        throw new IllegalStateException("armed");
      }
    }
  }

  static final class OwnSet extends HashSet<Throwing> {}

  static final class Sets {
    Set<Throwing> set = new HashSet<>();
    Map<Throwing, String> map = new HashMap<>();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void exceptionOfAnElementIsTheCause(Execution execution) {
    Serializer serializer =
        Serializer.builder()
            .register(Throwing.class, OwnSet.class, Sets.class)
            .execution(execution)
            .build();
    List<Throwing> elements = List.of(new Throwing(1), new Throwing(2));
    Sets inSet = new Sets();
    inSet.set.addAll(elements);
    Sets inMap = new Sets();
    elements.forEach(element -> inMap.map.put(element, "x"));
    OwnSet own = new OwnSet();
    own.addAll(elements);
    Sets immutable = new Sets();
    immutable.set = Set.copyOf(elements);
    List<Object> containers =
        List.of(
            new HashSet<>(elements),
            Set.copyOf(elements),
            Map.copyOf(inMap.map),
            inSet,
            inMap,
            immutable,
            new TreeSet<>(elements),
            own,
            new WeakHashMap<>(inMap.map));
    List<byte[]> payloads = containers.stream().map(serializer::toBytes).toList();
    isArmed = true;
    for (int i = 0; i < payloads.size(); i++) {
      byte[] payload = payloads.get(i);
      SerializationException e =
          assertThrows(
              SerializationException.class,
              () -> serializer.fromBytes(payload, Object.class),
              containers.get(i).getClass().getName());
      Throwable cause = Objects.requireNonNull(e.getCause(), e.getMessage());
      assertSame(IllegalStateException.class, cause.getClass());
      assertEquals(Kind.HOOK_FAILED, e.kind(), e::getMessage);
    }
  }

  static final class Held {
    String name = "held";
  }

  /// When the first key is written, the keys become unreachable and are collected.
  @Test
  void weakMapIsWrittenAsASnapshot() {
    List<Held> holders = new ArrayList<>();
    Serializer serializer =
        Serializer.builder()
            .register(
                TypeSurrogate.of(
                    Held.class,
                    String.class,
                    held -> {
                      if (!holders.isEmpty()) {
                        holders.clear();
                        System.gc();
                        System.gc();
                      }
                      return held.name;
                    },
                    _ -> new Held()))
            .build();
    Map<Held, Integer> map = new WeakHashMap<>();
    for (int i = 0; i < 100; i++) {
      holders.add(new Held());
      map.put(holders.getLast(), i);
    }
    byte[] bytes = serializer.toBytes(map);
    assertEquals(100, ByteArrays.getInt(bytes, 16));
  }
}
