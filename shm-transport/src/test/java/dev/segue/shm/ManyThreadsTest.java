// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.assertReceives;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Several threads use objects that are for one thread at a time: each call is refused or succeeds,
/// and the objects work normally afterwards.
@Timeout(600)
class ManyThreadsTest extends InScratch {

  private static final int THREADS = 4;
  private static final int LONGS = 3;
  private static final long LENGTH = LONGS * Long.BYTES;
  private static final long RUN_NANOS = 200_000_000;

  /// A message consists of its number, the same number again, and their sum.
  private final MessageCodec<Long> numbers =
      MessageCodec.of(
          (value, destination, offset) -> {
            write(destination, offset, value);
            return LENGTH;
          },
          message -> number(message, 0),
          LENGTH);

  private final AtomicLong nextNumber = new AtomicLong();
  private Channel channel;
  private Publisher publisher;
  private Subscriber subscriber;

  @BeforeEach
  void open() {
    create(Topology.PAIR);
  }

  private void create(Topology topology) {
    channel =
        Channel.create(
            path, ChannelConfig.defaults().withTopology(topology).withLaneCapacity(1 << 16));
    subscriber = channel.addSubscriber();
    publisher = channel.addPublisher();
  }

  private void createAnew(Topology topology) {
    channel.close();
    Channel.unlink(path);
    create(topology);
  }

  @AfterEach
  void close() {
    channel.close();
  }

  private static void write(MemorySegment destination, long offset, long number) {
    destination.set(ValueLayout.JAVA_LONG, offset, number);
    destination.set(ValueLayout.JAVA_LONG, offset + Long.BYTES, number);
    destination.set(ValueLayout.JAVA_LONG, offset + 2 * Long.BYTES, 2 * number);
  }

