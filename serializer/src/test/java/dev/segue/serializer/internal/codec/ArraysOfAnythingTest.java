// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Arrays of JDK classes and interfaces need no registration, whatever their elements.
class ArraysOfAnythingTest {

  static final class Holder<T> {
    Object any = "";
    T generic;
    List<Object> list = new ArrayList<>();
    Object[] declared = {};

    @SuppressWarnings("NullAway") // set before it is used
    Holder() {}
  }

  interface Own {}

  record Circle(int radius) implements Own {}

  private static final List<Object[]> ARRAYS =
      List.of(
          new Path[] {Path.of("a"), null},
          new Path[] {},
          new Path[][] {{Path.of("b")}, null, {}},
          new ZoneId[] {ZoneId.of("Europe/Berlin"), ZoneOffset.UTC},
          new TimeUnit[] {TimeUnit.DAYS, null, TimeUnit.HOURS},
          new TimeUnit[][][] {{{TimeUnit.DAYS}, null}, {}},
          new DayOfWeek[] {DayOfWeek.MONDAY},
          new RoundingMode[] {RoundingMode.UP},
          new List<?>[] {List.of(1), null, new LinkedList<>(List.of("a")), new ArrayList<>()},
          new List<?>[][] {{List.of(1)}},
          new Comparable<?>[] {1, "a", TimeUnit.DAYS},
          new CharSequence[] {"a", "b"},
          new Number[] {1, 2.0},
          new Collection<?>[] {Set.of(1)},
          new Deque<?>[] {new LinkedList<>(List.of(1))},
          new Map<?, ?>[] {Map.of(1, 2)},
          new Map.Entry<?, ?>[] {Map.entry(1, 2)},
          new Optional<?>[] {Optional.of(1), null, Optional.empty()},
          new EnumSet<?>[] {EnumSet.of(TimeUnit.DAYS)},
          new Temporal[] {java.time.LocalDate.EPOCH},
          new Comparator<?>[] {Comparator.naturalOrder()},
          new Runnable[] {null},
          new Iterable<?>[] {List.of()},
          new Class<?>[] {int.class, String.class},
          new Class<?>[][] {{Path.class}},
          new Enum<?>[] {TimeUnit.DAYS},
          new Object[][] {{1}, {"a", new Path[] {Path.of("c")}}});

  static Stream<Arguments> ways() {
    return Stream.of(Execution.values())
        .flatMap(execution ->
            Stream.of(SchemaMode.values())
                .flatMap(mode ->
                    Stream.of(true, false).map(refs -> Arguments.of(execution, mode, refs))));
  }

  private static Serializer serializer(Execution execution, SchemaMode mode, boolean references) {
    return Serializer.builder()
        .register(Holder.class, Circle.class)
        .execution(execution)
        .schemaMode(mode)
        .references(references)
        .build();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void arraysKeepTheirClass(Execution execution, SchemaMode mode, boolean references) {
    Serializer serializer = serializer(execution, mode, references);
    for (Object[] array : ARRAYS) {
      same(array, serializer.copy(array));
      same(array, serializer.fromBytes(serializer.toBytes(array), array.getClass()));
      Holder<Object> holder = new Holder<>();
      holder.any = array;
      holder.generic = array;
      holder.list.add(array);
      holder.declared = array;
      Holder<Object> back = serializer.copy(holder);
      same(array, back.any);
      same(array, back.generic);
      same(array, back.list.getFirst());
      same(array, back.declared);
    }
  }

  private static void same(Object[] array, @Nullable Object back) {
    assertNotNull(back);
    assertSame(array.getClass(), back.getClass());
    assertArrayEquals(array, (Object[]) back);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void holdExceptions(Execution execution, SchemaMode mode, boolean references) {
    Serializer serializer = serializer(execution, mode, references);
    Exception[] array = {new IOException("a"), null, new IllegalStateException("b")};
    Exception[] back = serializer.copy(array);
    assertSame(Exception[].class, back.getClass());
    assertEquals("a", back[0].getMessage());
    assertEquals(IllegalStateException.class, back[2].getClass());
  }

  @ParameterizedTest
  @MethodSource("ways")
  void arraysOfUserInterfacesNeedRegistration(
      Execution execution, SchemaMode mode, boolean references) {
    Own[] array = {new Circle(1)};
    Holder<Object> holder = new Holder<>();
    holder.any = array;
    SerializationException e =
        assertThrows(
            SerializationException.class,
            () -> serializer(execution, mode, references).toBytes(holder));
    assertEquals(Kind.UNREGISTERED_CLASS, e.kind());
    assertEquals("Holder.any", e.path());
    assertTrue(e.getMessage().contains(".register(Own[].class)"), e::getMessage);
    Serializer told =
        Serializer.builder()
            .register(Holder.class, Circle.class, Own[].class)
            .execution(execution)
            .schemaMode(mode)
            .references(references)
            .build();
    assertArrayEquals(array, (Own[]) told.copy(holder).any);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void payloadsNameOnlyPublicJdkClasses(Execution execution, SchemaMode mode, boolean references) {
    Serializer serializer = serializer(execution, mode, references);
    byte[] payload = serializer.toBytes(new Runnable[] {null});
    String name = "java.lang.Runnable";
    int at = new String(payload, StandardCharsets.ISO_8859_1).indexOf(name);
    for (String other :
        List.of(
            "java.lang.Runtim!!",
            "sun.misc.Unsafe!!!",
            "dev.segue.seriali!",
            "[Ljava.lang.Void;!")) {
      assertEquals(name.length(), other.length());
      byte[] changed = payload.clone();
      System.arraycopy(other.getBytes(StandardCharsets.ISO_8859_1), 0, changed, at, name.length());
      SerializationException e =
          assertThrows(
              SerializationException.class, () -> serializer.fromBytes(changed, Object.class));
      assertEquals(Kind.MALFORMED_INPUT, e.kind());
      assertTrue(e.getMessage().contains(other), e::getMessage);
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void areShownByInspect(Execution execution, SchemaMode mode, boolean references) {
    Serializer serializer = serializer(execution, mode, references);
    TimeUnit[][] array = {{TimeUnit.DAYS}};
    String tree = serializer.inspect(MemorySegment.ofArray(serializer.toBytes(array)), 0);
    assertTrue(tree.contains("TimeUnit[][]"), tree);
    assertTrue(tree.contains("DAYS"), tree);
    assertTrue(!tree.contains("!"), () -> tree + Arrays.deepToString(array));
  }
}
