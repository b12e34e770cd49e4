// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/// How senders and receivers wait. Each transport runs these tests.
abstract class WaitingContract extends TransportEnds {

  private static final Duration FOR_EVER = ChronoUnit.FOREVER.getDuration();

  /// The ways to offer a message of 60,000 bytes.
  private List<Predicate<Duration>> timedOffers() {
    MemorySegment message = Messages.message(5, 60_000);
    MessageSerializer<MemorySegment> copying =
        (value, destination, offset) -> {
          MemorySegment.copy(value, 0, destination, offset, value.byteSize());
          return value.byteSize();
        };
    MessageCodec<MemorySegment> codec = MessageCodec.of(copying, m -> m, 60_000);
    return List.of(
        timeout -> sender.offer(message, timeout),
        timeout -> sender.offer(copying, message, 60_000, timeout),
        timeout -> sender.offer(codec, message, timeout),
        timeout -> sender.offer(codec.encodedBy(new Inverting()), message, timeout));
  }

  /// Encodes each byte as its complement.
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

  @Test
  void offerTimesOutWithoutRoom() {
    fill(Messages.message(5, 60_000));
    for (Predicate<Duration> offer : timedOffers()) {
      long start;
      do {
        start = System.nanoTime();
      } while (offer.test(Duration.ofMillis(20)));
      assertTrue(System.nanoTime() - start >= 20_000_000);
      assertGivesUp(offer, Duration.ZERO);
      assertGivesUp(offer, Duration.ofNanos(Long.MIN_VALUE));
    }
  }

  /// On a busy machine, a full transport may get room after all.
  private static void assertGivesUp(Predicate<Duration> offer, Duration timeout) {
    for (int sent = 0; offer.test(timeout); sent++) {
      assertTrue(sent < 1000, "it is never full");
    }
  }

  @Test
  void offerWaitsForRoom() throws InterruptedException {
    MemorySegment message = Messages.message(5, 60_000);
    for (Predicate<Duration> offer : timedOffers()) {
      fill(message);
      AtomicBoolean sent = new AtomicBoolean();
      Thread sending = Thread.ofPlatform().start(() -> sent.set(offer.test(FOR_EVER)));
      Threads.awaitWaitingOrEnd(sending);
      await(() -> {
        receiver.poll(_ -> {}, 10);
        return sent.get();
      });
      sending.join();
      await(() -> receiver.poll(_ -> {}, 1000) == 0);
    }
  }

  @Test
  void pollTimesOutWithoutMessages() {
    for (ToIntFunction<Duration> poll : timedPolls()) {
      long start = System.nanoTime();
      assertEquals(0, poll.applyAsInt(Duration.ofMillis(20)));
      assertTrue(System.nanoTime() - start >= 20_000_000);
      assertEquals(0, poll.applyAsInt(Duration.ZERO));
      assertEquals(0, poll.applyAsInt(Duration.ofNanos(Long.MIN_VALUE)));
    }
    assertEquals(0, receiver.poll(_ -> {}, 0, FOR_EVER));
  }

  private List<ToIntFunction<Duration>> timedPolls() {
    return List.of(
        timeout -> receiver.poll(m -> assertEquals(6, m.byteSize()), 10, timeout),
        timeout -> receiver.poll(TEXT, text -> assertEquals("fives", text), 10, timeout));
  }

  @Test
  void pollWaitsForAMessage() throws InterruptedException {
    for (ToIntFunction<Duration> poll : timedPolls()) {
      AtomicInteger received = new AtomicInteger();
      Thread polling = Thread.ofPlatform().start(() -> received.set(poll.applyAsInt(FOR_EVER)));
      Threads.awaitWaiting(polling);
      await(() -> sender.offer(TEXT, "fives"));
      polling.join();
      assertEquals(1, received.get());
    }
  }

  private static boolean offerUntilFull(Predicate<Duration> offer, AtomicInteger sent) {
    while (offer.test(FOR_EVER)) {
      sent.incrementAndGet();
    }
    return false;
  }

  private void drain(int count) {
    int[] received = {0};
    await(() -> {
      received[0] += receiver.poll(_ -> {}, 1000);
      return received[0] >= count;
    });
    assertEquals(count, received[0]);
  }

  private static Throwable thrownBy(Supplier<Object> action, Consumer<Thread> disturbance)
      throws InterruptedException {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread thread =
        Thread.ofPlatform()
            .uncaughtExceptionHandler((_, e) -> thrown.set(e))
            .start(() -> {
              Object _ = action.get();
            });
    Threads.awaitWaiting(thread);
    disturbance.accept(thread);
    thread.join();
    return Objects.requireNonNull(thrown.get(), "nothing was thrown");
  }

  @Test
  void interruptEndsTheWait() throws InterruptedException {
    AtomicInteger sent = new AtomicInteger(fill(Messages.message(5, 60_000)));
    for (Predicate<Duration> offer : timedOffers()) {
      Throwable thrown = thrownBy(() -> offerUntilFull(offer, sent), Thread::interrupt);
      assertEquals(Kind.INTERRUPTED, assertInstanceOf(TransportException.class, thrown).kind());
    }
    drain(sent.get());
    for (ToIntFunction<Duration> poll : timedPolls()) {
      Throwable thrown = thrownBy(() -> poll.applyAsInt(FOR_EVER), Thread::interrupt);
      assertEquals(Kind.INTERRUPTED, assertInstanceOf(TransportException.class, thrown).kind());
    }
    send(1, 10);
    receive(1, 10);
  }

  @Test
  void closingEndsTheWait() throws InterruptedException {
    AtomicInteger sent = new AtomicInteger(fill(Messages.message(5, 60_000)));
    Predicate<Duration> offer = timedOffers().getFirst();
    Throwable thrown = thrownBy(() -> offerUntilFull(offer, sent), _ -> sender.close());
    assertInstanceOf(IllegalStateException.class, thrown);
    drain(sent.get());
    ToIntFunction<Duration> poll = timedPolls().getFirst();
    thrown = thrownBy(() -> poll.applyAsInt(FOR_EVER), _ -> receiver.close());
    assertInstanceOf(IllegalStateException.class, thrown);
  }
}
