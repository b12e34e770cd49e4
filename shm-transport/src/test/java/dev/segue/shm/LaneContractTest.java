// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The contract between publisher and subscriber.
class LaneContractTest extends InScratch {

  private static final int CAPACITY = 4000;

  private Channel channel;
  private Publisher publisher;
  private Subscriber subscriber;

  @BeforeEach
  void open() {
    open(CAPACITY);
  }

  private void open(long capacity) {
    channel =
        Channel.create(
            scratch.path("lane-" + capacity), ChannelConfig.defaults().withLaneCapacity(capacity));
    publisher = channel.addPublisher();
    subscriber = channel.addSubscriber();
  }

  @AfterEach
  void close() {
    channel.close();
  }

  private static Claim claimed(@Nullable Claim claim) {
    assertNotNull(claim);
    return claim;
  }

  private int drain() {
    return subscriber.poll(message -> {}, Integer.MAX_VALUE);
  }

  @Test
  void deliversWhatWasWrittenInPlace() {
    Claim claim = claimed(publisher.tryClaim(100));
    assertEquals(100, claim.segment().byteSize());
    Messages.fill(claim.segment(), 7);
    claim.commit(60);
    assertEquals(1, subscriber.poll(m -> assertTrue(Messages.matches(m, 7, 60)), 10));
    assertEquals(0, drain());
  }

  @Test
  void alignsMessagesToEightBytes() {
    for (int length = 0; length < 20; length++) {
      assertTrue(publisher.offer(Messages.message(length, length)));
    }
    assertEquals(20, subscriber.poll(m -> assertEquals(0, m.address() % 8), 100));
  }

  @Test
  void showsNothingBeforeCommit() {
    Claim claim = claimed(publisher.tryClaim(8));
    assertEquals(0, drain());
    claim.commit(8);
    assertEquals(1, drain());
  }

  @Test
  void abortLeavesNothing() {
    claimed(publisher.tryClaim(1000)).abort();
    assertTrue(publisher.offer(Messages.message(3, 30)));
    assertEquals(1, subscriber.poll(m -> assertTrue(Messages.matches(m, 3, 30)), 10));
  }

  @Test
  void carriesEmptyMessages() {
    for (int i = 0; i < 2000; i++) {
      assertTrue(publisher.offer(Messages.message(0, 0)));
      assertEquals(1, subscriber.poll(m -> assertEquals(0, m.byteSize()), 10));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1024, 1025, 1032, 4072, 4080, 4081, 100_000})
  void carriesMessagesAsLongAsTheLaneFromEveryOffset(long capacity) {
    open(capacity);
    SplittableRandom random = new SplittableRandom(capacity);
    for (int i = 0; i < 300; i++) {
      int small = (int) random.nextLong(capacity + 1) / 7;
      assertTrue(publisher.offer(Messages.message(i, small)));
      assertEquals(1, drain());
      // If there is no room up to the end of the ring, continuing at its start takes one poll.
      while (!publisher.offer(Messages.message(i, (int) capacity))) {
        assertEquals(0, drain());
      }
      int seed = i;
      assertEquals(1, subscriber.poll(m -> assertTrue(Messages.matches(m, seed, capacity)), 10));
    }
  }

  @Test
  void publisherClosedWithAnOpenClaimReportsThatItIsClosed() {
    claimed(publisher.tryClaim(10));
    publisher.close();
    assertEquals(
        "the publisher is closed",
        assertThrows(IllegalStateException.class, () -> publisher.tryClaim(10)).getMessage());
  }

  @Test
  void pushesBackWhenFullAndRecovers() {
    int sent = 0;
    while (publisher.offer(Messages.message(sent, 100))) {
      sent++;
    }
    assertTrue(sent > 30, "sent=" + sent);
    assertNull(publisher.tryClaim(100));
    // Two, because the last bytes of the ring may be too few for a message.
    assertEquals(2, subscriber.poll(m -> {}, 2));
    assertTrue(publisher.offer(Messages.message(sent, 100)));
    assertFalse(publisher.offer(Messages.message(0, 300)));
    assertEquals(sent - 1, drain());
  }

