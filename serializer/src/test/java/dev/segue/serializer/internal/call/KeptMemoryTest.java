// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Serializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The memory that a serializer keeps reachable after a large payload.
class KeptMemoryTest {

  private static final int OBJECTS = 1_200_000;
  private static final long MOST_KEPT_BYTES = 8 << 20;

  static final class Box {
    long number;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void keptMemoryIsSmallAfterALargePayload(boolean references) {
    Serializer serializer = Serializer.builder().references(references).register(Box.class).build();
    byte[] small = serializer.toBytes(new ArrayList<>(List.of(new Box())));
    long before = reachableBytes();
    writeAndRead(serializer);
    Object last = serializer.fromBytes(small, List.class);
    long kept = reachableBytes() - before;
    assertTrue(kept < MOST_KEPT_BYTES, "kept=" + kept);
    assertEquals(1, ((List<?>) Objects.requireNonNull(last)).size());
  }

  private static void writeAndRead(Serializer serializer) {
    List<Box> boxes = new ArrayList<>();
    for (int i = 0; i < OBJECTS; i++) {
      boxes.add(new Box());
    }
    byte[] payload = serializer.toBytes(boxes);
    assertTrue(payload.length > 2 * MOST_KEPT_BYTES, "length=" + payload.length);
    List<?> copy = Objects.requireNonNull(serializer.fromBytes(payload, List.class));
    assertEquals(OBJECTS, copy.size());
  }

  private static long reachableBytes() {
    System.gc();
    System.gc(); // softly and weakly reachable memory is freed now
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
