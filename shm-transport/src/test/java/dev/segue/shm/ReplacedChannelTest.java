// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.assertReceives;
import static dev.segue.shm.Numbers.receive;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/// A channel is unlinked, and another one is created at its path: members of the old channel
/// continue to exchange messages, and never touch the new one.
@Timeout(600)
class ReplacedChannelTest extends InScratch {

  private static final ChannelConfig QUEUE =
      ChannelConfig.defaults().withTopology(Topology.QUEUE).withLaneCapacity(4000);

  private Channel old;

  @BeforeEach
  void create() {
    old = Channel.create(path, QUEUE);
  }

  @AfterEach
  void close() {
    old.close();
  }

  private Channel replace(ChannelConfig config) {
    Channel.unlink(path);
    return Channel.create(path, config);
  }

  @Test
  void retiringALaneKeepsTheNewChannelsLane() throws IOException {
    Subscriber subscriber = old.addSubscriber();
    Publisher first = old.addPublisher();
    Publisher second = old.addPublisher();
    assertEquals(List.of(), receive(subscriber));
    try (Channel replacement = replace(QUEUE)) {
      Publisher publisher = replacement.addPublisher();
      send(publisher, 1);
      publisher.close();
      first.close();
      assertEquals(List.of(), receive(subscriber));
      send(second, 2);
      assertReceives(List.of(1), replacement.addSubscriber());
      assertReceives(List.of(2), subscriber);
    }
  }

  @Test
  void leavingSubscriberKeepsTheNewChannelsLanes() throws Exception {
    ChannelConfig config = QUEUE.withTopology(Topology.BROADCAST);
    old.close();
    old = replace(config);
    Subscriber leaving = old.addSubscriber();
    Publisher publisher = old.addPublisher();
    assertEquals(List.of(), receive(leaving));
    try (Channel replacement = replace(config)) {
      Subscriber subscriber = replacement.addSubscriber();
      Publisher other = replacement.addPublisher();
      leaving.close();
      send(other, 1);
      assertEquals(List.of(1), awaited(subscriber));
      send(publisher, 2);
    }
  }

  /// If the registry is busy, the first poll may leave the new lane to the next poll.
  private static List<Integer> awaited(Subscriber subscriber) throws InterruptedException {
    List<Integer> received = receive(subscriber);
    while (received.isEmpty()) {
      Thread.sleep(1);
      received = receive(subscriber);
    }
    return received;
  }

  @Test
  void joiningAReplacedChannelFailsAndLeavesItsReplacementAlone() throws IOException {
    try (Channel replacement = replace(QUEUE)) {
      Publisher publisher = replacement.addPublisher();
      Publisher second = replacement.addPublisher();
      send(publisher, 1);
      Set<Path> files = scratch.filesIn("channel");
      assertNotFound(old::addPublisher);
      assertNotFound(old::addSubscriber);
      assertNotFound(() -> old.observer(10));
      assertNotFound(old::lanes);
      assertNotFound(old::unlink);
      assertEquals(files, scratch.filesIn("channel"));
      send(second, 2);
      Subscriber subscriber = replacement.addSubscriber();
      assertReceives(List.of(1, 2), subscriber);
    }
  }

  /// The other channel has another size, which must not be reported as corruption.
  @Test
  void sizeOfTheNewChannelIsNotReportedAsCorruption() throws IOException {
    old.close();
    old = replace(QUEUE.withMaxMembers(100));
    Subscriber subscriber = old.addSubscriber();
    Publisher publisher = old.addPublisher();
    send(publisher, 1);
    InternalError own = new InternalError("the handler's own");
    MessageHandler handler =
        _ -> {
          throw own;
        };
    try (Channel replacement = replace(QUEUE.withMaxMembers(2))) {
      assertEquals(1, replacement.lanes().size());
      assertSame(own, assertThrows(InternalError.class, () -> subscriber.poll(handler, 1)));
    }
  }

  /// Opening a channel returns a complete one or fails.
  @Test
  void openingNeverMixesTwoChannels() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<Integer> replacing = threads.submit(() -> replaceUntil(over));
      int used = 0;
      try {
        for (int turn = 0; turn < 2000 || used == 0; turn++) {
          used += uses(turn) ? 1 : 0;
        }
      } finally {
        over.set(true);
      }
      assertTrue(replacing.get() > 0, "never replaced, used=" + used);
    }
  }

  private int replaceUntil(AtomicBoolean over) {
    int turn = 0;
    for (; !over.get(); turn++) {
      replace(QUEUE.withMaxMembers(turn % 2 == 0 ? 2 : 100)).close();
    }
    return turn;
  }

  /// Whether a channel existed for long enough.
  private boolean uses(int number) {
    try (Channel channel = Channel.open(path)) {
      Publisher publisher = channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      send(publisher, number);
      assertReceives(List.of(number), subscriber);
      return true;
    } catch (TransportException e) {
      assertEquals(Kind.NOT_FOUND, e.kind(), e::toString);
      return false;
    }
  }

  private static void assertNotFound(Executable action) {
    TransportException e = assertThrows(TransportException.class, action);
    assertEquals(Kind.NOT_FOUND, e.kind(), e::toString);
  }
}
