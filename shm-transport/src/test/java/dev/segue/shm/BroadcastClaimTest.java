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
import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.LockFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Claims in a broadcast in which one lane fails.
@Timeout(600)
class BroadcastClaimTest extends InScratch {

  /// The offset of the released position of a lane's first consumer, see docs/shm-protocol.md.
  private static final long RELEASED_OFFSET = 640;

  private Channel create(SlowSubscriberPolicy slow) {
    return Channel.create(
        path,
        ChannelConfig.defaults()
            .withTopology(Topology.BROADCAST)
            .withSlowSubscriber(slow)
            .withLaneCapacity(4000)
            .withMaxMembers(4));
  }

  /// @return the number of messages in the lane of the subscriber that does not read
  private static int fill(Publisher publisher, Subscriber reading) {
    int sent = 0;
    while (publisher.offer(message(sent))) {
      receive(reading);
      sent++;
    }
    return sent;
  }

  private MemorySegment map(long lane, Arena arena) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            Scratch.file(path, "lane-" + lane),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      return file.map(MapMode.READ_WRITE, 0, file.size(), arena);
    }
  }

  @Test
  void partiallyFailedClaimLeavesNoTrace() throws IOException {
    try (Channel channel = create(SlowSubscriberPolicy.BACK_PRESSURE);
        Arena arena = Arena.ofConfined()) {
      Subscriber first = channel.addSubscriber();
      Subscriber second = channel.addSubscriber();
      Publisher publisher = channel.addPublisher();
      assertEquals(List.of(), receive(second)); // It has opened its lane now.
      int sent = fill(publisher, first);
      MemorySegment lane = map(channel.lanes().getLast().id(), arena);
      long released = lane.get(ValueLayout.JAVA_LONG, RELEASED_OFFSET);
      lane.set(ValueLayout.JAVA_LONG, RELEASED_OFFSET, Long.MAX_VALUE - 7);
      TransportException e =
          assertThrows(TransportException.class, () -> publisher.offer(message(-1)));
      assertEquals(Kind.CORRUPT, e.kind());
      lane.set(ValueLayout.JAVA_LONG, RELEASED_OFFSET, released);
      assertEquals(List.of(), receive(first));
      assertReceives(numbers(0, sent), second);
      send(publisher, 7);
      assertReceives(List.of(7), first);
      assertReceives(List.of(7), second);
    }
  }

  /// While the registry is busy, no member can be fenced; the other members do not wait.
  @Test
  void subscriberThatMissedAMessageGetsNoLaterOnes() throws IOException {
    try (Channel channel = create(SlowSubscriberPolicy.DISCONNECT);
        LockFile locks = LockFile.open(path.resolve("locks"), Access.OWNER)) {
      Subscriber fast = channel.addSubscriber();
      Subscriber slow = channel.addSubscriber();
      Publisher publisher = channel.addPublisher();
      send(publisher, -1);
      assertReceives(List.of(-1), fast);
      assertReceives(List.of(-1), slow);
      LockFile.Held held = Objects.requireNonNull(locks.tryLock(0));
      int sent = 1000;
      for (int n : numbers(0, sent)) {
        send(publisher, n);
        assertReceives(List.of(n), fast);
      }
      List<Integer> received = receive(slow);
      assertEquals(numbers(0, received.size()), received);
      assertTrue(received.size() < sent, "received all");
      send(publisher, sent);
      assertReceives(List.of(sent), fast);
      assertEquals(List.of(), receive(slow));
      held.release();
      send(publisher, -1);
      assertReceives(List.of(-1), fast);
      assertEquals(Kind.FENCED, assertThrows(TransportException.class, () -> receive(slow)).kind());
    }
  }
}
