// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.internal.halt.HaltPoints;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The crash matrix of a lane: a process halts before each store of a scenario, and its successor
/// finds every committed message once, and no other.
class LaneCrashTest {

  private static final long MAX = 1000;

  /// Thrown where the process dies.
  private static final class Halted extends Error {
    private static final long serialVersionUID = 1L;

    Halted(String store) {
      super(store);
    }
  }

  /// Runs a scenario up to its nth store. Returns false when it has fewer.
  private static boolean haltsAt(int store, Runnable scenario) {
    int[] stores = {0};
    HaltPoints.observe(name -> {
      if (!suspended && stores[0]++ >= store) {
        throw new Halted(name);
      }
    });
    try {
      scenario.run();
      return false;
    } catch (Halted e) {
      return true;
    } finally {
      HaltPoints.observe(name -> {});
    }
  }

  private static boolean suspended;

  /// The actions of a second process, which survives.
  private static void withoutHalts(Runnable action) {
    suspended = true;
    try {
      action.run();
    } finally {
      suspended = false;
    }
  }

  @AfterEach
  void noMoreHalts() {
    HaltPoints.observe(name -> {});
  }

  private static MemorySegment newLane(Arena arena) {
    MemorySegment lane = arena.allocate(LaneLayout.fileLength(MAX), 4096);
    LaneLayout.initialize(lane, MAX);
    return lane;
  }

  /// Sends numbered messages of various lengths until there is no room, and returns their number.
  private static int send(LaneProducer producer, int first, int count, List<Integer> sent) {
    int number = first;
    while (number < first + count && send(producer, number)) {
      sent.add(number);
      number++;
    }
    return number;
  }

