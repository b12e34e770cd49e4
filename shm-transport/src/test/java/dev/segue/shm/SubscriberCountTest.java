// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The number of subscribers that a publisher reports.
@Timeout(600)
class SubscriberCountTest extends InScratch {

  private static final Duration LONG = Duration.ofMinutes(5);

  private Thread waiter = Thread.currentThread();

  private Channel create(Topology topology) {
    return Channel.create(
        path, ChannelConfig.defaults().withTopology(topology).withLaneCapacity(4000));
  }

  @ParameterizedTest
  @EnumSource(Topology.class)
  void countsJoiningAndLeavingSubscribers(Topology topology) {
    int most = topology == Topology.PAIR ? 1 : 3;
    try (Channel channel = create(topology)) {
      Publisher publisher = channel.addPublisher();
      assertEquals(0, publisher.subscriberCount());
      assertFalse(publisher.isConnected());
      Subscriber last = channel.addSubscriber();
      for (int count = 1; count <= most; count++) {
        assertEquals(count, publisher.subscriberCount());
        assertTrue(publisher.isConnected());
        if (count < most) {
          last = channel.addSubscriber();
        }
      }
      last.close();
      assertEquals(most - 1, publisher.subscriberCount());
      assertEquals(most > 1, publisher.isConnected());
    }
  }

  /// In a queue, another subscriber drains the lane of a subscriber that left.
  @Test
  void countsNoSubscriberTwice() {
    try (Channel channel = create(Topology.QUEUE)) {
      Publisher publisher = channel.addPublisher();
      Subscriber first = channel.addSubscriber();
      Subscriber second = channel.addSubscriber();
      Numbers.numbers(0, 10).forEach(n -> Numbers.send(publisher, n));
      first.close();
      assertEquals(1, publisher.subscriberCount());
      assertEquals(10, Numbers.receiveAll(second, 10).size());
    }
  }

  @Test
  void openClaimKeepsItsCount() {
    try (Channel channel = create(Topology.BROADCAST)) {
      Publisher publisher = channel.addPublisher();
      try (Claim claim = publisher.tryClaim(8)) {
        assertTrue(claim != null);
        Subscriber subscriber = channel.addSubscriber();
        assertEquals(0, publisher.subscriberCount());
        claim.commit();
        assertEquals(1, publisher.subscriberCount());
        assertEquals(List.of(), Numbers.receive(subscriber));
      }
    }
  }

  @Test
  void waitsUntilABroadcastReachesTheSubscribers() throws Exception {
    try (Channel channel = create(Topology.BROADCAST)) {
      Publisher publisher = channel.addPublisher();
      assertTrue(publisher.awaitSubscribers(0, Duration.ZERO));
      FutureTask<Boolean> waiting = started(() -> publisher.awaitSubscribers(2, LONG));
      Subscriber first = channel.addSubscriber();
      Threads.awaitWaiting(waiter);
      assertFalse(waiting.isDone());
      Subscriber second = channel.addSubscriber();
      assertTrue(waiting.get());
      Numbers.send(publisher, 7);
      Numbers.assertReceives(List.of(7), first);
      Numbers.assertReceives(List.of(7), second);
    }
  }

  @Test
  void waitForSubscribersTimesOut() {
    try (Channel channel = create(Topology.QUEUE)) {
      Publisher publisher = channel.addPublisher();
      channel.addSubscriber();
      long start = System.nanoTime();
      assertFalse(publisher.awaitSubscribers(2, Duration.ofMillis(20)));
      assertTrue(System.nanoTime() - start >= 20_000_000);
      assertFalse(publisher.awaitSubscribers(2, Duration.ZERO));
      try (Claim claim = publisher.tryClaim(8)) {
        assertTrue(claim != null);
        assertThrows(
            IllegalStateException.class, () -> publisher.awaitSubscribers(1, Duration.ZERO));
      }
      Numbers.send(publisher, 1);
    }
  }

  @Test
  void stopsWaitingWhenInterruptedOrClosed() throws Exception {
    try (Channel channel = create(Topology.PAIR)) {
      Publisher publisher = channel.addPublisher();
      CountDownLatch ready = new CountDownLatch(1);
      FutureTask<TransportException> interrupted =
          started(() -> {
            Thread.currentThread().interrupt();
            ready.countDown();
            return assertThrows(
                TransportException.class, () -> publisher.awaitSubscribers(1, LONG));
          });
      ready.await();
      assertEquals(Kind.INTERRUPTED, interrupted.get().kind());
      FutureTask<IllegalStateException> closed =
          started(() ->
              assertThrows(IllegalStateException.class, () -> publisher.awaitSubscribers(1, LONG)));
      Threads.awaitWaiting(waiter);
      publisher.close();
      closed.get();
      assertThrows(IllegalStateException.class, publisher::subscriberCount);
      assertThrows(IllegalStateException.class, publisher::isConnected);
    }
  }

  private <T> FutureTask<T> started(Callable<T> action) {
    FutureTask<T> task = new FutureTask<>(action);
    waiter = Thread.ofPlatform().start(task);
    return task;
  }
}
