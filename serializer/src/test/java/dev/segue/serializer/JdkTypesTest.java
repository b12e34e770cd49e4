// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.serializer.SerializationException.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Types of the JDK, each alone, as a field, as an element, as a key and as a value.
@SuppressWarnings("JavaUtilDate")
class JdkTypesTest {

  record Box(@Nullable Object any, List<Object> list, Map<String, Object> map) {}

  record Fields(
      UUID id, Instant at, LocalDate day, Set<String> names, Map<Long, List<UUID>> index) {}

  static Stream<Object> values() {
    return Stream.of(
        new UUID(1, -2),
        Instant.MAX,
        Instant.MIN,
        Duration.ofSeconds(Long.MIN_VALUE, 7),
        LocalDate.MIN,
        LocalDate.MAX,
        LocalTime.MAX,
        LocalDateTime.MIN,
        ZoneOffset.MIN,
        ZoneOffset.UTC,
        OffsetDateTime.MAX,
        OffsetTime.MIN,
        Period.of(-1, 2, -3),
        Year.of(Year.MAX_VALUE),
        YearMonth.of(2026, 11),
        MonthDay.of(2, 29),
        new Date(-5));
  }

  static Stream<Object> collections() {
    return Stream.of(
        new HashSet<>(Arrays.asList("a", null, 1)),
        new LinkedHashSet<>(List.of("z", "y", "x")),
        new TreeSet<>(List.of(3, 1, 2)),
        Set.of(),
        Set.of(1),
        Set.of("a", "b"),
        new CopyOnWriteArrayList<>(List.of(1, 2)),
        new HashMap<>(Collections.singletonMap(null, "null key")),
        new LinkedHashMap<>(Map.of("k", List.of(1))),
        new TreeMap<>(Map.of("b", 1, "a", 2)),
        new ConcurrentHashMap<>(Map.of(1, 2)),
        Map.of(),
        Map.of(1, Set.of()),
        Map.of(1, 2, 3, 4));
  }

  private static Serializer serializer(Execution execution) {
    return Serializer.builder().register(Box.class, Fields.class).execution(execution).build();
  }

  private static void roundTrip(Object value) {
    for (Execution execution : Execution.values()) {
      Serializer serializer = serializer(execution);
      Object same = serializer.fromBytes(serializer.toBytes(value), Object.class);
      assertEquals(value, same);
      assertNotNull(same);
      assertEquals(value.getClass(), same.getClass());
      Box box = new Box(value, new ArrayList<>(List.of(value, "and", value)), Map.of("key", value));
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment segment = arena.allocate(4096);
        serializer.write(box, segment, 5);
        assertEquals(box, serializer.read(segment, 5, Box.class));
      }
      Map<Object, Object> keyed = new HashMap<>(Map.of(value, 1));
      assertEquals(keyed, serializer.fromBytes(serializer.toBytes(keyed), Map.class));
    }
  }

  @ParameterizedTest
  @MethodSource("values")
  void valuesComeBack(Object value) {
    roundTrip(value);
  }

  @ParameterizedTest
  @MethodSource("collections")
  void collectionsComeBackAsWhatTheyWere(Object collection) {
    roundTrip(collection);
  }

  @ParameterizedTest
  @EnumSource
  void declaredFields(Execution execution) {
    UUID id = new UUID(3, 4);
    Fields fields =
        new Fields(
            id,
            Instant.EPOCH,
            LocalDate.EPOCH,
            Set.of("n"),
            new TreeMap<>(Map.of(1L, List.of(id))));
    Serializer serializer = serializer(execution);
    assertEquals(fields, serializer.fromBytes(serializer.toBytes(fields), Fields.class));
  }

  @ParameterizedTest
  @EnumSource
  void whatHasNoEqualsComesBackToo(Execution execution) {
    Serializer serializer = serializer(execution);
    for (Object value :
        List.of(
            new AtomicInteger(-1),
            new AtomicLong(Long.MAX_VALUE),
            new AtomicBoolean(true),
            new ArrayDeque<>(List.of(1, 2)),
            new ConcurrentLinkedQueue<>(List.of(3, "x")))) {
      Object same = serializer.fromBytes(serializer.toBytes(value), value.getClass());
      assertEquals(value.toString(), String.valueOf(same));
    }
  }

  @Test
  void refusesAComparatorThatWouldBeLost() {
    Serializer serializer = serializer(Execution.COMPILED);
    for (Object sorted :
        List.of(
            new TreeSet<>(Comparator.<String>reverseOrder()),
            new TreeMap<>(Comparator.<String>reverseOrder()))) {
      SerializationException e =
          assertThrows(SerializationException.class, () -> serializer.toBytes(sorted));
      assertEquals(Kind.UNSUPPORTED_TYPE, e.kind());
    }
  }

  /// A list whose iterator yields more than its size said: what a change by another thread looks
  /// like.
  @Test
  void noticesACollectionThatChangesMeanwhile() {
    Serializer serializer = serializer(Execution.COMPILED);
    ConcurrentLinkedQueue<Object> growing = new ConcurrentLinkedQueue<>();
    growing.add(new Object[0].length);
    Thread writer =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              while (!Thread.currentThread().isInterrupted()) {
                growing.add(1);
                if (growing.size() > 200) {
                  growing.clear();
                }
              }
            });
    try {
      for (int i = 0; i < 2_000; i++) {
        try {
          byte[] bytes = serializer.toBytes(growing);
          assertNotNull(serializer.fromBytes(bytes, ConcurrentLinkedQueue.class));
        } catch (ConcurrentModificationException e) {
          assertNotNull(e.getMessage());
        }
      }
    } finally {
      writer.interrupt();
    }
  }
}
