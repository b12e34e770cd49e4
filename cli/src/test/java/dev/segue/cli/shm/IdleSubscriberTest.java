// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.Publisher;
import dev.segue.shm.Subscriber;
import dev.segue.shm.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The cost of waiting. The test is in this module because the transport's own module does not
/// require `java.management`.
class IdleSubscriberTest {

  private static final int MESSAGES = 50;
  private static final int MOST_ROUNDS = 10;
  private static final long LONGEST_NANOS = 50_000;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @Test
  @EnabledOnOs(OS.LINUX)
  void idleSubscriberUsesLessThanAHundredthOfACore(@TempDir Path directory) {
    try (Channel channel = Channel.create(directory.resolve("channel"), ChannelConfig.defaults());
        Subscriber subscriber = channel.addSubscriber()) {
      assertEquals(0, subscriber.poll(m -> {}, 1, Duration.ofMillis(300)));
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      List<Double> shares = new ArrayList<>();
      for (int i = 0; i < MOST_ROUNDS && shares.stream().noneMatch(s -> s < 0.01); i++) {
        long before = threads.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        assertEquals(0, subscriber.poll(m -> {}, 1, Duration.ofSeconds(1)));
        double used = threads.getCurrentThreadCpuTime() - before;
        shares.add(used / (System.nanoTime() - start));
      }
      assertTrue(shares.getLast() < 0.01, "shares of a core: " + shares);
    }
  }

  /// Measures all threads of the process, since a virtual thread also uses its carrier and others.
  /// These threads are sometimes busy with other work, so one good round is enough.
  @Test
  @EnabledOnOs(OS.LINUX)
  void idleVirtualThreadUsesHardlyMoreCpu(@TempDir Path directory) throws Exception {
    List<Double> shares = new ArrayList<>();
    try (Channel channel = Channel.create(directory.resolve("channel"), ChannelConfig.defaults());
        Subscriber subscriber = channel.addSubscriber()) {
      FutureTask<TransportException> asleep =
          new FutureTask<>(() ->
              assertThrows(TransportException.class, () -> subscriber.poll(m -> {}, 1, PATIENCE)));
      Thread sleeper = Thread.startVirtualThread(asleep);
      for (int i = 0; i < MOST_ROUNDS && shares.stream().noneMatch(s -> s < 0.02); i++) {
        long before = cpuNanosOfAllThreads();
        long start = System.nanoTime();
        Thread.sleep(300);
        double used = cpuNanosOfAllThreads() - before;
        shares.add(used / (System.nanoTime() - start));
      }
      assertFalse(asleep.isDone());
      sleeper.interrupt();
      assertEquals(TransportException.Kind.INTERRUPTED, asleep.get().kind());
    }
    assertTrue(shares.getLast() < 0.02, "shares of a core: " + shares);
  }

  private static long cpuNanosOfAllThreads() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return Arrays.stream(threads.getAllThreadIds())
        .filter(id -> id != Thread.currentThread().threadId())
        .map(threads::getThreadCpuTime)
        .filter(nanos -> nanos > 0)
        .sum();
  }

  /// Measures the time from the send to the handler of a sleeping subscriber. On a busy machine, a
  /// woken thread must wait for a processor, so one good median is enough. If waking any thread
  /// takes that long on this machine, the subscriber cannot be faster.
  @Test
  @EnabledOnOs(OS.LINUX)
  void sleepingSubscriberWakesWithinFiftyMicroseconds(@TempDir Path directory)
      throws InterruptedException {
    List<String> medians = new ArrayList<>();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try (Channel channel = Channel.create(directory.resolve("channel"), ChannelConfig.defaults());
        Publisher publisher = channel.addPublisher();
        Subscriber subscriber = channel.addSubscriber()) {
      do {
        long before = waits(channel);
        long waking = medianOfASubscriber(publisher, subscriber);
        long waits = waits(channel) - before;
        long unparking = medianOfAParkedThread();
        boolean isFast = waking < LONGEST_NANOS || waking < 1.3 * unparking;
        if (isFast && waits > MESSAGES / 2) {
          return;
        }
        medians.add("%d after %d waits (a parked thread: %d)".formatted(waking, waits, unparking));
      } while (System.nanoTime() < deadline);
    }
    fail("nanoseconds: " + medians);
  }

  private static long waits(Channel channel) {
    return channel.members().getLast().waits();
  }

  private static long medianOfASubscriber(Publisher publisher, Subscriber subscriber)
      throws InterruptedException {
    long[] delays = new long[MESSAGES];
    int[] received = new int[1];
    Thread sleeper =
        Thread.ofPlatform()
            .start(() -> {
              while (received[0] < MESSAGES) {
                subscriber.poll(
                    m ->
                        delays[received[0]++] = System.nanoTime() - m.get(ValueLayout.JAVA_LONG, 0),
                    1,
                    Duration.ofSeconds(1));
              }
            });
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment message = arena.allocate(ValueLayout.JAVA_LONG);
      for (int i = 0; i < MESSAGES; i++) {
        Thread.sleep(1);
        message.set(ValueLayout.JAVA_LONG, 0, System.nanoTime());
        publisher.offer(message);
      }
    }
    sleeper.join();
    return median(delays);
  }

  private static long medianOfAParkedThread() throws InterruptedException {
    long[] delays = new long[MESSAGES];
    AtomicLong sent = new AtomicLong();
    Thread sleeper =
        Thread.ofPlatform()
            .start(() -> {
              for (int i = 0; i < MESSAGES; i++) {
                long at = sent.getAndSet(0);
                while (at == 0) {
                  LockSupport.park();
                  at = sent.getAndSet(0);
                }
                delays[i] = System.nanoTime() - at;
              }
            });
    for (int i = 0; i < MESSAGES; i++) {
      Thread.sleep(1);
      while (!sent.compareAndSet(0, System.nanoTime())) {
        Thread.onSpinWait();
      }
      LockSupport.unpark(sleeper);
    }
    sleeper.join();
    return median(delays);
  }

  private static long median(long[] delays) {
    Arrays.sort(delays);
    return delays[MESSAGES / 2];
  }
}
