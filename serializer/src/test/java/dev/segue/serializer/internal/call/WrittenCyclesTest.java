// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeSurrogate;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A cycle through an object that is created from its parts cannot be read, and so is refused when
/// written. Such an object may occur many times in a graph, and other cycles are allowed.
class WrittenCyclesTest {

  /// An object with fields, which may be part of a cycle.
  static final class Box {
    @Nullable Object held;
    @Nullable Object more;
    List<Object> list = new ArrayList<>();
    Collection<Object> collection = new ArrayList<>();
    Map<String, Object> map = Map.of();
    Optional<Box> optional = Optional.empty();
    @Nullable Pair pair;
  }

  record Pair(@Nullable Object first, @Nullable Box second) {}

  record Declared(Box box, List<Box> list) {}

  @SuppressWarnings("serial") // never serialized that way
  static final class Replaced implements Serializable {
    @Nullable Object held;

    private Object writeReplace() {
      Box box = new Box();
      box.held = held;
      return box;
    }
  }

  static final class Coded {
    @Nullable Object held;
  }

  /// Creates an object that holds a box and is created from it.
  private static final List<Function<Box, Object>> MADE =
      List.of(
          box -> new Pair(1, box),
          box -> new Pair(new ArrayList<>(List.of(box)), null),
          box -> new Declared(box, List.of(box)),
          box -> List.of(box),
          box -> List.of(1, box, 3),
          box -> Arrays.asList(box, null),
          box -> Set.of(box),
          box -> Map.of("a", box),
          box -> Map.of("a", box, "b", 1),
          box -> Optional.of(box),
          box -> new CopyOnWriteArrayList<>(List.of(box)),
          box -> Collections.unmodifiableList(new ArrayList<>(List.of(box))),
          box -> Collections.unmodifiableMap(new LinkedHashMap<>(Map.of("a", box))),
          box -> Collections.synchronizedList(new ArrayList<>(List.of(box))),
          box -> Collections.singletonList(box),
          box -> Map.entry("a", box),
          box -> new AbstractMap.SimpleEntry<>("a", box),
          box -> new ArrayBlockingQueue<>(2, false, List.of(box)),
          box -> new AtomicReferenceArray<>(new Object[] {box}),
          box -> new AtomicStampedReference<>(box, 1),
          box -> {
            Replaced replaced = new Replaced();
            replaced.held = box;
            return replaced;
          },
          box -> {
            Coded coded = new Coded();
            coded.held = box;
            return coded;
          });

  static Stream<Arguments> ways() {
    return Stream.of(Execution.values())
        .flatMap(
            execution -> Stream.of(SchemaMode.values()).map(mode -> Arguments.of(execution, mode)));
  }

  private static Serializer serializer(Execution execution, SchemaMode mode) {
    return Serializer.builder()
        .register(Box.class, Pair.class, Declared.class, Replaced.class)
        .register(
            TypeSurrogate.of(
                Coded.class,
                Object[].class,
                coded -> new @Nullable Object[] {coded.held},
                state -> {
                  Coded coded = new Coded();
                  coded.held = state[0];
                  return coded;
                }))
        .execution(execution)
        .schemaMode(mode)
        .references(true)
        .build();
  }

  private static void refused(Serializer serializer, Object root, Object made) {
    SerializationException e =
        assertThrows(
            SerializationException.class,
            () -> serializer.toBytes(root),
            () -> made.getClass().getName());
    assertEquals(Kind.CYCLE, e.kind(), e::getMessage);
    assertTrue(e.getMessage().contains(made.getClass().getName()), e::getMessage);
    assertTrue(!e.path().isEmpty(), e::getMessage);
    try (Arena arena = Arena.ofConfined()) {
      SerializationException other =
          assertThrows(
              SerializationException.class,
              () -> serializer.write(root, arena.allocate(1 << 16), 0));
      assertEquals(e.getMessage(), other.getMessage());
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void areRefusedThroughObjectsCreatedFromTheirParts(Execution execution, SchemaMode mode) {
    Serializer serializer = serializer(execution, mode);
    for (Function<Box, Object> way : MADE) {
      Box box = new Box();
      Object made = way.apply(box);
      box.held = made;
      refused(serializer, made, made);
      refused(serializer, new Object[] {"a", made}, made);
      Box within = new Box();
      within.more = made;
      refused(serializer, within, made);
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void areRefusedInDeclaredTypes(Execution execution, SchemaMode mode) {
    Serializer serializer = serializer(execution, mode);
    Box listed = new Box();
    listed.list = Arrays.asList(1, null);
    listed.list.set(1, listed.list);
    refused(serializer, listed, listed.list);
    Box inner = new Box();
    listed.list = List.of(1, inner, 2);
    inner.list = listed.list;
    refused(serializer, listed, listed.list);
    Box mapped = new Box();
    mapped.held = new Box();
    mapped.map = Map.of("a", mapped.held);
    ((Box) mapped.held).map = mapped.map;
    refused(serializer, new Object[] {mapped.map}, mapped.map);
    Box paired = new Box();
    paired.pair = new Pair(1, paired);
    Pair pair = paired.pair;
    refused(serializer, pair, pair);
    Box held = new Box();
    held.optional = Optional.of(new Box());
    held.optional.get().held = held.optional;
    refused(serializer, held, held.optional);
  }

  /// Occurs many times in a graph, including in cycles that do not contain the object itself.
  @ParameterizedTest
  @MethodSource("ways")
  void otherObjectsMayBeSharedAndCyclic(Execution execution, SchemaMode mode) {
    Serializer serializer = serializer(execution, mode);
    for (Function<Box, Object> way : MADE) {
      Box leaf = new Box();
      Object made = way.apply(leaf);
      Box box = new Box();
      leaf.more = box;
      box.held = made;
      box.more = made;
      box.list.add(made);
      box.list.add(box.list);
      box.list.add(box);
      Box back = serializer.copy(box);
      assertSame(back.held, back.more, () -> made.getClass().getName());
      assertSame(back.held, back.list.getFirst());
      assertSame(back.list, back.list.get(1));
      assertSame(back, back.list.getLast());
    }
  }
}
