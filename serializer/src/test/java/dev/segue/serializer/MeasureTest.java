// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.testing.Allocation;
import dev.segue.serializer.testing.Graphs;
import dev.segue.serializer.testing.RandomGraphs;
import dev.segue.serializer.testing.Sample;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The length of a payload, as measured and as stated in the error about a destination that is too
/// small.
class MeasureTest {

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Line(int number, String text, long[] amounts) {}

  static Stream<Arguments> ways() {
    return Stream.of(Execution.values())
        .flatMap(execution ->
            Stream.of(SchemaMode.values())
                .flatMap(mode ->
                    Stream.of(true, false).map(refs -> Arguments.of(execution, mode, refs))));
  }

  private static SerializerBuilder builder(
      Execution execution, SchemaMode mode, boolean references) {
    return Serializer.builder().execution(execution).schemaMode(mode).references(references);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void equalsTheLengthWritten(Execution execution, SchemaMode mode, boolean references)
      throws Exception {
    Serializer serializer =
        builder(execution, mode, references)
            .register(Graphs.TYPES)
            .register(RandomGraphs.TYPES)
            .build();
    List<Object> values = new ArrayList<>();
    Random random = new Random(5);
    values.add(Graphs.Order.of(random));
    values.add(Graphs.Scalars.of(random));
    IntStream.range(0, 30).forEach(seed -> values.add(RandomGraphs.of(seed)));
    JdkTypesRoundTripTest.samples().map(Sample::value).forEach(values::add);
    values.add("x".repeat(3_000_000));
    values.add(null);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(16 << 20);
      for (Object value : values) {
        long length = serializer.measure(value);
        assertEquals(serializer.toBytes(value).length, length);
        assertEquals(length, serializer.write(value, memory, 3));
        assertEquals(length, serializer.write(value, memory.asSlice(5, length)));
        MemorySegment tight = memory.asSlice(0, length - 1);
        SerializationException e =
            assertThrows(SerializationException.class, () -> serializer.write(value, tight));
        assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind());
      }
    }
  }

  @Test
  void payloadFitsTheMeasuredLength() {
    Serializer serializer = Serializer.builder().register(Graphs.TYPES).build();
    Object order = Graphs.Order.of(new Random(1));
    byte[] ring = new byte[Math.toIntExact(serializer.measure(order))];
    assertEquals(ring.length, serializer.write(order, ByteBuffer.wrap(ring)));
  }

  @Test
  void failsLikeWriting() {
    Serializer serializer = Serializer.builder().build();
    SerializationException e =
        assertThrows(SerializationException.class, () -> serializer.measure(new Counted()));
    assertEquals(Kind.UNREGISTERED_CLASS, e.kind());
  }

  static final class Counted {
    int number;
  }

  record State(int calls, String text) {}

  private static Serializer counting(AtomicInteger calls, Execution execution) {
    return Serializer.builder()
        .register(State.class)
        .register(
            TypeSurrogate.of(
                Counted.class,
                State.class,
                counted -> new State(calls.incrementAndGet(), "x".repeat(20_000)),
                state -> new Counted()))
        .execution(execution)
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void runsHooksOnce(Execution execution) {
    AtomicInteger calls = new AtomicInteger();
    Serializer serializer = counting(calls, execution);
    assertTrue(serializer.measure(new Counted()) > 20_000);
    assertEquals(1, calls.get());
  }

  private static void tellsLength(SerializationException e, long length, long room) {
    assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind());
    String expected =
        "destination too small: the payload takes %d bytes, and %d are left for it"
            .formatted(length, room);
    assertTrue(e.getMessage().startsWith(expected), () -> expected + "\n" + e.getMessage());
  }

  @ParameterizedTest
  @MethodSource("ways")
  void errorForTooLittleRoomStatesTheLength(
      Execution execution, SchemaMode mode, boolean references) {
    Serializer serializer = builder(execution, mode, references).register(Graphs.TYPES).build();
    Object order = Graphs.Order.of(new Random(1));
    int length = serializer.toBytes(order).length;
    try (Arena arena = Arena.ofConfined()) {
      for (int room : new int[] {0, 1, 16, 17, length / 2, length - 1}) {
        for (MemorySegment memory :
            List.of(
                arena.allocate(9 + room),
                MemorySegment.ofArray(new byte[20 + room]).asSlice(11),
                MemorySegment.ofArray(new short[(9 + room) / 2 + 1]).asSlice(0, 9 + room))) {
          tellsLength(
              assertThrows(SerializationException.class, () -> serializer.write(order, memory, 9)),
              length,
              room);
        }
        for (ByteBuffer buffer :
            List.of(ByteBuffer.allocate(room + 3), ByteBuffer.allocateDirect(room + 3))) {
          buffer.position(3);
          tellsLength(
              assertThrows(SerializationException.class, () -> serializer.write(order, buffer)),
              length,
              room);
        }
      }
    }
  }

  @Test
  void hooksDoNotRunAgainToFindTheLength() {
    AtomicInteger calls = new AtomicInteger();
    Serializer serializer = counting(calls, Execution.COMPILED);
    SerializationException e =
        assertThrows(
            SerializationException.class, () -> serializer.write(new Counted(), room(100)));
    assertEquals(1, calls.get());
    assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind());
    assertTrue(
        e.getMessage()
            .startsWith(
                "destination too small: the payload takes more than the 100 bytes that are left for"
                    + " it; measure(value) returns its length"),
        e::getMessage);
  }

  private static MemorySegment room(int bytes) {
    return MemorySegment.ofArray(new byte[bytes]);
  }

  @Test
  void largePayloadIsNotWrittenAgainToFindTheLength() {
    Serializer serializer = Serializer.builder().build();
    SerializationException e =
        assertThrows(
            SerializationException.class, () -> serializer.write("x".repeat(100_000), room(5_000)));
    assertTrue(e.getMessage().contains("more than the 5000 bytes"), e::getMessage);
  }

  @Test
  @Tag("jit")
  @Tag("allocation")
  void allocatesNothingInTheSteadyState() {
    Serializer serializer =
        Serializer.builder().register(Line.class).execution(Execution.COMPILED).build();
    Line line = new Line(7, "x".repeat(6_000), new long[] {7, 77});
    assertTrue(serializer.measure(line) > 6_000);
    double bytes = Allocation.perRunOnceCompiled(() -> serializer.measure(line));
    assertTrue(bytes < 1, "bytes per call: " + bytes);
  }
}
