// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Invalid released positions, followed by records that would be valid there.
class HostilePositionTest {

  private static final long CAPACITY = 12_000; // The ring's length is not a power of two.
  private static final long POSSIBLE = 1L << 62;
  private static final long LAST = Long.MAX_VALUE & -8;

  private final MemorySegment lane =
      Arena.ofAuto().allocate(LaneLayout.fileLength(CAPACITY), Long.BYTES);

  /// Creates a lane that was released up to a position, with a message at that position.
  private void writeMessageAt(long position) {
    LaneLayout.initialize(lane, CAPACITY);
    lane.set(ValueLayout.JAVA_LONG, LaneLayout.releasedOffset(0), position);
    MemorySegment ring = LaneLayout.ring(lane, CAPACITY);
    long ringLength = ring.byteSize();
    ring.set(
        ValueLayout.JAVA_LONG,
        position % ringLength,
        LaneLayout.header(LaneLayout.MESSAGE, LaneLayout.lap(position, ringLength), 8));
  }

  @ParameterizedTest
  @ValueSource(longs = {LAST, LAST - 8, POSSIBLE + 8, -8})
  void producerDetectsInvalidPositions(long position) {
    writeMessageAt(Math.abs(position));
    lane.set(ValueLayout.JAVA_LONG, LaneLayout.releasedOffset(0), position);
    assertThrows(
        LaneFault.class,
        () -> {
          LaneProducer producer = new LaneProducer(lane, CAPACITY);
          assertTrue(producer.tryClaim(100));
          producer.commit(100);
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {LAST, LAST - 8, POSSIBLE + 8})
  void consumerDetectsInvalidPositions(long position) {
    writeMessageAt(position);
    assertThrows(LaneFault.class, () -> LaneConsumer.takeOver(lane, CAPACITY));
  }

  @ParameterizedTest
  @ValueSource(longs = {LAST, LAST - 8, POSSIBLE + 8})
  void observerDetectsInvalidPositions(long position) {
    writeMessageAt(position);
    assertThrows(
        LaneFault.class,
        () -> {
          LaneObserver observer = new LaneObserver(lane, CAPACITY, 8);
          observer.next();
          observer.next();
        });
  }

  @Test
  void greatestValidPositionWorks() {
    writeMessageAt(POSSIBLE);
    LaneProducer producer = new LaneProducer(lane, CAPACITY);
    LaneObserver observer = new LaneObserver(lane, CAPACITY, 8);
    LaneConsumer consumer = LaneConsumer.takeOver(lane, CAPACITY);
    for (int i = 0; i < 100; i++) {
      assertNotNull(observer.next());
      assertTrue(consumer.advance());
      assertEquals(i == 0 ? 8 : 1000, consumer.messageLength());
      consumer.release();
      while (!producer.tryClaim(1000)) {
        assertTrue(!consumer.advance()); // padding
        consumer.release();
      }
      producer.commit(1000);
    }
  }
}
