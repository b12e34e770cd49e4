// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.assertReceives;
import static dev.segue.shm.Numbers.receive;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.halt.HaltPoints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// One lane of several cannot be opened: those that were opened before it are closed again.
@Timeout(600)
@EnabledOnOs(OS.LINUX)
class AttachFailureTest extends InScratch {

  private static final int VERSION_OFFSET = 8;

  private Channel create(Topology topology) {
    return Channel.create(
        path,
        ChannelConfig.defaults().withTopology(topology).withLaneCapacity(4000).withMaxMembers(4));
  }

  private void setVersion(long lane, int version) throws IOException {
    try (FileChannel file =
        FileChannel.open(Scratch.file(path, "lane-" + lane), StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.allocate(1).put(0, (byte) version);
      assertEquals(1, file.write(bytes, VERSION_OFFSET));
    }
  }

  private long mappings() throws IOException {
    try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
      return maps.filter(line -> line.contains(path + "/lane-")).count();
    }
  }

  private static void assertCorrupt(Runnable call) {
    TransportException e = assertThrows(TransportException.class, call::run);
    assertEquals(Kind.CORRUPT, e.kind(), e::toString);
  }

  @Test
  void joiningSubscriberUnmapsOpenedLanes() throws IOException {
    try (Channel channel = create(Topology.QUEUE)) {
      Publisher first = channel.addPublisher();
      Publisher second = channel.addPublisher();
      send(first, 1);
      send(second, 2);
      long before = mappings();
      setVersion(channel.lanes().getLast().id(), 9);
      for (int i = 0; i < 10; i++) {
        assertCorrupt(channel::addSubscriber);
      }
      assertEquals(before, mappings());
      setVersion(channel.lanes().getLast().id(), 3);
      assertEquals(List.of(1, 2), receive(channel.addSubscriber()).stream().sorted().toList());
    }
  }

  @Test
  void pollingSubscriberUnmapsOpenedLanes() throws IOException {
    try (Channel channel = create(Topology.QUEUE)) {
      Subscriber subscriber = channel.addSubscriber();
      Publisher first = channel.addPublisher();
      assertEquals(List.of(), receive(subscriber));
      Publisher second = channel.addPublisher();
      Publisher third = channel.addPublisher();
      long broken = channel.lanes().getLast().id();
      long before = mappings();
      send(first, 1);
      send(second, 2);
      send(third, 3);
      setVersion(broken, 9);
      for (int i = 0; i < 10; i++) {
        assertCorrupt(() -> receive(subscriber));
      }
      assertEquals(before, mappings());
      setVersion(broken, 3);
      assertEquals(List.of(1, 2, 3), receive(subscriber).stream().sorted().toList());
    }
  }

  @Test
  void sendingPublisherUnmapsOpenedLanes() throws IOException {
    try (Channel channel = create(Topology.BROADCAST)) {
      Publisher publisher = channel.addPublisher();
      Subscriber first = channel.addSubscriber();
      Subscriber second = channel.addSubscriber();
      long broken = channel.lanes().getLast().id();
      long before = mappings();
      setVersion(broken, 9);
      for (int i = 0; i < 10; i++) {
        assertCorrupt(() -> send(publisher, 0));
      }
      assertEquals(before, mappings());
      setVersion(broken, 3);
      send(publisher, 1);
      assertReceives(List.of(1), first);
      assertReceives(List.of(1), second);
    }
  }

  @Test
  void observerUnmapsOpenedLanes() throws IOException {
    try (Channel channel = create(Topology.QUEUE)) {
      channel.addPublisher();
      channel.addPublisher();
      long before = mappings();
      long broken = channel.lanes().getLast().id();
      setVersion(broken, 9);
      for (int i = 0; i < 10; i++) {
        assertCorrupt(() -> channel.observer(16));
      }
      assertEquals(before, mappings());
      setVersion(broken, 3);
      assertThrows(IllegalArgumentException.class, () -> channel.observer(-1));
      channel.observer(Integer.MAX_VALUE).close();
      assertEquals(before, mappings());
      try (ChannelObserver observer = channel.observer(16)) {
        assertEquals(0, observer.poll((_, _, _) -> {}, 1));
      }
      assertEquals(before, mappings());
    }
  }

  /// When another subscriber drains a lane and the publisher fails to give it up, the lane is
  /// unmapped nevertheless.
  @Test
  void publisherUnmapsLaneThatItFailsToGiveUp() throws IOException {
    try (Channel channel = create(Topology.QUEUE)) {
      Publisher publisher = channel.addPublisher();
      Subscriber leaving = channel.addSubscriber();
      Subscriber staying = channel.addSubscriber();
      send(publisher, 1);
      assertEquals(4, mappings(), "two lanes, each mapped by both ends");
      leaving.close();
      Thread sender = Thread.currentThread();
      IllegalStateException failure = new IllegalStateException("of the test");
      HaltPoints.observe(store -> {
        if (store.equals("lane +8") && Thread.currentThread().equals(sender)) {
          throw failure;
        }
      });
      assertSame(failure, assertThrows(IllegalStateException.class, () -> send(publisher, 2)));
      HaltPoints.observe(_ -> {});
      assertEquals(2, mappings());
      send(publisher, 3);
      assertEquals(List.of(1, 3), receive(staying).stream().sorted().toList());
    }
  }
}
