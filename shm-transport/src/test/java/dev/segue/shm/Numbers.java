// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Messages that are numbers.
final class Numbers {

  private Numbers() {}

  static void send(Publisher publisher, int number) {
    assertTrue(publisher.offer(message(number)), () -> "no room for " + number);
  }

  static MemorySegment message(int number) {
    return MemorySegment.ofArray(new int[] {number, 0});
  }

  static List<Integer> receive(Subscriber subscriber) {
    return receive(subscriber, Integer.MAX_VALUE);
  }

  static List<Integer> receive(Subscriber subscriber, int limit) {
    List<Integer> received = new ArrayList<>();
    subscriber.poll(m -> received.add(m.get(ValueLayout.JAVA_INT, 0)), limit);
    return received;
  }

  /// Receives a known number of messages. Several polls may be needed: a poll that finds the
  /// registry busy does not open new lanes.
  static List<Integer> receiveAll(Subscriber subscriber, int count) {
    List<Integer> received = new ArrayList<>();
    long start = System.nanoTime();
    while (received.size() < count && System.nanoTime() - start < 300_000_000_000L) {
      received.addAll(receive(subscriber, count - received.size()));
    }
    return received;
  }

  /// Asserts which messages a subscriber receives, and that it receives no others.
  static void assertReceives(List<Integer> expected, Subscriber subscriber) {
    List<Integer> received = receiveAll(subscriber, expected.size());
    received.addAll(receive(subscriber));
    assertEquals(expected, received);
  }

  static List<Integer> numbers(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }
}
