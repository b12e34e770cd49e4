// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.assertReceives;
import static dev.segue.shm.Numbers.send;

import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.LockFile;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A broadcast reaches each subscriber that has joined, even if a locked registry keeps the
/// publisher from seeing it at once.
@Timeout(600)
class BroadcastToNewcomersTest extends InScratch {

  private Channel channel;
  private Publisher publisher;
  private Subscriber known;
  private LockFile locks;

  @BeforeEach
  void create() throws IOException {
    channel =
        Channel.create(
            path,
            ChannelConfig.defaults()
                .withTopology(Topology.BROADCAST)
                .withLaneCapacity(4000)
                .withMemberTimeout(Duration.ZERO));
    publisher = channel.addPublisher();
    known = channel.addSubscriber();
    send(publisher, 0);
    assertReceives(List.of(0), known);
    locks = LockFile.open(path.resolve("locks"), Access.OWNER);
  }

  @AfterEach
  void close() throws IOException {
    locks.close();
    channel.close();
  }

  @Test
  void waitsForARegistryThatIsBusy() throws IOException {
    Subscriber newcomer = channel.addSubscriber();
    releaseWhenAwaited(lockRegistry(locks));
    send(publisher, 1);
    assertReceives(List.of(1), newcomer);
    assertReceives(List.of(1), known);
  }

  /// The process that holds the lock is paused: the known subscribers still get their messages.
  @Test
  void publisherStopsWaitingForALockedRegistry() throws IOException {
    Subscriber newcomer = channel.addSubscriber();
    LockFile.Held registry = lockRegistry(locks);
    for (int n = 1; n < 1000; n++) {
      send(publisher, n);
      assertReceives(List.of(n), known);
    }
    registry.release();
    send(publisher, 1000);
    assertReceives(List.of(1000), newcomer);
  }
}
