// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// JDK values of exactly their declared class, which generated code writes and reads directly.
@SuppressWarnings({"unchecked", "rawtypes", "JavaUtilDate"})
class DeclaredValuesTest {

  private static final int ROOM = 4096;
  private static final int MUTATIONS = 20_000;

  record Values(
      @Nullable UUID id,
      Instant at,
      LocalDate day,
      LocalDateTime time,
      Duration length,
      Date date,
      BigDecimal price,
      BigInteger big,
      URI uri,
      Currency currency,
      List<@Nullable LocalDate> days,
      Map<UUID, Instant> times) {}

  private static Values values() {
    UUID id = new UUID(1, 2);
    LocalDate day = LocalDate.of(2026, 11, 22);
    Instant at = Instant.ofEpochSecond(1_000_000_007, 9);
    return new Values(
        id,
        at,
        day,
        day.atTime(12, 30, 1, 5),
        Duration.ofNanos(-7),
        new Date(77),
        new BigDecimal("12.340"),
        BigInteger.TWO.pow(100),
        URI.create("https://example.org/a?b"),
        Currency.getInstance("EUR"),
        new ArrayList<>(List.of(day, LocalDate.MIN, LocalDate.MAX)),
        new HashMap<>(Map.of(id, at)));
  }

  private static SerializerBuilder builder(Execution execution) {
    return Serializer.builder().register(Values.class).execution(execution);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void areTheSameCompiledAndInterpreted(boolean references) {
    Values values = values();
    values.days.add(null);
    Values without =
        new Values(
            null,
            values.at,
            values.day,
            values.time,
            values.length,
            values.date,
            values.price,
            values.big,
            values.uri,
            values.currency,
            values.days,
            values.times);
    Serializer compiled = builder(Execution.COMPILED).references(references).build();
    Serializer interpreted = builder(Execution.INTERPRETED).references(references).build();
    for (Values value : List.of(values, without)) {
      byte[] payload = compiled.toBytes(value);
      assertArrayEquals(interpreted.toBytes(value), payload);
      assertEquals(value, compiled.fromBytes(payload, Values.class));
      assertEquals(value, interpreted.fromBytes(payload, Values.class));
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment segment = arena.allocate(ROOM);
        assertEquals(payload.length, compiled.write(value, segment, 0));
        assertEquals(value, compiled.read(segment, 0, Values.class));
      }
    }
  }

  /// A mutable date is shared after reading; an immutable value is written twice.
  record Twice(Date first, Date second, UUID third, UUID fourth) {}

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void keepTheirIdentityWhereItMatters(Execution execution) {
    Serializer serializer =
        Serializer.builder().register(Twice.class).references(true).execution(execution).build();
    Date date = new Date(1);
    UUID id = new UUID(3, 4);
    Twice twice = serializer.copy(new Twice(date, date, id, id));
    assertSame(twice.first, twice.second);
    assertEquals(id, twice.third);
    assertEquals(id, twice.fourth);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void undeclaredTypeIsRefused(Execution execution) {
    Serializer serializer = builder(execution).build();
    Values values = values();
    ((List) values.days).add("no date");
    SerializationException e =
        assertThrows(SerializationException.class, () -> serializer.toBytes(values));
    assertEquals("Values.days[3]", e.path());
  }

  /// A JDK subclass of a declared class is a different class.
  record Dated(Date date) {}

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void subclassesKeepTheirClass(Execution execution) {
    Serializer serializer = Serializer.builder().register(Dated.class).execution(execution).build();
    java.sql.Timestamp timestamp = new java.sql.Timestamp(5);
    timestamp.setNanos(123_456_789);
    assertEquals(timestamp, serializer.copy(new Dated(timestamp)).date);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void surviveMutations(Execution execution) {
    Serializer serializer = builder(execution).build();
    byte[] whole = serializer.toBytes(values());
    Random random = new Random(1);
    int refused = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] bytes = whole.clone();
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      try {
        Object _ = serializer.fromBytes(bytes, Values.class);
      } catch (SerializationException e) {
        refused++;
      }
    }
    assertTrue(refused > MUTATIONS / 10 && refused < MUTATIONS, "refused=" + refused);
  }
}
