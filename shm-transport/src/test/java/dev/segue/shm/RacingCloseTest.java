// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.shm.internal.os.Mapping;
import dev.segue.shm.internal.os.NativeUse;
import java.lang.Thread.State;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A channel is closed while another thread closes its publisher.
@Timeout(600)
class RacingCloseTest extends InScratch {

  private static final ChannelConfig CONFIG =
      ChannelConfig.defaults().withTopology(Topology.QUEUE).withLaneCapacity(4000);

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(Thread thread, State... states) throws InterruptedException {
    while (!Set.of(states).contains(thread.getState())) {
      Thread.sleep(1);
    }
  }

  /// While native code writes to a claim, no other publisher gets that lane.
  @Test
  void publisherStaysAMemberUntilItHasLeft() throws InterruptedException {
    CountDownLatch atWork = new CountDownLatch(1);
    CountDownLatch enough = new CountDownLatch(1);
    Channel channel = Channel.create(path, CONFIG);
    Mapping.waitForNativeCalls(Duration.ofDays(1));
    try (Channel others = Channel.open(path)) {
      Publisher publisher = channel.addPublisher();
      Claim claim = publisher.tryClaim(16);
      assertNotNull(claim);
      MemorySegment room = claim.segment();
      Thread writing =
          Thread.ofPlatform()
              .start(() ->
                  NativeUse.during(
                      room,
                      () -> {
                        atWork.countDown();
                        await(enough);
                      }));
      await(atWork);
      Thread closing = Thread.ofPlatform().start(publisher::close);
      await(closing, State.TIMED_WAITING);
      Thread closingAll = Thread.ofPlatform().start(channel::close);
      await(closingAll, State.BLOCKED, State.TERMINATED);
      try {
        assertEquals(1, others.members().size());
      } finally {
        enough.countDown();
        for (Thread thread : List.of(writing, closing, closingAll)) {
          thread.join();
        }
      }
      assertThrows(IllegalStateException.class, () -> claim.commit(16));
      assertEquals(List.of(), others.members());
      assertFalse(others.lanes().isEmpty());
    } finally {
      Mapping.waitForNativeCalls(null);
    }
  }
}
