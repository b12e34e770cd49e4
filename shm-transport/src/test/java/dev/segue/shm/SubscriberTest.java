// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.assertReceives;
import static dev.segue.shm.Numbers.message;
import static dev.segue.shm.Numbers.numbers;
import static dev.segue.shm.Numbers.receive;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Holding messages, decoding values and other features of a subscriber.
@Timeout(600)
class SubscriberTest extends InScratch {

  private Channel create(Topology topology) {
    return Channel.create(
        path, ChannelConfig.defaults().withTopology(topology).withLaneCapacity(4000));
  }

  @Nested
  class Holding {

    @Test
    void heldMessagesStayReadableAfterTheHandler() {
      try (Channel channel = create(Topology.PAIR)) {
        Publisher publisher = channel.addPublisher();
        Subscriber subscriber = channel.addSubscriber();
        List<HeldMessage> held = new ArrayList<>();
        numbers(0, 10).forEach(n -> send(publisher, n));
        subscriber.poll(m -> held.add(subscriber.hold()), 10);
        int more = 0;
        while (publisher.offer(message(more))) {
          more++;
        }
        for (int i = 9; i >= 0; i--) {
          assertEquals(i, held.get(i).segment().get(ValueLayout.JAVA_INT, 0));
          held.get(i).close();
          held.get(i).close();
          assertThrows(IllegalStateException.class, held.get(i)::segment);
        }
        assertReceives(numbers(0, more), subscriber);
        send(publisher, 1);
      }
    }

    @Test
    void holdIsRefusedOutsideHandlers() {
      try (Channel channel = create(Topology.PAIR)) {
        assertThrows(IllegalStateException.class, channel.addSubscriber()::hold);
      }
    }

    @Test
    void nextSubscriberGetsHeldMessages() {
      try (Channel channel = create(Topology.PAIR)) {
        Publisher publisher = channel.addPublisher();
        Subscriber subscriber = channel.addSubscriber();
        numbers(0, 5).forEach(n -> send(publisher, n));
        assertEquals(numbers(0, 2), receive(subscriber, 2));
        subscriber.poll(m -> subscriber.hold(), 1);
        assertReceives(numbers(3, 5), subscriber);
        subscriber.close();
        assertReceives(numbers(2, 5), channel.addSubscriber());
      }
    }
  }

  @Nested
  class Blocking {

    @Test
    void givesUpAfterTheTimeout() {
      try (Channel channel = create(Topology.PAIR)) {
        Subscriber subscriber = channel.addSubscriber();
        long start = System.nanoTime();
        assertEquals(0, subscriber.poll(m -> {}, 1, Duration.ofMillis(50)));
        assertTrue(System.nanoTime() - start >= 50_000_000);
      }
    }

    @AfterEach
    void sleepAsUsual() {
      Sleeper.sleepUntilWoken(false);
    }

    /// After a lost wake-up, the subscriber would sleep forever.
    @Test
    void wakesForEveryMessage() throws InterruptedException {
      Sleeper.sleepUntilWoken(true);
      try (Channel channel = create(Topology.QUEUE)) {
        Subscriber subscriber = channel.addSubscriber();
        List<Integer> received = new ArrayList<>();
        Thread sleeper =
            Thread.ofPlatform()
                .start(() -> {
                  while (received.size() < 200) {
                    subscriber.poll(
                        m -> received.add(m.get(ValueLayout.JAVA_INT, 0)),
                        1,
                        Duration.ofMinutes(5));
                  }
                });
        Publisher publisher = channel.addPublisher();
        for (int n : numbers(0, 200)) {
          send(publisher, n);
          Thread.sleep(1);
        }
        sleeper.join();
        assertEquals(numbers(0, 200), received);
      }
    }

    @Test
    void closingTheSubscriberEndsTheWait() throws InterruptedException {
      try (Channel channel = create(Topology.PAIR)) {
        Subscriber subscriber = channel.addSubscriber();
        List<Throwable> thrown = new ArrayList<>();
        Thread sleeper =
            Thread.ofPlatform()
                .uncaughtExceptionHandler((t, e) -> thrown.add(e))
                .start(() -> subscriber.poll(m -> {}, 1, Duration.ofMinutes(5)));
        Threads.awaitWaiting(sleeper);
        subscriber.close();
        sleeper.join();
        assertEquals(IllegalStateException.class, thrown.getFirst().getClass());
      }
    }

    /// More threads than carriers.
    @Test
    void manyVirtualThreadsSleepAtOnce() throws InterruptedException {
      int count = 3 * Runtime.getRuntime().availableProcessors() + 1;
      AtomicInteger received = new AtomicInteger();
      try (Channel channel = create(Topology.BROADCAST)) {
        Publisher publisher = channel.addPublisher();
        List<Thread> sleepers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          Subscriber subscriber = channel.addSubscriber();
          sleepers.add(
              Thread.ofVirtual()
                  .start(() ->
                      received.addAndGet(subscriber.poll(m -> {}, 1, Duration.ofMinutes(5)))));
        }
        for (Thread sleeper : sleepers) {
          Threads.awaitWaiting(sleeper);
        }
        send(publisher, 7);
        for (Thread sleeper : sleepers) {
          sleeper.join();
        }
        assertEquals(count, received.get());
      }
    }

    @Test
    void anInterruptEndsTheSleepOfAVirtualThread() throws InterruptedException {
      try (Channel channel = create(Topology.PAIR)) {
        Subscriber subscriber = channel.addSubscriber();
        List<TransportException.Kind> kinds = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 3; i++) {
          Thread sleeper =
              Thread.ofVirtual()
                  .start(() ->
                      kinds.add(
                          assertThrows(
                                  TransportException.class,
                                  () -> subscriber.poll(m -> {}, 1, Duration.ofDays(1)))
                              .kind()));
          Threads.awaitWaiting(sleeper);
          sleeper.interrupt();
          sleeper.join();
        }
        assertEquals(Collections.nCopies(3, TransportException.Kind.INTERRUPTED), kinds);
      }
    }

    @Test
    void worksOnVirtualThreads() throws InterruptedException {
      try (Channel channel = create(Topology.PAIR)) {
        Subscriber subscriber = channel.addSubscriber();
        Publisher publisher = channel.addPublisher();
        List<Integer> received = new ArrayList<>();
        Thread sleeper =
            Thread.ofVirtual()
                .start(() ->
                    subscriber.poll(
                        m -> received.add(m.get(ValueLayout.JAVA_INT, 0)),
                        1,
                        Duration.ofMinutes(5)));
        Threads.awaitWaiting(sleeper);
        send(publisher, 7);
        sleeper.join();
        assertEquals(List.of(7), received);
      }
    }
  }
}