  private static boolean send(LaneProducer producer, int number) {
    if (number % 5 == 2) {
      MemorySegment message = MemorySegment.ofArray(new byte[(int) length(number)]);
      message.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, number);
      return producer.offer(message, message.byteSize());
    }
    if (!producer.tryClaim(length(number) + 8)) {
      return false;
    }
    MemorySegment claim = producer.claimed();
    claim.fill((byte) 0x5a);
    claim.set(ValueLayout.JAVA_LONG, 0, number);
    if (number % 5 == 4) {
      producer.abort();
      assertTrue(producer.tryClaim(length(number)));
      producer.claimed().set(ValueLayout.JAVA_LONG, 0, number);
    }
    producer.commit(length(number));
    return true;
  }

  private static long length(int number) {
    return 8 + number * 37L % 700;
  }

  /// Reads all available messages.
  private static void receive(LaneConsumer consumer, List<Integer> received) {
    while (consumer.advance()) {
      MemorySegment message = consumer.message();
      int number = (int) message.get(ValueLayout.JAVA_LONG, 0);
      assertEquals(length(number), message.byteSize());
      received.add(number);
    }
    consumer.release();
  }

  @Test
  void laneSurvivesDeathOfProducerAtEachStore() {
    int store = 0;
    boolean halted;
    do {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment lane = newLane(arena);
        LaneConsumer consumer = LaneConsumer.takeOver(lane, MAX);
        List<Integer> sent = new ArrayList<>();
        List<Integer> received = new ArrayList<>();
        halted =
            haltsAt(
                store,
                () -> {
                  LaneProducer producer = new LaneProducer(lane, MAX);
                  int next = 0;
                  while (next < 40) {
                    next = send(producer, next, 40 - next, sent);
                    withoutHalts(() -> receive(consumer, received));
                  }
                });
        // All messages that were committed before it died, and then later ones.
        receive(consumer, received);
        LaneProducer successor = new LaneProducer(lane, MAX);
        int next = sent.size();
        while (next < 60) {
          next = send(successor, next, 60 - next, sent);
          receive(consumer, received);
        }
        assertEquals(sent, received, "halted before store " + store);
        store++;
      }
    } while (halted);
    assertTrue(store > 80, "stores=" + store);
  }

  @Test
  void laneSurvivesDeathOfConsumerAtEachStore() {
    int store = 0;
    boolean halted;
    do {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment lane = newLane(arena);
        LaneProducer producer = new LaneProducer(lane, MAX);
        List<Integer> sent = new ArrayList<>();
        List<Integer> released = new ArrayList<>();
        List<Integer> batch = new ArrayList<>();
        halted =
            haltsAt(
                store,
                () -> {
                  // Three consumers, one after another, each for some batches.
                  for (int turn = 0; turn < 3; turn++) {
                    LaneConsumer consumer = LaneConsumer.takeOver(lane, MAX);
                    for (int i = 0; i < 6; i++) {
                      withoutHalts(() -> send(producer, sent.size(), 2, sent));
                      while (consumer.advance()) {
                        batch.add((int) consumer.message().get(ValueLayout.JAVA_LONG, 0));
                      }
                      consumer.release();
                      released.addAll(batch);
                      batch.clear();
                    }
                  }
                });
        LaneConsumer successor = LaneConsumer.takeOver(lane, MAX);
        receive(successor, released);
        int next = sent.size();
        while (next < 60) {
          next = send(producer, next, 60 - next, sent);
          receive(successor, released);
        }
        assertEquals(sent, released, "halted before store " + store);
        store++;
      }
    } while (halted);
    assertTrue(store > 20, "stores=" + store);
  }

  @Test
  void abandonedClaimLeavesNoTrace() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lane = newLane(arena);
      LaneConsumer consumer = LaneConsumer.takeOver(lane, MAX);
      // With and without padding before it: a claim that wraps publishes its padding separately.
      for (int turn = 0; turn < 100; turn++) {
        LaneProducer dying = new LaneProducer(lane, MAX);
        if (dying.tryClaim(MAX)) {
          dying.claimed().fill((byte) 0xff);
        }
        receive(consumer, new ArrayList<>());
        List<Integer> sent = new ArrayList<>();
        List<Integer> received = new ArrayList<>();
        send(new LaneProducer(lane, MAX), turn, 1, sent);
        receive(consumer, received);
        assertEquals(sent, received);
      }
    }
  }

  @Test
  void releaseByAReplacedConsumerIsIgnored() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lane = newLane(arena);
      LaneProducer producer = new LaneProducer(lane, MAX);
      List<Integer> sent = new ArrayList<>();
      int next = send(producer, 0, 100, sent);
      LaneConsumer stopped = LaneConsumer.takeOver(lane, MAX);
      assertTrue(stopped.advance());
      LaneConsumer successor = LaneConsumer.takeOver(lane, MAX);
      assertReleaseIsNotHeeded(stopped, successor, producer, next, sent);
    }
  }

  @Test
  void releaseByAPausedConsumerIsIgnoredAfterManyTakeovers() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lane = newLane(arena);
      LaneProducer producer = new LaneProducer(lane, MAX);
      List<Integer> sent = new ArrayList<>();
      int next = send(producer, 0, 100, sent);
      LaneConsumer stopped = takeOver(lane, 1, 0);
      assertTrue(stopped.advance());
      LaneConsumer successor = stopped;
      for (int owner = 2; owner < 100; owner++) {
        successor = takeOver(lane, owner, 1);
      }
      assertReleaseIsNotHeeded(stopped, successor, producer, next, sent);
    }
  }

  /// A full lane gets no room until the next consumer has read the messages, whatever the paused
  /// consumer does.
  private static void assertReleaseIsNotHeeded(
      LaneConsumer stopped,
      LaneConsumer successor,
      LaneProducer producer,
      int next,
      List<Integer> sent) {
    while (stopped.advance()) {
      // resumes reading, unaware of its replacement
    }
    stopped.release();
    assertEquals(next, send(producer, next, 1, sent), "no room: nobody who counts has read");
    List<Integer> received = new ArrayList<>();
    receive(successor, received);
    assertEquals(sent, received);
    assertTrue(send(producer, next, 1, sent) > next);
  }

  /// One of the earlier owners is paused.
  private static LaneConsumer takeOver(MemorySegment lane, long owner, long stopped) {
    LaneConsumer consumer = LaneConsumer.takeOver(lane, MAX, owner, other -> other == stopped);
    assertNotNull(consumer);
    return consumer;
  }

  @Test
  void consumerWithoutAValidPositionLeavesTheLaneUnchanged() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lane = newLane(arena);
      LaneProducer producer = new LaneProducer(lane, MAX);
      LaneConsumer last = null;
      int owners = 0;
      LaneConsumer consumer = LaneConsumer.takeOver(lane, MAX, 1, _ -> true);
      while (consumer != null) {
        owners++;
        last = consumer;
        consumer = LaneConsumer.takeOver(lane, MAX, owners + 1, _ -> true);
      }
      assertEquals(16, owners);
      assertNotNull(last);
      List<Integer> sent = new ArrayList<>();
      List<Integer> received = new ArrayList<>();
      int next = 0;
      while (next < 60) {
        next = send(producer, next, 60 - next, sent);
        receive(last, received);
      }
      assertEquals(sent, received);
    }
  }

  @Test
  void holdsKeepTheirSpaceInAnyReleaseOrder() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lane = newLane(arena);
      LaneProducer producer = new LaneProducer(lane, MAX);
      LaneConsumer consumer = LaneConsumer.takeOver(lane, MAX);
      for (int turn = 0; turn < 50; turn++) {
        for (int i = 0; i < 3; i++) {
          assertTrue(producer.tryClaim(8));
          producer.claimed().set(ValueLayout.JAVA_LONG, 0, i);
          producer.commit(8);
        }
        List<LaneHold> holds = new ArrayList<>();
        while (consumer.advance()) {
          holds.add(consumer.hold());
        }
        consumer.release();
        assertEquals(3, consumer.holds());
        List<Integer> more = new ArrayList<>();
        send(producer, 0, 100, more);
        for (int i = 0; i < 3; i++) {
          assertEquals(i, holds.get(i).message().get(ValueLayout.JAVA_LONG, 0));
        }
        holds.get(2).release();
        consumer.release();
        assertEquals(3, consumer.holds());
        holds.get(0).release();
        consumer.release();
        assertEquals(2, consumer.holds());
        assertEquals(1, holds.get(1).message().get(ValueLayout.JAVA_LONG, 0));
        holds.get(1).release();
        List<Integer> received = new ArrayList<>();
        receive(consumer, received);
        assertEquals(more, received);
        assertTrue(consumer.isDrained());
      }
    }
  }

  @Test
  void corruptLengthsAreFaults() {
    long[] headers = {
      LaneLayout.header(LaneLayout.MESSAGE, 0, 5000),
      LaneLayout.header(LaneLayout.MESSAGE, 0, (1L << 41) - 1),
      LaneLayout.header(LaneLayout.PADDING, 0, 8),
      LaneLayout.header(LaneLayout.MESSAGE, LaneLayout.nextLap(0), 8),
      LaneLayout.header(3, 0, 8),
      LaneLayout.header(0x80, 0, 0),
      -1,
      1,
      Long.MIN_VALUE,
      Long.MAX_VALUE
    };
    for (long header : headers) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment lane = newLane(arena);
        LaneConsumer consumer = LaneConsumer.takeOver(lane, MAX);
        lane.set(ValueLayout.JAVA_LONG, LaneLayout.RING_OFFSET, header);
        assertThrows(LaneFault.class, consumer::advance);
        assertThrows(LaneFault.class, () -> new LaneProducer(lane, MAX));
      }
    }
  }

  /// A ring full of records, left by a process that does not clear the next header, does not make a
  /// reader loop forever.
  @Test
  void ringWithoutAnEndIsAFault() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lane = newLane(arena);
      LaneConsumer consumer = LaneConsumer.takeOver(lane, MAX);
      long records = (lane.byteSize() - LaneLayout.RING_OFFSET) / 16;
      for (long i = 0; i < records; i++) {
        lane.set(
            ValueLayout.JAVA_LONG,
            LaneLayout.RING_OFFSET + 16 * i,
            LaneLayout.header(LaneLayout.MESSAGE, 0, 8));
      }
      assertThrows(LaneFault.class, () -> new LaneProducer(lane, MAX));
      long[] read = {0};
      assertThrows(
          LaneFault.class,
          () -> {
            while (consumer.advance()) {
              read[0]++;
              consumer.release();
            }
          });
      assertEquals(records, read[0]);
    }
  }

  @Test
  void lapsAreCountedModuloTheirWidth() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lane = newLane(arena);
      LaneProducer producer = new LaneProducer(lane, MAX);
      LaneConsumer consumer = LaneConsumer.takeOver(lane, MAX);
      for (int i = 0; i < 200_000; i++) {
        while (!producer.tryClaim(MAX)) {
          assertTrue(!consumer.advance());
          consumer.release();
        }
        producer.commit(MAX);
        assertTrue(consumer.advance());
        consumer.release();
        if (i % 1000 == 0) {
          producer = new LaneProducer(lane, MAX);
          consumer = LaneConsumer.takeOver(lane, MAX);
        }
      }
    }
  }
}
