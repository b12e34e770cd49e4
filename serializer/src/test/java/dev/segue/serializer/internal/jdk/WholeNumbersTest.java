// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Numbers of any size take as few bytes as possible, however they are written.
class WholeNumbersTest {

  private static final int[] SCALES = {0, 2, -3, 18, 40, Integer.MAX_VALUE, Integer.MIN_VALUE};

  private final Serializer serializer = Serializer.builder().build();

  static Stream<BigInteger> numbers() {
    Random random = new Random(17);
    Stream<BigInteger> edges =
        IntStream.rangeClosed(0, 130)
            .mapToObj(BigInteger.ONE::shiftLeft)
            .flatMap(power -> Stream.of(power.subtract(BigInteger.ONE), power));
    Stream<BigInteger> others =
        IntStream.rangeClosed(1, 100).mapToObj(bits -> new BigInteger(bits, random));
    return Stream.concat(edges, others).flatMap(number -> Stream.of(number, number.negate()));
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void roundTripAsTheirTwosComplementBytes(BigInteger number) {
    assertEquals(number, throughAllMemory(number, number.toByteArray()));
    for (int scale : SCALES) {
      byte[] unscaled = number.toByteArray();
      byte[] expected =
          ByteBuffer.allocate(Integer.BYTES + unscaled.length)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putInt(scale)
              .put(unscaled)
              .array();
      BigDecimal decimal = new BigDecimal(number, scale);
      assertEquals(decimal, throughAllMemory(decimal, expected));
    }
  }

  @Test
  void countTowardsTheAllocationLimit() {
    ArrayList<BigDecimal> decimals = new ArrayList<>(Collections.nCopies(1000, BigDecimal.TEN));
    byte[] payload = serializer.toBytes(decimals);
    assertEquals(decimals, serializer.fromBytes(payload, ArrayList.class));
    Serializer bounded = Serializer.builder().maxAllocation(20_000).build();
    SerializationException e =
        assertThrows(
            SerializationException.class, () -> bounded.fromBytes(payload, ArrayList.class));
    assertEquals(SerializationException.Kind.LIMIT_EXCEEDED, e.kind());
  }

  private @Nullable Object throughAllMemory(Object value, byte[] expected) {
    byte[] payload = serializer.toBytes(value);
    String hex = HexFormat.of().formatHex(payload);
    assertTrue(hex.contains(HexFormat.of().formatHex(expected)), () -> value + " as " + hex);
    assertEquals(
        expected.length, payload.length - serializer.toBytes(BigInteger.ZERO).length + 1, hex);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(payload.length);
      assertEquals(payload.length, serializer.write(value, segment, 0));
      assertEquals(-1, segment.mismatch(MemorySegment.ofArray(payload)));
      assertEquals(value, serializer.read(segment, 0, value.getClass()));
    }
    return serializer.fromBytes(payload, value.getClass());
  }
}
