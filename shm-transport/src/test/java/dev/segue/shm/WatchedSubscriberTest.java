// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Subscribers that wait without a thread.
@Timeout(600)
class WatchedSubscriberTest extends InScratch {

  private static final int MESSAGES = 2000;
  private static final int SUBSCRIBERS = 150;
  private static final int MOST_PER_WATCH = 127;
  private static final Duration SHORT = Duration.ofMillis(10);

  private final Semaphore woken = new Semaphore(0);

  @AfterEach
  void sleepAsUsual() {
    Sleeper.sleepUntilWoken(false);
  }

  private Channel create(String name) {
    return Channel.create(
        scratch.path(name),
        ChannelConfig.defaults().withTopology(Topology.PAIR).withLaneCapacity(64 * 1024));
  }

  /// Polls until the subscriber can wait without a thread, and nothing is left to read.
  private static void watch(Subscriber subscriber, Runnable action) {
    while (!subscriber.whenReady(action)) {
      assertEquals(0, subscriber.poll(_ -> {}, 1, SHORT));
    }
  }

  /// Forwards messages, each read by a thread that the action selects.
  private static final class Chain {
    private final Subscriber subscriber;
    private final ExecutorService threads;
    private final AtomicInteger received = new AtomicInteger();
    private final CountDownLatch all = new CountDownLatch(MESSAGES);

    Chain(Subscriber subscriber, ExecutorService threads) {
      this.subscriber = subscriber;
      this.threads = threads;
    }

    void read() {
      do {
        subscriber.poll(
            message -> {
              received.set(message.get(ValueLayout.JAVA_INT, 0) + 1);
              all.countDown();
            },
            10,
            all.getCount() == MESSAGES ? SHORT : Duration.ZERO);
      } while (all.getCount() > 0 && !subscriber.whenReady(() -> threads.execute(this::read)));
    }
  }

  /// Spins briefly, and then yields the processor.
  private static void awaitReceived(Chain chain, int number) {
    for (int spins = 0; chain.received.get() <= number; spins++) {
      if (spins < 10_000) {
        Thread.onSpinWait();
      } else {
        LockSupport.parkNanos(50_000);
      }
    }
  }

  /// After a lost wake-up, the publisher would wait forever.
  @Test
  void eachMessageRunsTheAction() throws Exception {
    Sleeper.sleepUntilWoken(true);
    try (Channel channel = create("channel");
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Publisher publisher = channel.addPublisher();
      Chain chain = new Chain(channel.addSubscriber(), threads);
      threads.execute(chain::read);
      for (int i = 0; i < MESSAGES; i++) {
        Numbers.send(publisher, i);
        awaitReceived(chain, i);
        // Sends before, during and after the subscriber's announcement that it sleeps.
        LockSupport.parkNanos(i % 100 * 1000L);
      }
      chain.all.await();
      assertEquals(MESSAGES, chain.received.get());
    }
  }

  @Test
  void availableMessageIsReadFirst() {
    try (Channel channel = create("channel")) {
      Publisher publisher = channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      watch(subscriber, woken::release);
      Numbers.send(publisher, 1);
      woken.acquireUninterruptibly();
      assertFalse(subscriber.whenReady(woken::release));
      assertEquals(1, subscriber.poll(_ -> {}, 1));
      watch(subscriber, woken::release);
      subscriber.wakeUp();
      woken.acquireUninterruptibly();
      assertEquals(0, woken.availablePermits());
    }
  }

  @Test
  void closingRunsTheAction() {
    Sleeper.sleepUntilWoken(true);
    try (Channel channel = create("channel")) {
      channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      watch(subscriber, woken::release);
      subscriber.close();
      woken.acquireUninterruptibly();
      assertThrows(IllegalStateException.class, () -> subscriber.whenReady(woken::release));
      subscriber.wakeUp();
    }
  }

  @Test
  void closingTheChannelRunsTheAction() {
    Sleeper.sleepUntilWoken(true);
    Channel channel = create("channel");
    channel.addPublisher();
    Subscriber subscriber = channel.addSubscriber();
    watch(subscriber, woken::release);
    channel.close();
    woken.acquireUninterruptibly();
    subscriber.wakeUp();
  }

  @Test
  void leavingPublisherRunsTheAction() {
    Sleeper.sleepUntilWoken(true);
    try (Channel channel = create("channel")) {
      Publisher publisher = channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      watch(subscriber, woken::release);
      publisher.close();
      woken.acquireUninterruptibly();
      assertEquals(0, subscriber.poll(_ -> {}, 1));
      assertFalse(
          subscriber.whenReady(woken::release),
          "nobody would raise the signal for the next publisher");
    }
  }

  @Test
  void actionIsCalledAgainIfNoThreadCanBeStarted() {
    try (Channel channel = create("channel")) {
      channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      AtomicInteger calls = new AtomicInteger();
      watch(
          subscriber,
          () -> {
            if (calls.incrementAndGet() < 3) {
              throw new OutOfMemoryError("test");
            }
            woken.release();
          });
      subscriber.wakeUp();
      woken.acquireUninterruptibly();
      assertEquals(3, calls.get());
    }
  }

  private static long watches() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("segue-shm-watch"))
        .count();
  }

  @Test
  void manySubscribersShareFewThreads() {
    List<Channel> channels = new ArrayList<>();
    List<Publisher> publishers = new ArrayList<>();
    try {
      for (int i = 0; i < SUBSCRIBERS; i++) {
        Channel channel = create("channel" + i);
        channels.add(channel);
        publishers.add(channel.addPublisher());
        watch(channel.addSubscriber(), woken::release);
      }
      assertTrue(watches() <= 1 + SUBSCRIBERS / MOST_PER_WATCH, () -> watches() + " threads");
      publishers.forEach(publisher -> Numbers.send(publisher, 1));
      woken.acquireUninterruptibly(SUBSCRIBERS);
    } finally {
      channels.forEach(Channel::close);
    }
  }
}
