// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Out-of-bounds numbers in the public API are refused before anything is allocated.
class ParameterBoundsTest {

  record Point(int x) {}

  private static final Serializer SERIALIZER =
      Serializer.builder().register(Point.class).outOfBandThreshold(16).build();
  private static final byte[] PAYLOAD = SERIALIZER.toBytes(new Point(1));
  private static final MemorySegment MEMORY = MemorySegment.ofArray(PAYLOAD);

  /// The call with each of these numbers.
  private static Stream<Arguments> with(
      String call, LongFunction<Executable> calls, long... numbers) {
    return LongStream.of(numbers)
        .mapToObj(number -> Arguments.of(call + " " + number, calls.apply(number)));
  }

  private static Stream<Arguments> withInts(
      String call, IntFunction<Executable> calls, int... numbers) {
    return IntStream.of(numbers)
        .mapToObj(number -> Arguments.of(call + " " + number, calls.apply(number)));
  }

  static Stream<Arguments> lengths() {
    int most = Integer.MAX_VALUE;
    return Stream.of(
            withInts("maxDepth", n -> () -> Serializer.builder().maxDepth(n), most + 1, -1, 0),
            with("maxAllocation", n -> () -> Serializer.builder().maxAllocation(n), -1, 0),
            withInts("maxCollidingKeys", n -> () -> Serializer.builder().maxCollidingKeys(n), -1),
            withInts("outOfBand", n -> () -> Serializer.builder().outOfBandThreshold(n), -1, 0),
            withInts(
                "register", n -> () -> Serializer.builder().register(Point.class, n), -1, most),
            withInts("reader", n -> () -> SERIALIZER.reader(input(), n), -1, 0),
            withInts("writer", n -> () -> SERIALIZER.writer(output(), n), -1, 0),
            with("confined", n -> () -> GrowableBuffer.ofConfined(n, 100), -1, 0, 101),
            with("shared", n -> () -> GrowableBuffer.ofShared(n, 100), Long.MIN_VALUE, 0, 101),
            with("most", n -> () -> GrowableBuffer.ofConfined(1, n), Long.MIN_VALUE, -1, 0))
        .flatMap(calls -> calls);
  }

  private static ByteArrayInputStream input() {
    return new ByteArrayInputStream(PAYLOAD);
  }

  private static ByteArrayOutputStream output() {
    return new ByteArrayOutputStream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lengths")
  void lengthsAreChecked(String call, Executable refused) {
    assertThrows(IllegalArgumentException.class, refused, call);
  }

  static Stream<Arguments> positions() {
    GrowableBuffer buffer = GrowableBuffer.ofShared(64, 64);
    long[] outside = {Long.MIN_VALUE, -1, 1_000, Long.MAX_VALUE};
    int[] wrong = {Integer.MIN_VALUE, -1, 1_000, Integer.MAX_VALUE};
    return Stream.of(
            with("read", n -> () -> SERIALIZER.read(MEMORY, n, Point.class), outside),
            with("write", n -> () -> SERIALIZER.write(new Point(1), MEMORY, n), outside),
            with("payloadSize", n -> () -> SERIALIZER.payloadSize(MEMORY, n), outside),
            with("inspect", n -> () -> SERIALIZER.inspect(MEMORY, n), outside),
            with("slice", n -> () -> buffer.slice(n, 0), outside),
            with("slice of", n -> () -> buffer.slice(0, n), outside),
            with("truncate", n -> () -> buffer.truncate(n), outside),
            withInts("from", n -> () -> SERIALIZER.fromBytes(PAYLOAD, n, 1, Point.class), wrong),
            withInts("bytes", n -> () -> SERIALIZER.fromBytes(PAYLOAD, 0, n, Point.class), wrong),
            withInts("size from", n -> () -> SERIALIZER.payloadSize(PAYLOAD, n, 1), wrong),
            withInts("size", n -> () -> SERIALIZER.payloadSize(PAYLOAD, 0, n), wrong))
        .flatMap(calls -> calls);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("positions")
  void positionsAreChecked(String call, Executable refused) {
    assertThrows(IndexOutOfBoundsException.class, refused, call);
  }

  /// The largest values of options are allowed, and allocate nothing.
  @Test
  void largestLimitsAllocateNothing() throws Exception {
    int most = Integer.MAX_VALUE;
    Serializer serializer =
        Serializer.builder()
            .register(Point.class)
            .maxDepth(most)
            .maxAllocation(Long.MAX_VALUE)
            .maxCollidingKeys(most)
            .outOfBandThreshold(most)
            .build();
    ByteArrayOutputStream stream = output();
    try (PayloadWriter writer = serializer.writer(stream, most)) {
      assertTrue(writer.write(List.of(new Point(1))) > 0);
    }
    try (PayloadReader reader =
        serializer.reader(new ByteArrayInputStream(stream.toByteArray()), most)) {
      assertEquals(List.of(new Point(1)), reader.read(List.class));
    }
    try (GrowableBuffer buffer = GrowableBuffer.ofConfined(64, Long.MAX_VALUE)) {
      assertTrue(serializer.write(new Point(1), buffer) > 0);
    }
  }
}
