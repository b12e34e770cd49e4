// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// An observer that the producer overtakes constantly.
@Timeout(600)
class OvertakenObserverTest {

  private static final long CAPACITY = 16_000;
  private static final int MOST_BYTES = 207;
  private static final int LEAST_BYTES = 8;
  private static final long LEAST_NANOS = 500_000_000;

  /// On a busy machine, the two threads may hardly run at the same time.
  private static final long MOST_NANOS = 300_000_000_000L;

  private static final int ENOUGH_SHOWN = 500;
  private static final int ENOUGH_MISSED = 10;

  private final AtomicBoolean done = new AtomicBoolean();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /// The contents of a message after its description.
  private interface Filler {
    void fill(MemorySegment ring, long offset, int length, LaneProducer producer);
  }

  private static void describe(MemorySegment ring, long offset, int length) {
    ring.set(ValueLayout.JAVA_INT, offset, ~length);
    ring.set(ValueLayout.JAVA_INT, offset + Integer.BYTES, check(length));
  }

  private static int check(int length) {
    return length * 0x9e3779b9 ^ 0x5bd1e995;
  }

  private static boolean isGenuine(MemorySegment message, long length) {
    return length >= LEAST_BYTES
        && length <= MOST_BYTES
        && message.byteSize() == length
        && message.get(ValueLayout.JAVA_INT_UNALIGNED, 0) == ~(int) length
        && message.get(ValueLayout.JAVA_INT_UNALIGNED, Integer.BYTES) == check((int) length);
  }

  /// Sends and receives while the test observes.
  private void publish(MemorySegment lane, Filler filler) {
    try {
      LaneProducer producer = new LaneProducer(lane, CAPACITY);
      LaneConsumer consumer = LaneConsumer.takeOver(lane, CAPACITY);
      SplittableRandom random = new SplittableRandom(7);
      while (!done.getPlain()) {
        int length = random.nextInt(LEAST_BYTES, MOST_BYTES + 1);
        while (!producer.tryClaim(length)) {
          while (consumer.advance()) {
            // Reads the message only to release its space.
          }
          consumer.release();
        }
        long offset = producer.claimedOffset();
        filler.fill(producer.memory(), offset, length, producer);
        describe(producer.memory(), offset, length);
        producer.commit(length);
      }
    } catch (Throwable e) {
      failure.set(e);
    }
  }

  private void look(Filler filler) throws InterruptedException {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment lane = arena.allocate(LaneLayout.fileLength(CAPACITY), 64);
      LaneLayout.initialize(lane, CAPACITY);
      LaneObserver observer = new LaneObserver(lane, CAPACITY, 256);
      Thread publishing = Thread.ofPlatform().start(() -> publish(lane, filler));
      long shown = 0;
      long garbage = 0;
      try {
        long start = System.nanoTime();
        long nanos = 0;
        while (failure.get() == null
            && (nanos < LEAST_NANOS || shown < ENOUGH_SHOWN || observer.missed() < ENOUGH_MISSED)
            && nanos < MOST_NANOS) {
          nanos = System.nanoTime() - start;
          MemorySegment message = observer.next();
          if (message != null) {
            shown++;
            garbage += isGenuine(message, observer.length()) ? 0 : 1;
          }
        }
      } finally {
        done.set(true);
        publishing.join();
      }
      assertEquals(null, failure.get());
      assertEquals(0, garbage, () -> "passed " + observer.missed() + " times");
      assertTrue(shown >= ENOUGH_SHOWN, "it saw hardly anything: " + shown);
      assertTrue(
          observer.missed() >= ENOUGH_MISSED, "it was hardly ever passed: " + observer.missed());
    }
  }

  @Test
  void overwrittenLengthIsNotShown() throws InterruptedException {
    look((ring, offset, length, _) -> ring.asSlice(offset, length).fill((byte) 0x41));
  }

  /// Each word of a payload is the header that was at its offset one lap earlier.
  @Test
  void payloadThatLooksLikeAHeaderIsNotShown() throws InterruptedException {
    look((ring, offset, length, producer) -> {
      long before = producer.position() - ring.byteSize();
      if (before >= 0) {
        long header =
            LaneLayout.header(
                LaneLayout.MESSAGE, LaneLayout.lap(before, ring.byteSize()), LEAST_BYTES);
        for (int i = 0; i + Long.BYTES <= length; i += Long.BYTES) {
          ring.set(ValueLayout.JAVA_LONG, offset + i, header);
        }
      }
    });
  }
}
