// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.assertReceives;
import static dev.segue.shm.Numbers.numbers;
import static dev.segue.shm.Numbers.receiveAll;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.shm.TransportException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/// Members of a channel that is unlinked continue to exchange messages, and nobody else can join.
@Timeout(600)
abstract class UnlinkedChannelContract extends InScratch {

  static final ChannelConfig QUEUE =
      ChannelConfig.defaults().withTopology(Topology.QUEUE).withLaneCapacity(4000);
  static final ChannelConfig BROADCAST = QUEUE.withTopology(Topology.BROADCAST);
  static final ChannelConfig PAIR = QUEUE.withTopology(Topology.PAIR);

  /// Path of the channel.
  abstract Path at();

  private final List<AutoCloseable> opened = new ArrayList<>();

  final Channel create(ChannelConfig config) {
    return closedLater(Channel.create(at(), config));
  }

  final Channel open() {
    return closedLater(Channel.open(at()));
  }

  private <T extends AutoCloseable> T closedLater(T resource) {
    opened.add(resource);
    return resource;
  }

  @AfterEach
  void nothingIsLeftWhenAllHaveClosed() throws Exception {
    for (AutoCloseable resource : opened.reversed()) {
      resource.close();
    }
    assertEquals(Set.of(), files());
  }

  /// The files below the directory of the test, without the directories.
  final Set<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(scratch.directory())) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (UncheckedIOException e) {
      return files(); // A directory was deleted meanwhile.
    }
  }

  private static void assertNotFound(Executable action) {
    TransportException e = assertThrows(TransportException.class, action);
    assertEquals(Kind.NOT_FOUND, e.kind(), e::toString);
  }

  @Nested
  class MembersContinue {

    @Test
    void lanesOfALeavingSubscriberAreReassigned() {
      Channel channel = create(QUEUE);
      Channel other = open();
      Subscriber leaving = channel.addSubscriber();
      Subscriber staying = other.addSubscriber();
      Publisher first = channel.addPublisher();
      Publisher second = other.addPublisher();
      for (int i = 0; i < 2; i++) { // Opens all lanes.
        send(first, 0);
        send(second, 0);
      }
      assertEquals(List.of(0, 0), receiveAll(leaving, 2));
      assertEquals(List.of(0, 0), receiveAll(staying, 2));
      Channel.unlink(at());
      for (int i = 1; i <= 4; i++) {
        send(first, i);
        send(second, i + 4);
      }
      leaving.close();
      send(first, 9);
      send(second, 10);
      List<Integer> received = receiveAll(staying, 10);
      assertEquals(numbers(1, 11), received.stream().sorted().toList());
    }

    @Test
    void lonePublisherContinues() {
      Channel channel = create(QUEUE);
      Channel other = open();
      Subscriber subscriber = channel.addSubscriber();
      Publisher leaving = channel.addPublisher();
      Publisher staying = other.addPublisher();
      Channel.unlink(at());
      send(leaving, 1);
      leaving.close();
      send(staying, 2);
      assertEquals(List.of(1, 2), receiveAll(subscriber, 2).stream().sorted().toList());
      subscriber.close();
      send(staying, 3);
    }

    @Test
    void subscriberWithoutMessagesContinues() {
      for (ChannelConfig config : List.of(QUEUE, BROADCAST, PAIR)) {
        Channel channel = create(config);
        Publisher publisher = channel.addPublisher();
        Subscriber subscriber = open().addSubscriber();
        Channel.unlink(at());
        send(publisher, 1);
        assertReceives(List.of(1), subscriber);
        send(publisher, 2);
        assertReceives(List.of(2), subscriber);
      }
    }

    @Test
    void publisherWithoutMessagesContinues() {
      for (ChannelConfig config : List.of(QUEUE, BROADCAST)) {
        Channel channel = create(config);
        Subscriber subscriber = channel.addSubscriber();
        Publisher first = channel.addPublisher();
        send(first, 1);
        assertReceives(List.of(1), subscriber);
        Publisher second = open().addPublisher();
        Channel.unlink(at());
        send(second, 2);
        send(first, 3);
        assertEquals(List.of(2, 3), receiveAll(subscriber, 2).stream().sorted().toList());
      }
    }

    @Test
    void secondRequesterContinues() throws Exception {
      Thread server;
      try (Responder responder = Responder.open(at(), 100, 100);
          Requester first = Requester.open(at(), 100)) {
        server =
            Thread.ofPlatform()
                .start(() -> {
                  try {
                    while (true) {
                      responder.poll(Doubling.DOUBLING, 10, Doubling.LONG);
                    }
                  } catch (IllegalStateException e) {
                    // The channel was closed.
                  }
                });
        assertEquals(2, first.call(Doubling.WRITER, 1, 4, Doubling.READER, Doubling.LONG));
        try (Requester second = Requester.open(at(), 100)) {
          Channel.unlink(at());
          assertEquals(4, second.call(Doubling.WRITER, 2, 4, Doubling.READER, Doubling.LONG));
          assertEquals(6, first.call(Doubling.WRITER, 3, 4, Doubling.READER, Doubling.LONG));
        }
        assertEquals(8, first.call(Doubling.WRITER, 4, 4, Doubling.READER, Doubling.LONG));
      }
      server.join();
    }

    @Test
    void membersContinueWithoutAnUnopenableLane() throws IOException {
      Channel channel = create(QUEUE);
      Publisher publisher = channel.addPublisher();
      Subscriber first = channel.addSubscriber();
      send(publisher, 1);
      Subscriber second = open().addSubscriber(); // The publisher has not mapped its lane yet.
      Channel.unlink(at());
      deleteLane("lane-5-");
      for (int i = 2; i < 5; i++) {
        send(publisher, i);
      }
      assertReceives(List.of(1, 2, 3, 4), first);
      assertReceives(List.of(), second);
    }

    private void deleteLane(String prefix) throws IOException {
      try (Stream<Path> files = Files.walk(scratch.directory())) {
        List<Path> lanes =
            files.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
        assertEquals(1, lanes.size(), lanes::toString);
        Files.delete(lanes.getFirst());
      }
    }
  }

  @Nested
  class NobodyElse {

    @Test
    void joiningAndInspectingFailWithNotFound() {
      Channel channel = create(QUEUE);
      Publisher publisher = channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      ChannelObserver observer = closedLater(channel.observer(10));
      Channel.unlink(at());
      for (int turn = 0; turn < 3; turn++) {
        assertNotFound(channel::addPublisher);
        assertNotFound(channel::addSubscriber);
        assertNotFound(channel::lanes);
        assertNotFound(channel::members);
        assertNotFound(() -> channel.observer(10));
        assertNotFound(() -> observer.poll((_, _, _) -> {}, 10));
        assertNotFound(channel::unlink);
        assertNotFound(() -> Channel.open(at()));
        assertNotFound(() -> Channel.unlink(at()));
        send(publisher, turn);
        assertReceives(List.of(turn), subscriber);
        if (turn == 1) {
          create(QUEUE); // At the same path.
          Channel.unlink(at());
        }
      }
    }

    @Test
    void joiningAsARequesterFails() {
      Channel service = create(QUEUE);
      Channel.unlink(at());
      assertNotFound(() -> Requester.open(service, 100));
    }
  }
}
