// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ShortCopyTest {

  private static final int BEFORE = 16;

  private static byte[] numbers(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i + 1);
    }
    return bytes;
  }

  @Test
  void copiesTheMessageAndNothingElse() {
    for (int length = 0; length < 64; length++) {
      byte[] expected = new byte[BEFORE + 64];
      byte[] actual = new byte[expected.length];
      MemorySegment target = MemorySegment.ofArray(actual);
      MemorySegment source = MemorySegment.ofArray(numbers(length));
      boolean copied = ShortCopy.tryCopy(source, 0, target, BEFORE, length);
      assertEquals(length >= 8 && length <= 32, copied);
      if (copied) {
        System.arraycopy(numbers(length), 0, expected, BEFORE, length);
      }
      assertArrayEquals(expected, actual, "length=" + length);
    }
  }

  @Test
  void copiesBetweenRangesThatOverlap() {
    for (int distance = -BEFORE; distance <= BEFORE; distance++) {
      byte[] memory = numbers(64);
      byte[] expected = memory.clone();
      System.arraycopy(memory, BEFORE, expected, BEFORE + distance, 32);
      MemorySegment segment = MemorySegment.ofArray(memory);
      assertTrue(ShortCopy.tryCopy(segment, BEFORE, segment, BEFORE + distance, 32));
      assertArrayEquals(expected, memory, "distance=" + distance);
    }
  }

  /// The lane and the message may each belong to the current thread or to none.
  @Test
  void messagesFromAnyArenaArriveInAnyLane() {
    try (Arena confined = Arena.ofConfined()) {
      for (Arena lanes : new Arena[] {confined, Arena.ofAuto()}) {
        for (Arena messages : new Arena[] {confined, Arena.ofAuto()}) {
          deliverEachLength(lanes, messages);
        }
      }
    }
  }

  private static void deliverEachLength(Arena lanes, Arena messages) {
    long capacity = 4000;
    MemorySegment lane = lanes.allocate(LaneLayout.fileLength(capacity), Long.BYTES);
    LaneLayout.initialize(lane, capacity);
    LaneProducer producer = new LaneProducer(lane, capacity);
    LaneConsumer consumer = LaneConsumer.takeOver(lane, capacity);
    for (int turn = 0; turn < 500; turn++) {
      int length = turn % 40;
      byte[] bytes = numbers(length);
      Arrays.fill(bytes, length / 2, length, (byte) turn);
      MemorySegment message = messages.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
      while (!producer.offer(message, length)) {
        assertFalse(consumer.advance()); // only padding
        consumer.release();
      }
      assertTrue(consumer.advance());
      assertArrayEquals(bytes, consumer.message().toArray(ValueLayout.JAVA_BYTE));
      consumer.release();
    }
    assertEquals(500, LaneCounters.of(lane).messages());
  }
}
