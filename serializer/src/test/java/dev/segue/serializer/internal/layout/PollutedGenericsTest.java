// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.temporal.Temporal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A container with elements that its declaration does not allow is refused when written, since
/// readers would refuse it.
@SuppressWarnings({"unchecked", "rawtypes"})
class PollutedGenericsTest {

  static class Animal {
    int legs = 4;
  }

  static final class Dog extends Animal {}

  record Point(int x) {}

  static final class Holder {
    List<UUID> ids = new ArrayList<>();
    Set<UUID> idSet = new HashSet<>();
    Deque<Path> paths = new ArrayDeque<>();
    List<Animal> animals = new ArrayList<>();
    List<Point> points = new ArrayList<>();
    List<Temporal> temporals = new ArrayList<>();
    List<List<UUID>> nested = new ArrayList<>();
    List<Set<UUID>> sets = new ArrayList<>();
    List<Map<String, UUID>> maps = new ArrayList<>();
    List<Temporal[]> arrays = new ArrayList<>();
    Map<UUID, Path> map = new HashMap<>();
    SortedMap<String, Animal> sorted = new TreeMap<>();
    ConcurrentMap<String, Point> concurrent = new ConcurrentHashMap<>();
    Optional<UUID> optional = Optional.empty();
    List<Optional<Point>> optionals = new ArrayList<>();
    Map<String, List<Temporal>> lists = new LinkedHashMap<>();
  }

  private static final Map<String, Consumer<Holder>> POLLUTIONS =
      Map.ofEntries(
          Map.entry("Holder.ids[1]", h -> ((List) h.ids).addAll(List.of(new UUID(1, 2), "a"))),
          Map.entry("Holder.idSet[0]", h -> ((Set) h.idSet).add("a")),
          Map.entry("Holder.paths[0]", h -> ((Deque) h.paths).add("a")),
          Map.entry("Holder.animals[1]", h -> ((List) h.animals).addAll(List.of(new Dog(), 1))),
          Map.entry("Holder.points[0]", h -> ((List) h.points).add(new Dog())),
          Map.entry(
              "Holder.temporals[1]",
              h -> ((List) h.temporals).addAll(List.of(LocalDate.EPOCH, Path.of("a")))),
          Map.entry("Holder.nested[0]", h -> ((List) h.nested).add("a")),
          Map.entry("Holder.nested[0][0]", h -> ((List) h.nested).add(List.of("a"))),
          Map.entry("Holder.sets[0]", h -> ((List) h.sets).add(new ArrayList<>())),
          Map.entry("Holder.maps[0]", h -> ((List) h.maps).add(Set.of())),
          Map.entry("Holder.maps[0][0]", h -> ((List) h.maps).add(Map.of("a", "b"))),
          Map.entry("Holder.arrays[0]", h -> ((List) h.arrays).add(new Object[] {1})),
          Map.entry("Holder.map[0]", h -> ((Map) h.map).put("a", Path.of("a"))),
          Map.entry("Holder.sorted[0]", h -> ((Map) h.sorted).put("a", "b")),
          Map.entry("Holder.concurrent[0]", h -> ((Map) h.concurrent).put("a", "b")),
          Map.entry("Holder.optional[0]", h -> h.optional = (Optional) Optional.of("a")),
          Map.entry("Holder.optionals[0]", h -> ((List) h.optionals).add(List.of())),
          Map.entry("Holder.optionals[0][0]", h -> ((List) h.optionals).add(Optional.of("a"))),
          Map.entry(
              "Holder.lists[0][0]", h -> h.lists.put("a", (List) new ArrayList<>(List.of("a")))));

  static Stream<Arguments> ways() {
    return Stream.of(Execution.values())
        .flatMap(execution ->
            Stream.of(SchemaMode.values())
                .flatMap(mode ->
                    Stream.of(true, false).map(refs -> Arguments.of(execution, mode, refs))));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void areRefusedWithTheirPath(Execution execution, SchemaMode mode, boolean references) {
    Serializer serializer =
        Serializer.builder()
            .register(Holder.class, Animal.class, Dog.class, Point.class)
            .execution(execution)
            .schemaMode(mode)
            .references(references)
            .build();
    assertNotNull(serializer.copy(clean()));
    POLLUTIONS.forEach((path, pollution) -> {
      Holder holder = new Holder();
      pollution.accept(holder);
      SerializationException e =
          assertThrows(SerializationException.class, () -> serializer.toBytes(holder), path);
      assertEquals(Kind.TYPE_MISMATCH, e.kind(), e::getMessage);
      assertEquals(path, e.path());
      assertTrue(e.getMessage().contains("declared"), e::getMessage);
      try (Arena arena = Arena.ofConfined()) {
        SerializationException other =
            assertThrows(
                SerializationException.class,
                () -> serializer.write(holder, arena.allocate(4096), 0),
                path);
        assertEquals(e.getMessage(), other.getMessage());
      }
    });
  }

  private static Holder clean() {
    Holder holder = new Holder();
    holder.ids.add(new UUID(1, 2));
    holder.animals.addAll(List.of(new Dog(), new Animal()));
    holder.points.add(new Point(1));
    holder.temporals.add(LocalDate.EPOCH);
    holder.nested.add(List.of(new UUID(1, 2)));
    holder.sets.add(Set.of(new UUID(1, 2)));
    holder.arrays.add(new LocalDate[] {LocalDate.EPOCH});
    holder.optional = Optional.of(new UUID(3, 4));
    holder.optionals.add(Optional.of(new Point(1)));
    holder.lists.put("a", List.of(LocalDate.EPOCH));
    holder.sorted.put("a", new Dog());
    return holder;
  }
}