  @Test
  void refusesMessagesLongerThanTheLane() {
    TransportException e =
        assertThrows(
            TransportException.class, () -> publisher.offer(Messages.message(1, CAPACITY + 1)));
    assertEquals(Kind.MESSAGE_TOO_LONG, e.kind());
    assertThrows(TransportException.class, () -> publisher.tryClaim(Long.MAX_VALUE));
    assertThrows(IllegalArgumentException.class, () -> publisher.tryClaim(-1));
    assertTrue(publisher.offer(Messages.message(1, CAPACITY)));
  }

  @Test
  void allowsOneOpenClaim() {
    Claim first = claimed(publisher.tryClaim(8));
    assertThrows(IllegalStateException.class, () -> publisher.tryClaim(8));
    assertThrows(IndexOutOfBoundsException.class, () -> first.commit(9));
    assertThrows(IndexOutOfBoundsException.class, () -> first.commit(-1));
    first.commit(8);
    assertThrows(IllegalStateException.class, () -> first.commit(8));
    assertThrows(IllegalStateException.class, first::abort);
    assertThrows(IllegalStateException.class, first::segment);
    assertSame(first, publisher.tryClaim(8));
  }

  @Test
  void continuesAfterAThrowingHandler() {
    for (int i = 0; i < 3; i++) {
      assertTrue(publisher.offer(Messages.message(i, i)));
    }
    IllegalArgumentException thrown = new IllegalArgumentException("from the handler");
    MessageHandler throwing =
        m -> {
          throw thrown;
        };
    assertSame(
        thrown, assertThrows(IllegalArgumentException.class, () -> subscriber.poll(throwing, 10)));
    List<Long> lengths = new ArrayList<>();
    assertEquals(2, subscriber.poll(m -> lengths.add(m.byteSize()), 10));
    assertEquals(List.of(1L, 2L), lengths);
  }

  @Test
  void refusesPollFromInsideAHandler() {
    assertTrue(publisher.offer(Messages.message(1, 1)));
    assertThrows(
        IllegalStateException.class,
        () -> subscriber.poll(m -> subscriber.poll(inner -> {}, 1), 1));
    assertEquals(0, drain());
  }

  @Test
  void closesFromInsideAHandler() {
    assertTrue(publisher.offer(Messages.message(1, 1)));
    assertEquals(1, subscriber.poll(m -> subscriber.close(), 1));
    assertThrows(IllegalStateException.class, () -> subscriber.poll(m -> {}, 1));
  }

  @Test
  void continuesWhereTheLastPublisherAndSubscriberLeft() {
    int seed = 0;
    int expected = 0;
    SplittableRandom random = new SplittableRandom(42);
    Queue<Integer> lengths = new ArrayDeque<>();
    for (int turn = 0; turn < 200; turn++) {
      int length = random.nextInt(1500);
      if (publisher.offer(Messages.message(seed, length))) {
        lengths.add(length);
        seed++;
      }
      claimedOrNot(publisher.tryClaim(10));
      publisher.close();
      publisher = channel.addPublisher();
      if (random.nextBoolean()) {
        int number = expected;
        expected +=
            subscriber.poll(m -> assertTrue(Messages.matches(m, number, lengths.remove())), 1);
        subscriber.close();
        subscriber = channel.addSubscriber();
      }
    }
    assertTrue(expected > 50, "expected=" + expected);
    assertEquals(seed - expected, drain());
  }

  private static void claimedOrNot(@Nullable Claim claim) {
    if (claim != null) {
      Messages.fill(claim.segment(), 99);
    }
  }

  @Test
  void matchesAModelOnRandomTraffic() {
    for (long seed = 1; seed <= 20; seed++) {
      randomTraffic(seed);
    }
  }

