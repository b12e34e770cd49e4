// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.assertReceives;
import static dev.segue.shm.Numbers.message;
import static dev.segue.shm.Numbers.numbers;
import static dev.segue.shm.Numbers.receive;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.membership.ChannelDirectory;
import dev.segue.shm.internal.os.Access;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A subscriber that is fenced in the middle of a batch.
@Timeout(600)
class FencedBatchTest extends InScratch {

  private Channel channel;

  @BeforeEach
  void open() {
    channel =
        Channel.create(
            path,
            ChannelConfig.defaults()
                .withTopology(Topology.QUEUE)
                .withLaneCapacity(4000)
                .withMaxMembers(4));
  }

  @AfterEach
  void close() {
    channel.close();
  }

  private void fence(long member) {
    try (ChannelDirectory others = ChannelDirectory.open(path, Access.OWNER)) {
      others.registry().fence(member);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void fencedSubscriberGetsNoMoreMessagesOfItsBatch() {
    Subscriber subscriber = channel.addSubscriber();
    long member = channel.members().getFirst().id();
    Publisher publisher = channel.addPublisher();
    numbers(0, 20).forEach(n -> send(publisher, n));
    List<Integer> received = new ArrayList<>();
    TransportException e =
        assertThrows(
            TransportException.class,
            () ->
                subscriber.poll(
                    m -> {
                      received.add(m.get(ValueLayout.JAVA_INT, 0));
                      if (received.size() == 5) {
                        fence(member);
                      }
                    },
                    1000));
    assertEquals(Kind.FENCED, e.kind(), e::toString);
    assertEquals(numbers(0, 5), received);
    assertReceives(numbers(5, 20), channel.addSubscriber());
  }

  /// Data that the next publisher writes where the fenced subscriber reads is not reported as
  /// corruption.
  @Test
  void fencedSubscriberDoesNotReportCorruption() {
    Subscriber subscriber = channel.addSubscriber();
    long member = channel.members().getFirst().id();
    Publisher publisher = channel.addPublisher();
    numbers(0, 20).forEach(n -> send(publisher, n));
    TransportException e =
        assertThrows(
            TransportException.class,
            () ->
                subscriber.poll(
                    _ -> {
                      fence(member);
                      Subscriber successor = channel.addSubscriber();
                      for (int lap = 0; lap < 1000; lap++) {
                        receive(successor);
                        publisher.offer(message(lap));
                      }
                    },
                    1000));
    assertEquals(Kind.FENCED, e.kind(), e::toString);
  }

  /// Members that join and leave do not end a batch early.
  @Test
  void joiningMembersDoNotEndTheBatch() {
    Subscriber subscriber = channel.addSubscriber();
    Publisher publisher = channel.addPublisher();
    numbers(0, 20).forEach(n -> send(publisher, n));
    List<Integer> received = new ArrayList<>();
    subscriber.poll(
        m -> {
          received.add(m.get(ValueLayout.JAVA_INT, 0));
          channel.addPublisher().close();
        },
        1000);
    assertEquals(numbers(0, 20), received);
  }
}
