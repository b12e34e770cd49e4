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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class ChannelObserverTest extends InScratch {

  private Channel channel;

  @BeforeEach
  void open() {
    channel =
        Channel.create(
            path, ChannelConfig.defaults().withTopology(Topology.QUEUE).withLaneCapacity(4000));
  }

  @AfterEach
  void close() {
    channel.close();
  }

  private static List<Integer> look(ChannelObserver observer) {
    List<Integer> seen = new ArrayList<>();
    observer.poll(
        (lane, length, start) -> {
          assertTrue(lane > 0);
          assertEquals(8, length);
          seen.add(start.get(ValueLayout.JAVA_INT_UNALIGNED, 0));
        },
        Integer.MAX_VALUE);
    return seen;
  }

  @Test
  void showsMessagesWithoutConsumingThem() {
    try (ChannelObserver observer = channel.observer(16)) {
      Publisher publisher = channel.addPublisher();
      numbers(0, 20).forEach(n -> send(publisher, n));
      assertEquals(numbers(0, 20), look(observer));
      assertEquals(List.of(), look(observer));
      assertEquals(1, channel.members().size());
      Subscriber subscriber = channel.addSubscriber();
      assertReceives(numbers(0, 20), subscriber);
      send(publisher, 20);
      assertReceives(List.of(20), subscriber);
      assertEquals(List.of(20), look(observer));
      assertEquals(0, observer.missed());
    }
  }

  @Test
  void followsTheRingAcrossLaps() {
    try (ChannelObserver observer = channel.observer(16)) {
      Publisher publisher = channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      for (int n = 0; n < 5000; n++) {
        send(publisher, n);
        assertReceives(List.of(n), subscriber);
        assertEquals(List.of(n), look(observer));
      }
    }
  }

  @Test
  void countsOvertakings() {
    try (ChannelObserver observer = channel.observer(16)) {
      Publisher publisher = channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      assertEquals(List.of(), look(observer));
      for (int n = 0; n < 1000; n++) {
        send(publisher, n);
        receive(subscriber);
      }
      look(observer);
      assertEquals(1, observer.missed());
      send(publisher, 7);
      assertEquals(List.of(7), look(observer));
    }
  }

  @Test
  void showsTheBeginningOfALongMessage() {
    try (ChannelObserver observer = channel.observer(3)) {
      assertTrue(channel.addPublisher().offer(Messages.message(1, 1000)));
      assertEquals(
          1,
          observer.poll(
              (lane, length, start) -> {
                assertEquals(1000, length);
                assertTrue(start.isReadOnly());
                assertTrue(start.mismatch(Messages.message(1, 3)) < 0);
              },
              10));
    }
  }

  @Test
  void followsAddedAndRemovedLanes() {
    try (ChannelObserver observer = channel.observer(16)) {
      Subscriber subscriber = channel.addSubscriber();
      for (int i = 0; i < 3; i++) {
        try (Publisher one = channel.addPublisher();
            Publisher two = channel.addPublisher()) {
          send(one, 1);
          send(two, 2);
          List<Integer> seen = look(observer);
          seen.sort(null);
          assertEquals(List.of(1, 2), seen);
        }
        receive(subscriber);
        receive(subscriber);
      }
    }
  }

  @Test
  void viewerMayCloseTheObserver() {
    Publisher publisher = channel.addPublisher();
    Subscriber subscriber = channel.addSubscriber();
    numbers(0, 20).forEach(n -> send(publisher, n));
    ChannelObserver observer = channel.observer(16);
    assertEquals(1, observer.poll((_, _, _) -> observer.close(), 10));
    assertThrows(IllegalStateException.class, () -> look(observer));
    assertReceives(numbers(0, 20), subscriber);
  }

  @Test
  void pollAfterCloseIsRefused() {
    ChannelObserver observer = channel.observer(16);
    observer.close();
    assertThrows(IllegalStateException.class, () -> look(observer));
    assertTrue(channel.addPublisher().offer(message(1)));
  }
}
