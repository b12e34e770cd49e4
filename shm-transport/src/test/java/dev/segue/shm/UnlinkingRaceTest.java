// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.assertReceives;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.halt.HaltPoints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A channel is replaced by another one while a process unlinks it: the newer one stays.
@Timeout(300)
class UnlinkingRaceTest extends InScratch {

  private static final int ROUNDS = 200;
  private static final ChannelConfig CONFIG =
      ChannelConfig.defaults().withTopology(Topology.QUEUE).withLaneCapacity(4000);

  private Channel old;
  private ExecutorService threads;

  @BeforeEach
  void create() {
    old = Channel.create(path, CONFIG);
    threads = Executors.newCachedThreadPool();
  }

  @AfterEach
  void close() throws IOException {
    HaltPoints.observe(_ -> {});
    threads.shutdownNow();
    old.close();
    Channel.unlinkIfExists(path);
    try (Stream<Path> files = Files.list(scratch.directory())) {
      assertEquals(List.of(), files.toList());
    }
  }

  private interface Action {
    void run() throws IOException;
  }

  /// Runs an action once, when a thread arrives at a point.
  private static void at(String point, Action action) {
    boolean[] arrived = {false};
    HaltPoints.observe(store -> {
      if (store.equals(point) && !arrived[0]) {
        arrived[0] = true;
        try {
          action.run();
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      }
    });
  }

  private void replace() {
    Channel.unlink(path);
    Channel.create(path, CONFIG).close();
  }

  private static void assertNotFound(Executable action) {
    TransportException e = assertThrows(TransportException.class, action);
    assertEquals(Kind.NOT_FOUND, e.kind(), e::toString);
  }

  /// Whether the channel at the path can be used, and is not marked as unlinked.
  private void assertIntact() {
    try (Channel channel = Channel.open(path);
        Publisher publisher = channel.addPublisher();
        Subscriber subscriber = channel.addSubscriber()) {
      send(publisher, 1);
      assertReceives(List.of(1), subscriber);
      assertEquals(2, channel.members().size());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void channelReplacedDuringUnlinkingStays(boolean byPath) {
    at("unlinking", this::replace);
    assertNotFound(byPath ? () -> Channel.unlink(path) : old::unlink);
    assertIntact();
  }

  @Test
  void secondProcessWaitsForTheFirst() throws Exception {
    CountDownLatch waits = new CountDownLatch(2);
    Future<?>[] other = new Future<?>[1];
    HaltPoints.observe(store -> {
      if (store.equals("unlinking lock")) {
        waits.countDown();
      } else if (store.equals("unlinking move") && other[0] == null) {
        other[0] =
            threads.submit(() -> {
              assertFalse(Channel.unlinkIfExists(path));
              Channel.create(path, CONFIG).close();
              return true;
            });
        try {
          waits.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
    });
    old.unlink();
    other[0].get();
    assertIntact();
  }

  @Test
  void unlinkingRacesManyTimes() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Channel current = old;
      Future<?> unlinking =
          threads.submit(() -> {
            try {
              current.unlink();
            } catch (TransportException e) {
              assertEquals(Kind.NOT_FOUND, e.kind(), e::toString);
            }
          });
      boolean _ = Channel.unlinkIfExists(path);
      Channel next = Channel.create(path, CONFIG);
      unlinking.get();
      current.close();
      old = next;
      assertEquals(List.of(), next.members(), "round " + round);
      assertTrue(Files.exists(path), "round " + round);
    }
    assertIntact();
  }

  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "its files are in use")
  @ParameterizedTest
  @ValueSource(strings = {"channel", "locks"})
  void replacementOfADamagedChannelStays(String damaged) throws IOException {
    damage(damaged);
    at(
        "unlinking move",
        () -> {
          Files.move(path, scratch.path("moved"));
          Channel.create(path, CONFIG).close();
        });
    assertNotFound(() -> Channel.unlink(path));
    assertIntact();
    Channel.unlink(scratch.path("moved"));
  }

  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "WindowsRulesTest has its steps")
  @Test
  void unlinkingIsCompletedAfterDeathOfItsProcess() throws IOException {
    mark();
    assertNotFound(() -> Channel.open(path));
    old.close();
    old = Channel.create(path, CONFIG);
    assertIntact();
    mark();
    old.close();
    old = Channel.openOrCreate(path, CONFIG);
    assertIntact();
    mark();
    assertTrue(Channel.unlinkIfExists(path));
  }

  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "its files are in use")
  @Test
  void completingAnUnlinkingKeepsTheNextChannel() throws IOException {
    mark();
    at(
        "unlinking completion",
        () -> {
          assertTrue(Channel.unlinkIfExists(path));
          Channel.create(path, CONFIG).close();
        });
    TransportException e =
        assertThrows(TransportException.class, () -> Channel.create(path, CONFIG));
    assertEquals(Kind.ALREADY_EXISTS, e.kind(), e::toString);
    assertIntact();
  }

  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "its files are in use")
  @Test
  void twoProcessesMayCompleteAnUnlinking() throws IOException {
    mark();
    at("unlinking completion", () -> Channel.unlink(path));
    Channel.create(path, CONFIG).close();
    assertIntact();
  }

  /// Something is at the path when a new channel should be moved there, and is gone after that has
  /// failed.
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "its files are in use")
  @Test
  void brieflyOccupiedPathIsNoError() throws IOException {
    old.unlink();
    Channel[] other = {null};
    boolean[] arrived = {false};
    HaltPoints.observe(store -> {
      if (store.equals("creation move") && !arrived[0]) {
        arrived[0] = true;
        other[0] = Channel.create(path, CONFIG);
      } else if (store.equals("creation failure")) {
        other[0].unlink();
        other[0].close();
      }
    });
    Channel.create(path, CONFIG).close();
    assertIntact();
  }

  /// Stores what a process stores before it moves the files of a channel.
  private void mark() throws IOException {
    ByteBuffer mark = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(0, 1);
    try (FileChannel control =
        FileChannel.open(path.resolve("channel"), StandardOpenOption.WRITE)) {
      assertEquals(8, control.write(mark, 136));
    }
  }

  private void damage(String file) throws IOException {
    if (file.equals("locks")) {
      Files.delete(path.resolve(file));
      return;
    }
    try (FileChannel control = FileChannel.open(path.resolve(file), StandardOpenOption.WRITE)) {
      int _ = control.write(ByteBuffer.allocate(8), 0);
    }
  }

  /// Either a member joins or the channel is deleted, but not both.
  @Test
  void joinAndUnlinkIfUnusedExcludeEachOther() throws Exception {
    int joined = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Channel joining = Channel.open(path);
      Future<Boolean> join = threads.submit(() -> joins(joining));
      boolean unlinked = old.unlinkIfUnused();
      assertNotEquals(unlinked, join.get(), "round " + round);
      joined += unlinked ? 0 : 1;
      joining.close();
      old.close();
      Channel.unlinkIfExists(path);
      old = Channel.create(path, CONFIG);
    }
    assertTrue(joined < ROUNDS, "joined " + joined);
  }

  private static boolean joins(Channel channel) {
    try {
      channel.addPublisher();
      return true;
    } catch (TransportException e) {
      assertEquals(Kind.NOT_FOUND, e.kind(), e::toString);
      return false;
    }
  }

  @Test
  void unlinksUnusedOrUnreadChannels() {
    Publisher publisher = old.addPublisher();
    Subscriber subscriber = old.addSubscriber();
    assertFalse(old.unlinkIfUnused());
    assertFalse(old.unlinkIfUnread());
    subscriber.close();
    assertFalse(old.unlinkIfUnused());
    assertTrue(old.unlinkIfUnread());
    assertNotFound(old::unlinkIfUnread);
    publisher.close();
    assertNotFound(old::unlinkIfUnused);
    try (Channel next = Channel.create(path, CONFIG)) {
      assertNotFound(old::unlinkIfUnused);
      assertTrue(next.unlinkIfUnused());
      assertFalse(Channel.unlinkIfExists(path));
    }
  }
}
