// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// Numbers of the public API that are out of bounds are refused, and maximum values allocate no
/// more than the messages need.
class ParameterBoundsTest extends InScratch {

  private static final long TOO_LONG = ChannelConfig.MAX_LANE_CAPACITY + 1;

  private static void assertRefused(Map<String, Executable> calls) {
    calls.forEach((call, refused) -> assertThrows(IllegalArgumentException.class, refused, call));
  }

  private static MessageCodec<Integer> codec(long maxLength) {
    return MessageCodec.of((_, _, _) -> 0, _ -> 0, maxLength);
  }

  @Test
  void settingsAreChecked() {
    ChannelConfig config = ChannelConfig.defaults();
    assertRefused(
        Map.of(
            "capacity -1", () -> config.withLaneCapacity(-1),
            "capacity 0", () -> config.withLaneCapacity(0),
            "capacity of 1 TiB and more", () -> config.withLaneCapacity(TOO_LONG),
            "members -1", () -> config.withMaxMembers(-1),
            "members 257", () -> config.withMaxMembers(257),
            "codec -1", () -> codec(-1),
            "codec MAX", () -> codec(Long.MAX_VALUE),
            "requester -1", () -> Requester.open(path, -1).close(),
            "requester MAX", () -> Requester.open(path, Long.MAX_VALUE).close(),
            "responder -1", () -> Responder.open(path, -1, 1).close()));
    assertRefused(
        Map.of(
            "responder MAX", () -> Responder.open(path, 1, Long.MAX_VALUE).close(),
            "responder TOO_LONG", () -> Responder.open(path, TOO_LONG, 1).close()));
  }

  @Test
  void lengthsAndCountsAreChecked() {
    try (Channel channel = Channel.create(path, ChannelConfig.defaults());
        Publisher publisher = channel.addPublisher();
        Subscriber subscriber = channel.addSubscriber()) {
      assertRefused(
          Map.of(
              "observer -1", () -> channel.observer(-1).close(),
              "observer MIN", () -> channel.observer(Integer.MIN_VALUE).close(),
              "claim -1", () -> publisher.tryClaim(-1),
              "claim MIN", () -> publisher.tryClaim(Long.MIN_VALUE),
              "offer -1", () -> publisher.offer((_, _, _) -> 0, 1, -1)));
      assertThrows(TransportException.class, () -> publisher.tryClaim(Long.MAX_VALUE));
      assertEquals(0, subscriber.poll((MessageHandler) _ -> {}, -1));
      assertEquals(0, subscriber.poll((MessageHandler) _ -> {}, Integer.MIN_VALUE));
    }
  }

  @Test
  void observerWithMaximumBytesCopiesWholeMessages() {
    try (Channel channel = Channel.create(path, ChannelConfig.defaults());
        Publisher publisher = channel.addPublisher();
        Subscriber subscriber = channel.addSubscriber();
        ChannelObserver observer = channel.observer(Integer.MAX_VALUE)) {
      send(publisher, 7);
      int shown = observer.poll((_, length, start) -> assertEquals(length, start.byteSize()), 10);
      assertEquals(1, shown);
      assertEquals(1, subscriber.poll((MessageHandler) _ -> {}, 10));
    }
  }
}
