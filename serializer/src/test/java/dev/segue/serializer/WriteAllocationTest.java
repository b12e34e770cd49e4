// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/// What writing arrays allocates, few elements and many.
class WriteAllocationTest {

  private static final int LONG = 1000;

  /// Of [MemorySegment#heapBase], where the JIT has seen segments of many kinds before; a segment
  /// would take 40.
  private static final int OPTIONAL_BYTES = 16;

  private static final int MOST_OUT_OF_BAND = 400;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Numbers(short[] shorts, int[] ints, double[] doubles) {}

  private static final Numbers MANY = new Numbers(new short[LONG], new int[LONG], new double[LONG]);

  private final MemorySegment destination = MemorySegment.ofArray(new byte[1 << 15]);

  private static SerializerBuilder builder() {
    return Serializer.builder().register(Numbers.class).execution(Execution.COMPILED);
  }

  @Test
  void arraysAreWrittenIntoAnArrayWithoutASegment() {
    Serializer serializer = builder().build();
    Numbers few = new Numbers(new short[3], new int[3], new double[3]);
    for (Numbers numbers : new Numbers[] {few, MANY}) {
      double bytes = Allocation.perRun(() -> serializer.write(numbers, destination, 0));
      assertTrue(bytes <= OPTIONAL_BYTES, "bytes per write: " + bytes);
    }
  }

  @Test
  void whatIsHandedOverTakesLittleMoreThanItsSegments() {
    Serializer serializer = builder().outOfBand(64).build();
    double bytes = Allocation.perRun(() -> serializer.write(MANY, destination, 0, _ -> {}));
    assertTrue(bytes < MOST_OUT_OF_BAND, "bytes per write: " + bytes);
  }
}
