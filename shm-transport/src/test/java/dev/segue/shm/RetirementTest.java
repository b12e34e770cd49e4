// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.assertReceives;
import static dev.segue.shm.Numbers.message;
import static dev.segue.shm.Numbers.receive;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.membership.ChannelDirectory;
import dev.segue.shm.internal.os.Access;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A subscriber is about to delete a lane that has no publisher and is read to its end. The lane
/// gets another publisher before the subscriber has the registry's lock.
@Timeout(600)
class RetirementTest extends InScratch {

  private Channel channel;
  private Subscriber subscriber;

  @BeforeEach
  void leaveALane() {
    channel = Channel.create(path, ChannelConfig.defaults().withTopology(Topology.QUEUE));
    subscriber = channel.addSubscriber();
    channel.addPublisher(); // Its lane stays, so that the other lane is not the only one.
    Publisher gone = channel.addPublisher();
    assertEquals(List.of(), receive(subscriber));
    gone.close();
  }

  @AfterEach
  void close() {
    HaltPoints.observe(store -> {});
    channel.close();
  }

  /// Polls, and runs an action when the subscriber is about to delete the lane.
  private void receiveWhile(Runnable meanwhile) {
    Thread reader = Thread.currentThread();
    boolean[] done = {false};
    HaltPoints.observe(store -> {
      if (store.equals("retirement") && !done[0] && Thread.currentThread().equals(reader)) {
        done[0] = true;
        meanwhile.run();
      }
    });
    assertEquals(List.of(), receive(subscriber));
    HaltPoints.observe(store -> {});
    assertTrue(done[0]);
  }

  @Test
  void keepsMessagesOfAPublisherThatJoinedMeanwhile() {
    receiveWhile(() -> {
      try (Publisher next = channel.addPublisher()) {
        send(next, 1);
      }
    });
    assertReceives(List.of(1), subscriber);
    receive(subscriber);
    assertEquals(1, channel.lanes().size());
  }

  @Test
  void waitsForALateStoreOfAFencedPublisher() throws IOException {
    Claim[] claims = new Claim[1];
    try (ChannelDirectory other = ChannelDirectory.open(path, Access.OWNER)) {
      receiveWhile(() -> {
        Claim claim = channel.addPublisher().tryClaim(8);
        assertNotNull(claim);
        claim.segment().copyFrom(message(1));
        claims[0] = claim;
        long id = channel.members().getLast().id();
        try {
          other.registry().fence(id);
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      });
    }
    // The store arrives, and its publisher learns that it was fenced.
    TransportException e = assertThrows(TransportException.class, () -> claims[0].commit(8));
    assertEquals(Kind.FENCED, e.kind());
    assertReceives(List.of(1), subscriber);
  }
}