  private static long number(MemorySegment memory, long offset) {
    long number = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
    assertEquals(number, memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + Long.BYTES));
    assertEquals(2 * number, memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + 2 * Long.BYTES));
    return number;
  }

  /// One attempt of one of the threads.
  private interface Attempt {
    /// @return whether the number was sent
    boolean send(long number) throws InterruptedException;
  }

  /// Receives while all threads send.
  private void sendAtOnce(Attempt attempt) throws Exception {
    Map<Long, Integer> received = new HashMap<>();
    RawMessageHandler count =
        (memory, offset, length) -> {
          assertEquals(LENGTH, length);
          received.merge(number(memory, offset), 1, Integer::sum);
        };
    Map<Long, Integer> sent = new HashMap<>();
    AtomicInteger running = new AtomicInteger(THREADS);
    try (var threads = Executors.newFixedThreadPool(THREADS)) {
      long end = System.nanoTime() + RUN_NANOS;
      List<Future<List<Long>>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        all.add(threads.submit(() -> sendUntil(end, attempt, running)));
      }
      while (running.get() > 0) {
        subscriber.poll(count, 1000);
      }
      for (Future<List<Long>> numbers : all) {
        numbers.get().forEach(number -> sent.put(number, 1));
      }
    }
    while (subscriber.poll(count, 1000) > 0) {
      // until no message is left
    }
    assertFalse(sent.isEmpty());
    assertEquals(sent, received);
    worksForOne();
  }

  private List<Long> sendUntil(long end, Attempt attempt, AtomicInteger running)
      throws InterruptedException {
    List<Long> sent = new ArrayList<>();
    try {
      while (System.nanoTime() - end < 0 || sent.isEmpty()) {
        long number = nextNumber.incrementAndGet();
        try {
          if (attempt.send(number)) {
            sent.add(number);
          }
        } catch (IllegalStateException e) {
          // Refused: another thread was inside.
        }
      }
    } finally {
      running.decrementAndGet();
    }
    return sent;
  }

  /// Enough messages for more than one lap.
  private void worksForOne() {
    for (int n = 0; n < 10_000; n++) {
      send(publisher, n);
      assertReceives(List.of(n), subscriber);
    }
  }

  private static boolean commit(@Nullable Claim claim, long number) {
    if (claim == null) {
      return false;
    }
    write(claim.memory(), claim.offset(), number);
    claim.commit(LENGTH);
    return true;
  }

  /// Runs an action on a thread that has ended when this returns.
  private static <T> T elsewhere(Callable<T> action) throws Exception {
    FutureTask<T> task = new FutureTask<>(action);
    Thread.ofPlatform().start(task).join();
    return task.get();
  }

  /// Reverses the bytes.
  private static final class Inverting implements MessageEncoding {
    @Override
    public long maxEncodedLength(long contentLength) {
      return contentLength;
    }

    @Override
    public long encode(MemorySegment content, MemorySegment destination) {
      for (long i = 0; i < content.byteSize(); i++) {
        byte value = content.get(ValueLayout.JAVA_BYTE, i);
        destination.set(ValueLayout.JAVA_BYTE, i, (byte) ~value);
      }
      return content.byteSize();
    }

    @Override
    public long contentLength(MemorySegment encoded) {
      return encoded.byteSize();
    }

    @Override
    public long decode(MemorySegment encoded, MemorySegment destination) {
      return encode(encoded, destination);
    }
  }

  @Nested
  class OnePublisher {

    @ParameterizedTest
    @EnumSource(Topology.class)
    void racingOffersAreSentOrRefused(Topology topology) throws Exception {
      createAnew(topology);
      sendAtOnce(number -> {
        MemorySegment message = MemorySegment.ofArray(new long[LONGS]);
        write(message, 0, number);
        return publisher.offer(message);
      });
    }

    @Test
    void racingOffersOfValuesAreSentOrRefused() throws Exception {
      sendAtOnce(number -> publisher.offer(numbers, number));
    }

    @Test
    void racingOffersOfEncodedValuesAreSentOrRefused() throws Exception {
      MessageCodec<Long> encoded = numbers.encodedBy(new Inverting());
      AtomicLong received = new AtomicLong();
      AtomicLong sent = new AtomicLong();
      long end = System.nanoTime() + RUN_NANOS;
      try (var threads = Executors.newFixedThreadPool(THREADS)) {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          all.add(
              threads.submit(() -> {
                while (System.nanoTime() - end < 0 || sent.get() == 0) {
                  try {
                    if (publisher.offer(encoded, nextNumber.incrementAndGet())) {
                      sent.incrementAndGet();
                    }
                  } catch (IllegalStateException e) {
                    // Refused.
                  }
                }
              }));
        }
        while (all.stream().anyMatch(thread -> !thread.isDone())) {
          subscriber.poll(encoded, _ -> received.incrementAndGet(), 1000);
        }
        for (Future<?> thread : all) {
          thread.get();
        }
      }
      while (subscriber.poll(encoded, _ -> received.incrementAndGet(), 1000) > 0) {
        // Enough messages to wrap the ring.
      }
      assertEquals(sent.get(), received.get());
      worksForOne();
    }

    @ParameterizedTest
    @EnumSource(Topology.class)
    void racingClaimsAreMadeOrRefused(Topology topology) throws Exception {
      createAnew(topology);
      sendAtOnce(number -> commit(publisher.tryClaim(LENGTH), number));
    }

    @Test
    void racingWaitsForRoomSucceedOrAreRefused() throws Exception {
      sendAtOnce(number ->
          (number & 1) == 0
              ? commit(publisher.tryClaim(LENGTH, Duration.ofMillis(20)), number)
              : commit(publisher.claim(LENGTH, NoOpIdleStrategy.INSTANCE::idle), number));
    }

    /// Any thread may hold the claim, since it is always the same object.
    @Test
    void sharedClaimWorksOnlyOnTheThreadThatMadeIt() throws Exception {
      ConcurrentLinkedQueue<Claim> claims = new ConcurrentLinkedQueue<>();
      ThreadLocal<SplittableRandom> randoms = ThreadLocal.withInitial(SplittableRandom::new);
      sendAtOnce(number -> {
        SplittableRandom random = randoms.get();
        Claim claim = random.nextInt(4) == 0 ? claims.peek() : publisher.tryClaim(LENGTH);
        if (claim == null) {
          return false;
        }
        claims.add(claim);
        if (random.nextInt(4) == 0) {
          claim.abort();
          return false;
        }
        if (!commit(claim, number)) {
          return false;
        }
        assertThrows(IllegalStateException.class, () -> claim.commit(LENGTH));
        return true;
      });
    }

    @Test
    void claimBelongsToTheThreadThatMadeIt() throws Exception {
      Claim claim = publisher.tryClaim(LENGTH);
      assertNotNull(claim);
      for (Consumer<Claim> use :
          List.<Consumer<Claim>>of(
              Claim::segment,
              Claim::memory,
              Claim::offset,
              Claim::abort,
              Claim::commit,
              c -> c.commit(LENGTH),
              _ -> publisher.tryClaim(1),
              _ -> publisher.claim(1, NoOpIdleStrategy.INSTANCE::idle),
              _ -> publisher.tryClaim(1, Duration.ofSeconds(1)),
              _ -> publisher.offer(Numbers.message(1)),
              _ -> publisher.offer(Numbers.message(1), Duration.ofSeconds(1)),
              _ -> publisher.offer(numbers.encodedBy(new Inverting()), 1L),
              _ -> publisher.subscriberCount(),
              _ -> publisher.awaitSubscribers(1, Duration.ofSeconds(1)),
              _ -> publisher.offer(numbers, 1L))) {
        assertNotNull(
            elsewhere(() -> assertThrows(IllegalStateException.class, () -> use.accept(claim))));
      }
      assertTrue(
          elsewhere(() -> {
            claim.close();
            return true;
          }));
      assertTrue(commit(claim, 7));
      assertThrows(IllegalStateException.class, () -> claim.commit(LENGTH));
      assertEquals(1, subscriber.poll((m, offset, _) -> assertEquals(7, number(m, offset)), 9));
      worksForOne();
    }

    @ParameterizedTest
    @EnumSource(Topology.class)
    void claimOfAnEndedThreadIsAborted(Topology topology) throws Exception {
      createAnew(topology);
      Claim claim = elsewhere(() -> publisher.tryClaim(LENGTH));
      assertNotNull(claim);
      worksForOne();
    }

    @Test
    void closingThePublisherEndsItsClaim() throws Exception {
      Claim claim = publisher.tryClaim(LENGTH);
      assertNotNull(claim);
      assertTrue(
          elsewhere(() -> {
            publisher.close();
            return true;
          }));
      assertThrows(IllegalStateException.class, () -> claim.commit(LENGTH));
      assertThrows(IllegalStateException.class, () -> publisher.tryClaim(LENGTH));
    }

    @Test
    void threadsMayTakeTurns() throws Exception {
      ReentrantLock lock = new ReentrantLock();
      AtomicInteger sent = new AtomicInteger();
      AtomicInteger received = new AtomicInteger();
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
          all.add(
              threads.submit(() -> {
                for (int j = 0; j < 50; j++) {
                  lock.lock();
                  try {
                    sent.addAndGet(publisher.offer(numbers, 1L) ? 1 : 0);
                    sent.addAndGet(commit(publisher.tryClaim(LENGTH), 2) ? 1 : 0);
                    received.addAndGet(subscriber.poll(m -> {}, 10));
                  } finally {
                    lock.unlock();
                  }
                }
                return true;
              }));
        }
        for (Future<Boolean> each : all) {
          assertTrue(each.get());
        }
      }
      received.addAndGet(subscriber.poll(m -> {}, Integer.MAX_VALUE));
      assertEquals(sent.get(), received.get());
    }
  }

  @Nested
  class OneSubscriber {

    @Test
    void racingPollsSucceedOrAreRefused() throws Exception {
      ConcurrentLinkedQueue<Long> received = new ConcurrentLinkedQueue<>();
      AtomicBoolean done = new AtomicBoolean();
      long last;
      try (var threads = Executors.newFixedThreadPool(THREADS)) {
        List<Future<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          Duration wait = Duration.ofMillis(i / 2);
          all.add(threads.submit(() -> pollUntil(done, wait, received)));
        }
        long end = System.nanoTime() + RUN_NANOS;
        for (last = 0; System.nanoTime() - end < 0 || last == 0; ) {
          last += publisher.offer(numbers, last + 1) ? 1 : 0;
        }
        done.set(true);
        for (Future<Boolean> each : all) {
          assertTrue(each.get());
        }
      }
      subscriber.poll(m -> received.add(number(m, 0)), Integer.MAX_VALUE);
      List<Long> inOrder = received.stream().sorted().toList();
      assertEquals(last, inOrder.size());
      for (int i = 0; i < inOrder.size(); i++) {
        assertEquals(i + 1, inOrder.get(i));
      }
      worksForOne();
    }

    private boolean pollUntil(
        AtomicBoolean done, Duration wait, ConcurrentLinkedQueue<Long> received) {
      while (!done.get()) {
        try {
          MessageHandler handler = m -> received.add(number(m, 0));
          if (wait.isZero()) {
            subscriber.poll(handler, 10);
          } else {
            subscriber.poll(handler, 10, wait);
          }
        } catch (IllegalStateException e) {
          // Refused.
        }
      }
      return true;
    }

    @Test
    void onlyTheHandlingThreadMayHoldAMessage() throws Exception {
      send(publisher, 1);
      CountDownLatch held = new CountDownLatch(1);
      subscriber.poll(
          _ -> {
            try {
              elsewhere(() -> assertThrows(IllegalStateException.class, subscriber::hold));
              elsewhere(() ->
                  assertThrows(IllegalStateException.class, () -> subscriber.poll(m -> {}, 1)));
              subscriber.hold().close();
              held.countDown();
            } catch (Exception e) {
              throw new AssertionError(e);
            }
          },
          1);
      held.await();
      worksForOne();
    }
  }

  @Nested
  class RequestsAndReplies {

    @Test
    void manyThreadsShareARequesterButNotAResponder() throws Exception {
      AtomicBoolean done = new AtomicBoolean();
      AtomicLong asked = new AtomicLong();
      try (Responder responder = Responder.open(scratch.path("service"), 100, 100);
          Requester requester = Requester.open(scratch.path("service"), 100);
          var threads = Executors.newFixedThreadPool(2 * THREADS)) {
        List<Future<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          all.add(threads.submit(() -> answerUntil(done, responder)));
        }
        List<Future<Boolean>> asking = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          asking.add(threads.submit(() -> ask(requester, asked)));
        }
        try {
          for (Future<Boolean> each : asking) {
            assertTrue(each.get());
          }
        } finally {
          done.set(true);
        }
        for (Future<Boolean> each : all) {
          assertTrue(each.get());
        }
        assertEquals(0, responder.undeliverable());
        assertTrue(asked.get() > 0);
      }
    }

    private boolean answerUntil(AtomicBoolean done, Responder responder) {
      while (!done.get()) {
        try {
          responder.poll(
              (request, reply) -> {
                write(reply, 0, number(request, 0) + 1);
                return LENGTH;
              },
              10,
              Duration.ofMillis(1));
        } catch (IllegalStateException e) {
          // Refused.
        }
      }
      return true;
    }

    private boolean ask(Requester requester, AtomicLong asked) {
      long end = System.nanoTime() + RUN_NANOS;
      do {
        long number = nextNumber.incrementAndGet();
        long reply =
            requester.call(
                (value, destination, offset) -> {
                  write(destination, offset, value);
                  return LENGTH;
                },
                number,
                LENGTH,
                message -> number(message, 0),
                Duration.ofMinutes(5));
        assertEquals(number + 1, reply);
        asked.incrementAndGet();
      } while (System.nanoTime() - end < 0);
      return true;
    }

    @Test
    void handlerMustNotPollItsResponder() {
      List<IllegalStateException> failures = new ArrayList<>();
      try (Responder responder = Responder.open(scratch.path("service"), 100, 100);
          Requester requester = Requester.open(scratch.path("service"), 100)) {
        var reply =
            requester.callAsync(
                (value, _, _) -> 0L,
                "",
                LENGTH,
                message -> message.byteSize(),
                Duration.ofMinutes(5));
        while (!reply.isDone()) {
          responder.poll(
              (_, _) -> {
                failures.add(
                    assertThrows(
                        IllegalStateException.class,
                        () -> responder.poll((_, _) -> 0, 1, Duration.ZERO)));
                return 0;
              },
              1,
              Duration.ofMillis(1));
        }
        assertEquals(0, reply.join());
        assertEquals(1, failures.size());
      }
    }
  }

  @Test
  void concurrentObserverCallsWaitForEachOther() throws Exception {
    AtomicLong seen = new AtomicLong();
    try (ChannelObserver observer = channel.observer((int) LENGTH);
        var threads = Executors.newFixedThreadPool(THREADS)) {
      long end = System.nanoTime() + RUN_NANOS / 2;
      List<Future<Boolean>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        all.add(
            threads.submit(() -> {
              while (System.nanoTime() - end < 0) {
                observer.poll(
                    (_, _, start) -> {
                      number(start, 0);
                      seen.incrementAndGet();
                    },
                    10);
              }
              return true;
            }));
      }
      while (System.nanoTime() - end < 0) {
        publisher.offer(numbers, nextNumber.incrementAndGet());
        subscriber.poll(m -> {}, 100);
      }
      for (Future<Boolean> each : all) {
        assertTrue(each.get());
      }
      seen.set(0);
      while (seen.get() == 0) {
        publisher.offer(numbers, nextNumber.incrementAndGet());
        observer.poll((_, _, start) -> seen.set(number(start, 0)), 10);
        subscriber.poll(m -> {}, 100);
      }
    }
  }
}
