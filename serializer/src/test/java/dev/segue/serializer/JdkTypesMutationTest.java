// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.testing.Allocation;
import dev.segue.serializer.testing.Full;
import dev.segue.serializer.testing.Sample;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Corrupt bytes of every type: reading throws nothing but a [SerializationException], and a few
/// bytes allocate little memory.
class JdkTypesMutationTest {

  private static final int MUTATIONS = Integer.getInteger("segue.mutations", Full.or(60, 10));

  /// The overhead of reading: classes, messages, and the bytes themselves.
  private static final long ALLOWED_BYTES = 16 << 20;

  record Any(Object value, List<Object> list) {}

  private static final List<Serializer> SERIALIZERS =
      Stream.of(Execution.COMPILED, Execution.INTERPRETED)
          .map(execution -> Serializer.builder().register(Any.class).execution(execution).build())
          .toList();

  static Stream<Sample> samples() throws Exception {
    // A mutated URL in a hash table would resolve its host name.
    return JdkTypesRoundTripTest.samples().filter(sample -> !(sample.value() instanceof URL));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void survivesMutations(Sample sample) {
    for (Serializer serializer : SERIALIZERS) {
      byte[] whole =
          serializer.toBytes(new Any(sample.value(), new ArrayList<>(List.of(sample.value()))));
      for (long seed = 0; seed < MUTATIONS; seed++) {
        Random random = new Random(seed);
        byte[] bytes = whole.clone();
        for (int i = random.nextInt(3); i >= 0; i--) {
          int at = random.nextInt(bytes.length);
          bytes[at] =
              (byte)
                  switch (random.nextInt(4)) {
                    case 0 -> bytes[at] ^ 1 << random.nextInt(8);
                    case 1 -> 0xff;
                    case 2 -> bytes[random.nextInt(bytes.length)];
                    default -> random.nextInt();
                  };
        }
        long before = Allocation.ofThisThread();
        survives(serializer, bytes, "seed=" + seed);
        long allocated = Allocation.ofThisThread() - before;
        assertTrue(
            allocated < ALLOWED_BYTES + 64L * bytes.length,
            () -> "allocated=" + allocated + " of " + sample);
      }
    }
  }

  private static void survives(Serializer serializer, byte[] bytes, String message) {
    String heap = outcome(() -> serializer.fromBytes(bytes, Any.class), message);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
      assertEquals(heap, outcome(() -> serializer.read(segment, 0, Any.class), message), message);
    }
  }

  private static String outcome(Runnable read, String message) {
    try {
      read.run();
      return "read";
    } catch (SerializationException e) {
      return e.kind().name();
    } catch (RuntimeException e) {
      throw new AssertionError(message, e);
    }
  }

  @Test
  void fewBytesAllocateLittleMemory() {
    Serializer serializer = SERIALIZERS.getFirst();
    for (Object small :
        List.of(
            Collections.nCopies(Integer.MAX_VALUE, "x"),
            new java.util.concurrent.LinkedBlockingQueue<>(Integer.MAX_VALUE),
            new java.math.BigDecimal(java.math.BigInteger.ONE, Integer.MIN_VALUE))) {
      byte[] bytes = serializer.toBytes(small);
      long before = Allocation.ofThisThread();
      Object _ = serializer.fromBytes(bytes, Object.class);
      assertTrue(Allocation.ofThisThread() - before < 1 << 20, small::toString);
    }
    assertTrue(serializer.toBytes(new ArrayBlockingQueue<>(100_000)).length >= 100_000);
  }

  @Test
  void refusesAPatternWithTooManyCombiningMarks() {
    Serializer serializer = SERIALIZERS.getFirst();
    Pattern literal = Pattern.compile("a" + "\u0301\u0302\u0303\u0304\u0305".repeat(3));
    byte[] bytes = serializer.toBytes(literal);
    // The flags are the first part, behind the header and the root's slot.
    assertEquals(0, bytes[16]);
    bytes[16] = (byte) Pattern.CANON_EQ;
    assertEquals(
        Kind.UNSUPPORTED_TYPE,
        assertThrows(SerializationException.class, () -> serializer.fromBytes(bytes, Pattern.class))
            .kind());
  }
}
