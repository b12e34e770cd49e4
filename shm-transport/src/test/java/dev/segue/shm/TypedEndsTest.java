// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Publishers and subscribers of values of one type.
@Timeout(600)
class TypedEndsTest extends InScratch {

  private static final Duration LONG = Duration.ofMinutes(5);

  private static MessageCodec<Long> longs(long maxLength) {
    return MessageCodec.of(
        (value, destination, offset) -> {
          destination.set(ValueLayout.JAVA_LONG, offset, value);
          return Long.BYTES;
        },
        message -> message.get(ValueLayout.JAVA_LONG, 0),
        maxLength);
  }

  private Channel channel;

  @BeforeEach
  void open() {
    channel = Channel.create(path, ChannelConfig.defaults().withLaneCapacity(4000));
  }

  @AfterEach
  void close() {
    channel.close();
  }

  @Test
  void sendAndReceiveValues() throws InterruptedException {
    MessageCodec<Long> codec = longs(Long.BYTES);
    try (TypedPublisher<Long> publisher = channel.addPublisher(codec)) {
      assertFalse(publisher.isConnected());
      try (TypedSubscriber<Long> subscriber = channel.addSubscriber(codec)) {
        assertTrue(publisher.isConnected());
        List<Long> received = new ArrayList<>();
        assertTrue(publisher.offer(1L));
        assertTrue(publisher.offer(2L, Duration.ZERO));
        assertEquals(1, subscriber.poll(received::add, 1));
        assertEquals(1, subscriber.poll(received::add, 10, Duration.ZERO));
        Thread sending = Thread.ofPlatform().start(() -> publisher.offer(3L, LONG));
        assertEquals(1, subscriber.poll(received::add, 10, LONG));
        assertEquals(List.of(1L, 2L, 3L), received);
        sending.join();
      }
    }
  }

  @Test
  void offersTimeOutWithoutRoom() {
    TypedPublisher<Long> publisher = channel.addPublisher(longs(Long.BYTES));
    while (publisher.offer(1L)) {
      // until it is full
    }
    long start = System.nanoTime();
    assertFalse(publisher.offer(2L, Duration.ofMillis(20)));
    assertTrue(System.nanoTime() - start >= 20_000_000);
  }

  @Test
  void untypedEndsAreAlwaysTheSameObject() {
    TypedPublisher<Long> publisher = channel.addPublisher(longs(Long.BYTES));
    TypedSubscriber<Long> subscriber = channel.addSubscriber(longs(Long.BYTES));
    assertTrue(publisher.publisher().offer(longs(Long.BYTES), 5L));
    assertEquals(1, subscriber.poll(value -> assertEquals(5, value), 10));
    assertTrue(publisher.offer(6L));
    assertEquals(1, subscriber.subscriber().poll(m -> assertEquals(8, m.byteSize()), 10));
    publisher.close();
    subscriber.close();
    assertThrows(IllegalStateException.class, () -> publisher.offer(1L));
    assertThrows(IllegalStateException.class, () -> publisher.publisher().tryClaim(1));
    assertThrows(IllegalStateException.class, () -> subscriber.poll(_ -> {}, 1));
  }

  @Test
  void codecThatExceedsTheLaneIsRefusedAtOnce() {
    MessageCodec<Long> tooLong = longs(channel.maxMessageLength() + 1);
    TransportException e =
        assertThrows(TransportException.class, () -> channel.addPublisher(tooLong));
    assertEquals(Kind.MESSAGE_TOO_LONG, e.kind());
    assertEquals(List.of(), channel.members());
    channel.addPublisher(longs(channel.maxMessageLength())).close();
  }

  @Test
  void subscriberMayChangeItsCodec() {
    Publisher publisher = channel.addPublisher();
    Subscriber subscriber = channel.addSubscriber();
    MessageCodec<Long> codec = longs(Long.BYTES);
    MessageCodec<String> hex =
        MessageCodec.of(
            (_, _, _) -> 0, m -> Long.toHexString(m.get(ValueLayout.JAVA_LONG, 0)), Long.BYTES);
    List<Object> received = new ArrayList<>();
    for (long n = 10; n < 14; n++) {
      assertTrue(publisher.offer(codec, n));
      assertEquals(
          1,
          (n & 1) == 0
              ? subscriber.poll(codec, received::add, 10)
              : subscriber.poll(hex, received::add, 10));
    }
    assertEquals(List.of(10L, "b", 12L, "d"), received);
  }
}
