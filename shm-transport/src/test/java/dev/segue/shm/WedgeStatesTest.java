// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.assertReceives;
import static dev.segue.shm.Numbers.numbers;
import static dev.segue.shm.Numbers.receive;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.lane.LaneConsumer;
import dev.segue.shm.internal.lane.LaneLayout;
import dev.segue.shm.internal.lane.LaneProducer;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The states in which ring buffers with claims in shared memory get stuck, or deliver messages
/// that were not committed. None of them exists here. (State C with real processes: {@link
/// StoppedPeerTest}.)
@Timeout(600)
class WedgeStatesTest extends InScratch {

  private static final int CAPACITY = 4000;

  private Channel channel;

  @BeforeEach
  void open() {
    channel = Channel.create(path, ChannelConfig.defaults().withLaneCapacity(CAPACITY));
  }

  @AfterEach
  void close() {
    channel.close();
  }

  /// Claims, writes, and dies.
  private void dieWithAClaim(long length) throws IOException {
    Channel dying = Channel.open(path);
    Claim claim = dying.addPublisher().tryClaim(length);
    assertNotNull(claim);
    claim.segment().fill((byte) 0xff);
    dying.abandon();
  }

  @Test
  void stateAAbandonedClaim() throws IOException {
    Subscriber subscriber = channel.addSubscriber();
    for (int i = 0; i < 20; i++) {
      dieWithAClaim(500);
      assertEquals(List.of(), receive(subscriber));
      try (Publisher successor = channel.addPublisher()) {
        send(successor, i);
      }
      assertReceives(List.of(i), subscriber);
    }
  }

  @Test
  void stateBAbandonedClaimBehindPadding() throws IOException {
    Subscriber subscriber = channel.addSubscriber();
    for (int i = 0; i < 20; i++) {
      try (Publisher publisher = channel.addPublisher()) {
        // Leaves less than 1000 bytes in the rest of the ring.
        assertTrue(publisher.offer(MemorySegment.ofArray(new byte[3200])));
      }
      assertEquals(1, subscriber.poll(m -> {}, 10));
      dieWithAClaim(1000);
      assertEquals(List.of(), receive(subscriber));
      try (Publisher successor = channel.addPublisher()) {
        send(successor, i);
        assertReceives(List.of(i), subscriber);
        // Returns to the start of a lap.
        while (!successor.offer(MemorySegment.ofArray(new byte[CAPACITY]))) {
          assertEquals(List.of(), receive(subscriber));
        }
        assertEquals(1, subscriber.poll(m -> assertEquals(CAPACITY, m.byteSize()), 10));
      }
    }
  }

  /// No other producer gets the lane of a fenced producer. So a late commit publishes a complete
  /// message, or writes to a deleted lane.
  @Test
  void stateCCommitAfterFencing() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lane = newLane(arena);
      MemorySegment successorsLane = newLane(arena);
      LaneProducer stale = new LaneProducer(lane, CAPACITY);
      LaneConsumer consumer = LaneConsumer.takeOver(lane, CAPACITY);
      LaneConsumer successorsConsumer = LaneConsumer.takeOver(successorsLane, CAPACITY);
      assertTrue(stale.tryClaim(64));
      stale.claimed().fill((byte) 7);
      LaneProducer successor = new LaneProducer(successorsLane, CAPACITY);
      assertTrue(successor.tryClaim(64));
      successor.claimed().fill((byte) 8);
      stale.commit(64);
      assertTrue(!successorsConsumer.advance());
      successor.commit(64);
      assertTrue(consumer.advance());
      assertEquals(7, consumer.message().get(ValueLayout.JAVA_BYTE, 63));
      assertTrue(successorsConsumer.advance());
      assertEquals(8, successorsConsumer.message().get(ValueLayout.JAVA_BYTE, 63));
    }
  }

  private static MemorySegment newLane(Arena arena) {
    MemorySegment lane = arena.allocate(LaneLayout.fileLength(CAPACITY), Long.BYTES);
    LaneLayout.initialize(lane, CAPACITY);
    return lane;
  }

  @Test
  void stateDCorruptLength() throws IOException {
    Publisher publisher = channel.addPublisher();
    Subscriber subscriber = channel.addSubscriber();
    send(publisher, 1);
    try (Arena arena = Arena.ofConfined();
        FileChannel file =
            FileChannel.open(
                Scratch.file(path, "lane-1"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MemorySegment lane = file.map(MapMode.READ_WRITE, 0, file.size(), arena);
      for (long header : new long[] {-1, 1, 1L << 40, (1L << 56) | (1L << 40), Long.MIN_VALUE}) {
        lane.set(ValueLayout.JAVA_LONG, 4096, header);
        TransportException e = assertThrows(TransportException.class, () -> receive(subscriber));
        assertEquals(Kind.CORRUPT, e.kind());
      }
    }
  }

  @Test
  void stateEThrowingHandler() {
    Publisher publisher = channel.addPublisher();
    Subscriber subscriber = channel.addSubscriber();
    for (int turn = 0; turn < 1000; turn++) {
      numbers(0, 3).forEach(n -> send(publisher, n));
      assertThrows(
          IllegalStateException.class,
          () ->
              subscriber.poll(
                  m -> {
                    throw new IllegalStateException("poisoned");
                  },
                  10));
      assertReceives(numbers(1, 3), subscriber);
    }
  }

  @Test
  void stateFMessageLongerThanAnEighthOfTheLane() {
    Publisher publisher = channel.addPublisher();
    Subscriber subscriber = channel.addSubscriber();
    for (int length = 0; length <= CAPACITY; length += 250) {
      MemorySegment message = Messages.message(length, length);
      while (!publisher.offer(message)) {
        assertEquals(0, subscriber.poll(m -> {}, 1));
      }
      int seed = length;
      assertEquals(1, subscriber.poll(m -> assertTrue(Messages.matches(m, seed, seed)), 10));
    }
  }
}
