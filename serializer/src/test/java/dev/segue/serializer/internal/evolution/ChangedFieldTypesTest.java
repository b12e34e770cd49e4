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
import dev.segue.serializer.ViewPath;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// A field whose type has changed to one that cannot hold the values is an error of the same kind
/// for all types.
@SuppressWarnings({"JavaUtilDate", "JdkObsolete", "ArrayRecordComponent"})
class ChangedFieldTypesTest {

  private static final String OLD =
      "dev.segue.serializer.internal.evolution.ChangedFieldTypesTest$";

  record Adders0(AtomicInteger v) {}

  @Alias(OLD + "Adders0")
  record Adders1(AtomicLong v) {}

  record Dates0(Date v) {}

  @Alias(OLD + "Dates0")
  record Dates1(Instant v) {}

  record Numbers0(BigInteger v) {}

  @Alias(OLD + "Numbers0")
  record Numbers1(BigDecimal v) {}

  record Ids0(UUID v) {}

  @Alias(OLD + "Ids0")
  record Ids1(String v) {}

  record Bits0(BitSet v) {}

  @Alias(OLD + "Bits0")
  record Bits1(long[] v) {}

  record Lists0(List<Date> v) {}

  @Alias(OLD + "Lists0")
  record Lists1(List<Instant> v) {}

  record Maps0(Map<String, Date> v) {}

  @Alias(OLD + "Maps0")
  record Maps1(Map<String, Instant> v) {}

  record Optionals0(Optional<Date> v) {}

  @Alias(OLD + "Optionals0")
  record Optionals1(Optional<Instant> v) {}

  record Anything0(Object v) {}

  @Alias(OLD + "Anything0")
  record Anything1(Instant v) {}

  record Queues0(PriorityQueue<Integer> v) {}

  @Alias(OLD + "Queues0")
  record Queues1(Vector<Integer> v) {}

  record Nested0(Date v) {}

  @Alias(OLD + "Nested0")
  record Nested1(Dates1 v) {}

  static Stream<Arguments> changes() {
    Date date = new Date(1);
    List<Object> wrapped = Collections.unmodifiableList(new ArrayList<>(List.of(1)));
    return Stream.of(
        Arguments.of(new Adders0(new AtomicInteger(1)), Adders1.class),
        Arguments.of(new Dates0(date), Dates1.class),
        Arguments.of(new Numbers0(BigInteger.ONE), Numbers1.class),
        Arguments.of(new Ids0(new UUID(1, 2)), Ids1.class),
        Arguments.of(new Bits0(new BitSet()), Bits1.class),
        Arguments.of(new Lists0(List.of(date)), Lists1.class),
        Arguments.of(new Maps0(Map.of("k", date)), Maps1.class),
        Arguments.of(new Optionals0(Optional.of(date)), Optionals1.class),
        Arguments.of(new Anything0(date), Anything1.class),
        Arguments.of(new Anything0(wrapped), Anything1.class),
        Arguments.of(new Queues0(new PriorityQueue<>(List.of(1))), Queues1.class),
        Arguments.of(new Nested0(date), Nested1.class));
  }

  private static SerializerBuilder compatible(Execution execution) {
    return Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).execution(execution);
  }

  private static SerializationException refused(byte[] bytes, Class<?> type, Execution execution) {
    Serializer reader = compatible(execution).register(type, Dates1.class).build();
    return assertThrows(SerializationException.class, () -> reader.fromBytes(bytes, type));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void areSchemaMismatches(Object written, Class<?> type) {
    byte[] bytes =
        compatible(Execution.COMPILED).register(written.getClass()).build().toBytes(written);
    for (Execution execution : Execution.values()) {
      SerializationException e = refused(bytes, type, execution);
      assertEquals(Kind.SCHEMA_MISMATCH, e.kind(), e::getMessage);
      assertTrue(e.path().startsWith(type.getSimpleName() + ".v"), e::getMessage);
    }
  }

  record Parts0(Date v, List<Date> all, Dates0 part) {}

  @Alias(OLD + "Parts0")
  record Parts1(Instant v, List<Instant> all, Dates1 part) {}

  interface DatesView {
    Instant v();
  }

  interface PartsView {
    Instant v();

    List<Instant> all();

    @ViewPath("all")
    Instant one(int index);

    DatesView part();

    @ViewPath("part.v")
    Instant inner();
  }

  @ParameterizedTest
  @EnumSource
  void areSchemaMismatchesForViews(Execution execution) {
    Date date = new Date(1);
    byte[] bytes =
        compatible(Execution.COMPILED)
            .register(Parts0.class, Dates0.class)
            .build()
            .toBytes(new Parts0(date, List.of(date), new Dates0(date)));
    Serializer reader = compatible(execution).register(Parts1.class, Dates1.class).build();
    PartsView view = reader.view(PartsView.class, Parts1.class).at(bytes);
    List<Executable> calls =
        List.of(view::v, view::all, () -> view.one(0), () -> view.part().v(), view::inner);
    for (Executable call : calls) {
      SerializationException e = assertThrows(SerializationException.class, call);
      assertEquals(Kind.SCHEMA_MISMATCH, e.kind(), e::getMessage);
      assertTrue(e.getMessage().contains("another version"), e::getMessage);
    }
  }

  /// The caller asked for another class than the written one, which is not a version change.
  @Test
  void rootsOfAnotherTypeAreStillTypeMismatches() {
    byte[] bytes =
        compatible(Execution.COMPILED)
            .register(Dates0.class)
            .build()
            .toBytes(new Dates0(new Date(1)));
    Serializer reader = compatible(Execution.COMPILED).register(Dates1.class).build();
    SerializationException e =
        assertThrows(SerializationException.class, () -> reader.fromBytes(bytes, String.class));
    assertEquals(Kind.TYPE_MISMATCH, e.kind(), e::getMessage);
  }
}