  private void randomTraffic(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Queue<long[]> model = new ArrayDeque<>();
    for (int step = 0; step < 5000; step++) {
      if (random.nextBoolean()) {
        int max = random.nextInt(8) == 0 ? CAPACITY : 300;
        long claimed = random.nextLong(max + 1);
        Claim claim = publisher.tryClaim(claimed);
        if (claim == null) {
          continue;
        }
        long length = random.nextLong(claimed + 1);
        Messages.fill(claim.segment(), step);
        if (random.nextInt(5) == 0) {
          claim.abort();
        } else {
          claim.commit(length);
          model.add(new long[] {step, length});
        }
      } else {
        subscriber.poll(
            m -> {
              long[] expected = model.remove();
              assertTrue(Messages.matches(m, expected[0], expected[1]), "seed=" + seed);
            },
            random.nextInt(10));
      }
    }
    assertEquals(model.size(), drain(), "seed=" + seed);
  }

  @Test
  void sendsWithASerializer() {
    MessageSerializer<CharSequence> writer =
        (value, destination, offset) -> {
          destination.setString(offset, value.toString());
          return value.length() + 1L;
        };
    assertTrue(publisher.offer(writer, "in place", 100));
    assertEquals(
        1,
        subscriber.poll(
            m -> {
              assertEquals(9, m.byteSize());
              assertEquals("in place", m.getString(0));
            },
            1));
    // Too long for its claim: nothing is sent, and the lane keeps working.
    assertThrows(IndexOutOfBoundsException.class, () -> publisher.offer(writer, "too long", 4));
    assertThrows(IndexOutOfBoundsException.class, () -> publisher.offer((v, d, o) -> 5, "liar", 4));
    assertEquals(0, drain());
    assertTrue(publisher.offer(writer, "next", 100));
    assertEquals(1, drain());
  }

  @Test
  @Timeout(600)
  void deliversEveryMessageBetweenThreads() throws InterruptedException {
    int count = 200_000;
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    Thread sender =
        Thread.ofPlatform()
            .uncaughtExceptionHandler((t, e) -> failure.set(e))
            .start(() -> {
              SplittableRandom random = new SplittableRandom(5);
              IdleAction idle = new YieldingIdleStrategy()::idle;
              for (long i = 0; i < count; i++) {
                int length = random.nextInt(64) == 0 ? random.nextInt(CAPACITY - 8) : 8;
                Claim claim = publisher.claim(length + 8L, idle);
                claim.segment().set(ValueLayout.JAVA_LONG, 0, i);
                Messages.fill(claim.segment().asSlice(8), i);
                claim.commit(length + 8L);
              }
            });
    IdleAction idle = new YieldingIdleStrategy()::idle;
    long[] next = {0};
    while (next[0] < count && failure.get() == null) {
      idle.idle(
          subscriber.poll(
              m -> {
                assertEquals(next[0], m.get(ValueLayout.JAVA_LONG, 0));
                assertTrue(Messages.matches(m.asSlice(8), next[0], m.byteSize() - 8));
                next[0]++;
              },
              100));
    }
    sender.join();
    assertNull(failure.get());
  }

  @Test
  void stopsWaitingWhenInterrupted() {
    while (publisher.offer(Messages.message(0, 500))) {
      // until it is full
    }
    Thread.currentThread().interrupt();
    TransportException e =
        assertThrows(
            TransportException.class,
            () -> publisher.claim(500, BusySpinIdleStrategy.INSTANCE::idle));
    assertEquals(Kind.INTERRUPTED, e.kind());
    assertTrue(Thread.interrupted());
  }

  @Test
  @Timeout(600)
  void closingDuringUseThrows() throws InterruptedException {
    for (int turn = 0; turn < 20; turn++) {
      AtomicReference<@Nullable Throwable> end = new AtomicReference<>();
      Publisher current = publisher;
      MemorySegment message = Messages.message(turn, 1000);
      Thread user =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  while (true) {
                    current.offer(message);
                  }
                } catch (Throwable e) {
                  end.set(e);
                }
              });
      for (int i = 0; i < 1000; i++) {
        drain();
      }
      current.close();
      user.join();
      assertTrue(end.get() instanceof IllegalStateException, () -> "ended by " + end.get());
      publisher = channel.addPublisher();
      drain();
    }
  }
}
