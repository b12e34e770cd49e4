// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.receiveAll;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// A thread that is interrupted before calls that never wait: it stays interrupted, without other
/// effects.
@Timeout(600)
class InterruptedThreadTest extends InScratch {

  private Channel channel;

  @BeforeEach
  void interrupt() {
    channel =
        Channel.create(
            path,
            ChannelConfig.defaults()
                .withTopology(Topology.QUEUE)
                .withLaneCapacity(100_000)
                .withMemberTimeout(Duration.ZERO));
  }

  @AfterEach
  void close() {
    assertTrue(Thread.interrupted());
    channel.close();
  }

  @Test
  void interruptedThreadOpensNewLanes() {
    Subscriber subscriber = channel.addSubscriber();
    send(channel.addPublisher(), 1);
    Publisher second = channel.addPublisher();
    send(second, 2);
    Thread.currentThread().interrupt();
    assertEquals(List.of(1, 2), receiveAll(subscriber, 2));
  }

  @Test
  void interruptedThreadJoinsWithItsOwnLanes() {
    Subscriber subscriber = channel.addSubscriber();
    Thread.currentThread().interrupt();
    send(channel.addPublisher(), 1);
    send(channel.addPublisher(), 2);
    assertEquals(List.of(1, 2), receiveAll(subscriber, 2));
  }

  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "mapped files cannot be truncated there")
  @Test
  void interruptedThreadDetectsTruncation() throws IOException {
    Publisher publisher = channel.addPublisher();
    send(publisher, 1);
    try (FileChannel lane =
        FileChannel.open(Scratch.file(path, "lane-1"), StandardOpenOption.WRITE)) {
      lane.truncate(0);
    }
    Thread.currentThread().interrupt();
    TransportException e =
        assertThrows(TransportException.class, () -> publisher.offer(Messages.message(1, 9000)));
    assertEquals(Kind.CORRUPT, e.kind(), e::toString);
  }
}
