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

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.os.OpenFiles;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Many publishers and subscribers, joining and leaving.
@Timeout(600)
class TopologyTest extends InScratch {

  private Channel create(Topology topology) {
    return create(ChannelConfig.defaults().withTopology(topology));
  }

  private Channel create(ChannelConfig config) {
    return Channel.create(path, config.withLaneCapacity(4000).withMaxMembers(8));
  }

  private long laneFiles() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.filter(file -> file.getFileName().toString().startsWith("lane-")).count();
    }
  }

  @Nested
  class Queues {

    @Test
    void queueKeepsTheOrderOfEachPublisher() throws IOException {
      try (Channel channel = create(Topology.QUEUE)) {
        Subscriber subscriber = channel.addSubscriber();
        List<Publisher> publishers = Stream.generate(channel::addPublisher).limit(5).toList();
        for (int i = 0; i < 50; i++) {
          for (int p = 0; p < 5; p++) {
            send(publishers.get(p), p * 1000 + i);
          }
        }
        List<Integer> received = receive(subscriber);
        for (int p = 0; p < 5; p++) {
          int publisher = p;
          assertEquals(
              numbers(p * 1000, p * 1000 + 50),
              received.stream().filter(n -> n / 1000 == publisher).toList());
        }
        publishers.forEach(Publisher::close);
        receive(subscriber);
        receive(subscriber);
        assertEquals(1, laneFiles(), "all but one lane are gone with their publishers");
      }
    }

    @Test
    void queueSharesTheLoad() {
      try (Channel channel = create(Topology.QUEUE)) {
        List<Subscriber> subscribers = Stream.generate(channel::addSubscriber).limit(3).toList();
        Publisher publisher = channel.addPublisher();
        numbers(0, 90).forEach(n -> send(publisher, n));
        List<Integer> all = new ArrayList<>();
        for (Subscriber subscriber : subscribers) {
          List<Integer> share = receive(subscriber);
          assertEquals(30, share.size());
          assertEquals(share.stream().sorted().toList(), share);
          all.addAll(share);
        }
        assertEquals(numbers(0, 90), all.stream().sorted().toList());
      }
    }

    @Test
    void queueKeepsMessagesForTheNextSubscriber() {
      try (Channel channel = create(Topology.QUEUE)) {
        for (int i = 0; i < 3; i++) {
          Publisher publisher = channel.addPublisher();
          send(publisher, i);
          publisher.close();
        }
        assertReceives(numbers(0, 3), channel.addSubscriber());
      }
    }

    @Test
    void queueReassignsLanesOfALeavingSubscriber() throws IOException {
      try (Channel channel = create(Topology.QUEUE)) {
        Subscriber staying = channel.addSubscriber();
        Publisher publisher = channel.addPublisher();
        for (int turn = 0; turn < 30; turn++) {
          Subscriber leaving = channel.addSubscriber();
          numbers(0, 20).forEach(n -> send(publisher, n));
          List<Integer> all = new ArrayList<>(receive(leaving, 3));
          leaving.close();
          send(publisher, 20);
          all.addAll(receive(staying));
          all.addAll(receive(staying));
          assertEquals(numbers(0, 21), all.stream().sorted().toList());
          receive(staying);
        }
        assertEquals(1, laneFiles());
      }
    }

    @Test
    void queueServesALaterSubscriber() {
      try (Channel channel = create(Topology.QUEUE)) {
        Publisher publisher = channel.addPublisher();
        numbers(0, 10).forEach(n -> send(publisher, n));
        Subscriber first = channel.addSubscriber();
        assertReceives(numbers(0, 10), first);
        Subscriber second = channel.addSubscriber();
        numbers(0, 10).forEach(n -> send(publisher, n));
        assertEquals(5, receive(first).size());
        assertEquals(5, receive(second).size());
      }
    }

    @Test
    void queueSkipsFullLanes() {
      try (Channel channel = create(Topology.QUEUE)) {
        Subscriber idle = channel.addSubscriber();
        Subscriber busy = channel.addSubscriber();
        Publisher publisher = channel.addPublisher();
        List<Integer> received = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
          send(publisher, i);
          received.addAll(receive(busy));
        }
        received.addAll(receive(idle));
        assertEquals(numbers(0, 1000), received.stream().sorted().toList());
      }
    }

    @Test
    void queueLimitsItsMembers() {
      try (Channel channel = create(Topology.QUEUE)) {
        for (int i = 0; i < 8; i++) {
          channel.addPublisher();
        }
        assertEquals(
            Kind.LIMIT_EXCEEDED,
            assertThrows(TransportException.class, channel::addPublisher).kind());
      }
    }
  }

  @Nested
  class Broadcasts {

    @Test
    void broadcastReachesEverySubscriber() throws IOException {
      try (Channel channel = create(Topology.BROADCAST)) {
        Publisher publisher = channel.addPublisher();
        send(publisher, -1);
        List<Subscriber> subscribers = Stream.generate(channel::addSubscriber).limit(3).toList();
        for (int n : numbers(0, 50)) {
          Claim claim = publisher.claim(100, _ -> {});
          claim.segment().set(ValueLayout.JAVA_INT, 0, n);
          claim.commit(8);
        }
        send(publisher, 50);
        for (Subscriber subscriber : subscribers) {
          assertReceives(numbers(0, 51), subscriber);
        }
        Subscriber late = channel.addSubscriber();
        send(publisher, 51);
        assertReceives(List.of(51), late);
        subscribers.forEach(Subscriber::close);
        late.close();
        // On Windows, files stay while the publisher has them mapped.
        assertEquals(OpenFiles.areDeletable(channel.path()) ? 0 : 4, laneFiles());
        send(publisher, 52);
        publisher.close();
        assertEquals(0, laneFiles());
      }
    }

    @Test
    void broadcastWaitsForTheSlowestSubscriber() {
      try (Channel channel = create(Topology.BROADCAST)) {
        Publisher publisher = channel.addPublisher();
        Subscriber fast = channel.addSubscriber();
        Subscriber slow = channel.addSubscriber();
        int sent = 0;
        while (publisher.offer(message(sent))) {
          sent++;
          receive(fast);
        }
        assertTrue(sent > 100 && sent < 1000, "sent=" + sent);
        assertReceives(numbers(0, sent), slow);
        send(publisher, sent);
      }
    }

    @Test
    void broadcastDropsMessagesForTheSlowSubscriberOnly() {
      ChannelConfig config =
          ChannelConfig.defaults()
              .withTopology(Topology.BROADCAST)
              .withSlowSubscriber(SlowSubscriberPolicy.DROP);
      try (Channel channel = create(config)) {
        Publisher publisher = channel.addPublisher();
        Subscriber fast = channel.addSubscriber();
        Subscriber slow = channel.addSubscriber();
        List<Integer> received = new ArrayList<>();
        for (int n : numbers(0, 1000)) {
          send(publisher, n);
          received.addAll(receive(fast));
        }
        assertEquals(numbers(0, 1000), received);
        List<Integer> first = receive(slow);
        assertEquals(numbers(0, first.size()), first);
        assertTrue(first.size() < 500, () -> "received " + first.size());
        long dropped = channel.lanes().stream().mapToLong(LaneStatus::dropped).sum();
        assertEquals(1000 - first.size(), dropped);
      }
    }

    @Test
    void broadcastDisconnectsTheSlowSubscriber() {
      ChannelConfig config =
          ChannelConfig.defaults()
              .withTopology(Topology.BROADCAST)
              .withSlowSubscriber(SlowSubscriberPolicy.DISCONNECT);
      try (Channel channel = create(config)) {
        Publisher publisher = channel.addPublisher();
        Subscriber fast = channel.addSubscriber();
        Subscriber slow = channel.addSubscriber();
        for (int n : numbers(0, 1000)) {
          send(publisher, n);
          assertReceives(List.of(n), fast);
        }
        assertEquals(
            Kind.FENCED, assertThrows(TransportException.class, () -> receive(slow)).kind());
        slow.close();
        Subscriber again = channel.addSubscriber();
        send(publisher, 1000);
        assertReceives(List.of(1000), again);
      }
    }

    @Test
    void broadcastDeliversMessagesOfAPublisherThatLeft() throws IOException {
      try (Channel channel = create(Topology.BROADCAST)) {
        Subscriber subscriber = channel.addSubscriber();
        Publisher publisher = channel.addPublisher();
        numbers(0, 10).forEach(n -> send(publisher, n));
        publisher.close();
        assertReceives(numbers(0, 10), subscriber);
        receive(subscriber);
        assertEquals(0, laneFiles());
      }
    }
  }
}
