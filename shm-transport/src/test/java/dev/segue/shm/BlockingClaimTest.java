// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.message;
import static dev.segue.shm.Numbers.numbers;
import static dev.segue.shm.Numbers.receive;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Publishers that sleep until there is room.
@Timeout(600)
class BlockingClaimTest extends InScratch {

  private static final Duration LONG = Duration.ofMinutes(5);

  private Channel create(Topology topology) {
    return Channel.create(
        path, ChannelConfig.defaults().withTopology(topology).withLaneCapacity(4000));
  }

  private static void fill(Publisher publisher) {
    int sent = 0;
    while (publisher.offer(message(sent))) {
      sent++;
    }
    assertTrue(sent > 0);
  }

  @Test
  void givesUpAfterTheTimeout() {
    try (Channel channel = create(Topology.PAIR)) {
      Publisher publisher = channel.addPublisher();
      fill(publisher);
      long start = System.nanoTime();
      assertNull(publisher.tryClaim(8, Duration.ofMillis(50)));
      assertTrue(System.nanoTime() - start >= 50_000_000);
      assertEquals(1, channel.members().size());
      assertTrue(channel.members().getFirst().waits() > 0);
    }
  }

  @Test
  void returnsAtOnceIfThereIsRoom() {
    try (Channel channel = create(Topology.PAIR)) {
      Publisher publisher = channel.addPublisher();
      assertNotNull(publisher.tryClaim(8, Duration.ZERO)).commit(8);
      assertEquals(0, channel.members().getFirst().waits());
    }
  }

  private static <T> T assertNotNull(@Nullable T value) {
    assertTrue(value != null, "null");
    return value;
  }

  @AfterEach
  void sleepAsUsual() {
    Sleeper.sleepUntilWoken(false);
  }

  /// After a lost wake-up, the publisher would sleep forever.
  @ParameterizedTest
  @EnumSource(Topology.class)
  void wakesWhenThereIsRoom(Topology topology) throws InterruptedException {
    Sleeper.sleepUntilWoken(true);
    try (Channel channel = create(topology)) {
      Subscriber subscriber = channel.addSubscriber();
      Publisher publisher = channel.addPublisher();
      List<Integer> received = new ArrayList<>();
      int count = 20_000;
      Thread sender =
          Thread.ofPlatform()
              .start(() -> {
                for (int n = 0; n < count; n++) {
                  Claim claim = assertNotNull(publisher.tryClaim(8, LONG));
                  claim.segment().set(ValueLayout.JAVA_INT, 0, n);
                  claim.commit(8);
                }
              });
      while (waits(channel) == 0) {
        Thread.sleep(1); // Waits until the lane is full and the publisher sleeps.
      }
      while (received.size() < count) {
        TimeUnit.MICROSECONDS.sleep(100); // The publisher must fall asleep again.
        received.addAll(receive(subscriber));
      }
      sender.join();
      assertEquals(numbers(0, count), received);
    }
  }

  /// Before each message, the rest of the lane is padded: the subscriber must be woken to read
  /// that.
  @Test
  void wakesTheSubscriberForPadding() throws InterruptedException {
    Sleeper.sleepUntilWoken(true);
    try (Channel channel = create(Topology.PAIR)) {
      Subscriber subscriber = channel.addSubscriber();
      Publisher publisher = channel.addPublisher();
      int count = 200;
      Thread sender =
          Thread.ofPlatform()
              .start(() -> {
                for (int n = 0; n < count; n++) {
                  Claim claim = assertNotNull(publisher.tryClaim(3000, LONG));
                  claim.segment().set(ValueLayout.JAVA_INT, 0, n);
                  claim.commit(3000);
                }
              });
      List<Integer> received = new ArrayList<>();
      while (received.size() < count) {
        int polled = subscriber.poll(m -> received.add(m.get(ValueLayout.JAVA_INT, 0)), 10, LONG);
        assertTrue(polled > 0, "a wake-up was lost");
      }
      sender.join();
      assertEquals(numbers(0, count), received);
    }
  }

  private static long waits(Channel channel) {
    return channel.members().stream()
        .filter(member -> member.role() == MemberRole.PUBLISHER)
        .findFirst()
        .orElseThrow()
        .waits();
  }

  @Test
  void closingThePublisherEndsTheWait() throws InterruptedException {
    try (Channel channel = create(Topology.PAIR)) {
      Publisher publisher = channel.addPublisher();
      fill(publisher);
      List<Throwable> thrown = new ArrayList<>();
      Thread sleeper =
          Thread.ofPlatform()
              .uncaughtExceptionHandler((t, e) -> thrown.add(e))
              .start(() -> assertNull(publisher.tryClaim(8, LONG)));
      Threads.awaitWaiting(sleeper);
      publisher.close();
      sleeper.join();
      assertEquals(IllegalStateException.class, thrown.getFirst().getClass());
    }
  }

  @Test
  void interruptEndsTheWait() throws InterruptedException {
    try (Channel channel = create(Topology.PAIR)) {
      Publisher publisher = channel.addPublisher();
      fill(publisher);
      List<Throwable> thrown = new ArrayList<>();
      Thread sleeper =
          Thread.ofPlatform()
              .uncaughtExceptionHandler((t, e) -> thrown.add(e))
              .start(() -> assertNull(publisher.tryClaim(8, LONG)));
      Threads.awaitWaiting(sleeper);
      sleeper.interrupt();
      sleeper.join();
      assertTrue(
          thrown.getFirst() instanceof TransportException e && e.kind() == Kind.INTERRUPTED,
          thrown::toString);
    }
  }

  @Test
  void worksOnVirtualThreads() throws InterruptedException {
    try (Channel channel = create(Topology.PAIR)) {
      Publisher publisher = channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      fill(publisher);
      Thread sleeper =
          Thread.ofVirtual().start(() -> assertNotNull(publisher.tryClaim(2000, LONG)).commit(0));
      Threads.awaitWaiting(sleeper);
      // The sleeper may commit while this polls, so its message may be among the first ones.
      int[] empty = new int[1];
      subscriber.poll(m -> empty[0] += m.byteSize() == 0 ? 1 : 0, Integer.MAX_VALUE);
      sleeper.join();
      subscriber.poll(m -> empty[0] += m.byteSize() == 0 ? 1 : 0, 10);
      assertEquals(1, empty[0]);
      send(publisher, 1);
    }
  }
}
