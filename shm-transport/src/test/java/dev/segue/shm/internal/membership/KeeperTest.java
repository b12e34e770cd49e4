// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.LockFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The checks of a keeper, one at a time; in this test the keeper thread runs none.
class KeeperTest {

  private static final int LOOKS_PER_TIMEOUT = 10;
  private static final long TIMEOUT_NANOS = Duration.ofMillis(LOOKS_PER_TIMEOUT).toNanos();
  private static final ChannelSettings SETTINGS =
      new ChannelSettings(1000, Delivery.QUEUE, 0, TIMEOUT_NANOS, 4);

  @TempDir private Path directory;
  private ChannelDirectory channel;
  private Keeper keeper;
  private MemberSlot other;

  @BeforeEach
  void seeTheOtherForTheFirstTime() throws IOException {
    channel = ChannelDirectory.create(directory.resolve("channel"), SETTINGS, Access.OWNER);
    keeper = new Keeper(channel);
    other = channel.registry().join(Role.SUBSCRIBER);
    assertFalse(keeper.look());
  }

  @AfterEach
  void close() throws IOException {
    HaltPoints.observe(_ -> {});
    keeper.close();
    channel.close();
  }

  @Test
  void locksAreCheckedOnlyAfterAMissedHeartbeat() throws IOException {
    for (int i = 0; i < 3; i++) {
      other.beat();
      assertFalse(keeper.look(), "has given a sign of life");
    }
    assertTrue(keeper.look(), "silent");
    other.require();
    other.beat();
    assertFalse(keeper.look(), "goes on");
  }

  /// Otherwise each client without members would check the locks of a lone server.
  @Test
  void heartbeatsAreNotCheckedWithoutOwnMembers() throws IOException {
    List<Runnable> repairs = new ArrayList<>();
    long now = System.nanoTime();
    for (int i = 0; i < 3; i++) {
      now += TIMEOUT_NANOS;
      assertTrue(keeper.checkIfDue(now, repairs::add) > 0);
    }
    assertEquals(List.of(), repairs);
    assertTrue(keeper.look(), "the other is silent");
  }

  /// A process stores its heartbeats at the time of the check, so a heartbeat may come just after
  /// it.
  @Test
  void locksAreCheckedAfterTwoMissedHeartbeats() throws Exception {
    Keeper checking = new Keeper(channel);
    MemberSlot own = channel.registry().join(Role.PUBLISHER);
    List<Runnable> repairs = new ArrayList<>();
    try (checking) {
      checking.add(own);
      detach(checking);
      long now = System.nanoTime();
      for (int i = 0; i < 10; i++) {
        if (i % 2 == 0) {
          other.beat();
        }
        now += TIMEOUT_NANOS;
        assertTrue(checking.checkIfDue(now, repairs::add) > 0);
      }
      assertEquals(0, repairs.size(), "every second heartbeat is late");
      assertTrue(checking.checkIfDue(now + TIMEOUT_NANOS, repairs::add) > 0);
      assertEquals(1, repairs.size());
    }
  }

  @Test
  void deadMemberIsRemovedAtTheFirstCheckOfLocks() throws IOException {
    other.beat();
    other.lock.release();
    assertFalse(keeper.look(), "its last sign of life");
    other.require();
    assertTrue(keeper.look());
    assertThrows(FencedException.class, other::require);
    assertFalse(keeper.look(), "nobody is left");
  }

  /// A keeper that waited for the stopped process would store no heartbeats.
  @Test
  @Timeout(600)
  void keeperContinuesWhileAPausedProcessHoldsTheRegistry() throws IOException {
    try (LockFile stopped =
        LockFile.open(directory.resolve("channel").resolve("locks"), Access.OWNER)) {
      assertNotNull(stopped.tryLock(0));
      for (int i = 0; i < LOOKS_PER_TIMEOUT + 3; i++) {
        assertTrue(keeper.look());
        other.require();
      }
    }
    assertTrue(keeper.look());
    assertThrows(FencedException.class, other::require);
  }

  @Test
  void pausedMemberIsFencedAfterTheTimeout() throws IOException {
    for (int i = 0; i < LOOKS_PER_TIMEOUT; i++) {
      assertTrue(keeper.look());
      other.require();
    }
    assertTrue(keeper.look());
    assertThrows(FencedException.class, other::require);
  }

  @Test
  void unfinishedChangeIsCompleted() throws IOException {
    channel
        .registry()
        .locked(() -> {
          channel.registry().changes().begin();
          return true;
        });
    other.beat();
    assertFalse(keeper.look(), "may still be at work");
    other.beat();
    assertTrue(keeper.look());
    assertEquals(0, other.generation() & 1);
  }

  @Test
  void lastMomentHeartbeatPreventsFencing() throws IOException {
    long seen = channel.registry().heartbeat(other.slot());
    other.beat();
    channel.registry().fenceIfSilent(other.id(), seen);
    other.require();
    channel.registry().fenceIfSilent(other.id(), channel.registry().heartbeat(other.slot()));
    assertThrows(FencedException.class, other::require);
  }

  @Test
  void newMemberSendsAHeartbeatAfterItsLanesExist() throws IOException {
    MemberSlot joined = channel.registry().join(Role.PUBLISHER);
    assertTrue(channel.registry().heartbeat(joined.slot()) > 0);
    channel.registry().leave(joined);
  }

  @Test
  @Timeout(600)
  void keeperContinuesAfterOutOfMemory() throws Exception {
    AtomicInteger failures = new AtomicInteger();
    HaltPoints.observe(_ -> {
      if (Thread.currentThread().getName().startsWith("segue-shm-keeper")
          && failures.incrementAndGet() <= 3) {
        throw new OutOfMemoryError("no memory left, says the test");
      }
    });
    MemberSlot own = channel.registry().join(Role.PUBLISHER);
    keeper.add(own);
    while (other.isTaken()) {
      Thread.sleep(1);
    }
    own.require();
    assertTrue(failures.get() > 3);
  }

  private void delete(String... names) throws IOException {
    for (String name : names) {
      Files.delete(directory.resolve("channel").resolve(name));
    }
  }

  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "mapped files cannot be deleted there")
  @Test
  void deletedFilesAreReported() throws IOException {
    delete("locks");
    other.beat();
    assertTrue(keeper.look());
    FencedException e = assertThrows(FencedException.class, other::require);
    assertTrue(e.isChannelLost());
    channel.registry().leave(other);
  }

  @Test
  void replacedFilesAreReported() throws IOException {
    try (ChannelDirectory another =
        ChannelDirectory.create(directory.resolve("another"), SETTINGS, Access.OWNER)) {
      Files.move(directory.resolve("channel"), directory.resolve("moved"));
      Files.move(another.path(), directory.resolve("channel"));
      assertTrue(keeper.look());
    }
    assertTrue(assertThrows(FencedException.class, other::require).isChannelLost());
  }

  @Test
  void unlinkedChannelIsNotReportedAsLost() throws IOException {
    ChannelDirectory.unlink(directory.resolve("channel"), Access.OWNER);
    for (int i = 0; i < 3; i++) {
      other.beat();
      assertFalse(keeper.look());
      other.require();
    }
  }

  /// Creating a lane may take a long time; heartbeats do not wait for it.
  @Test
  @Timeout(600)
  void slowRepairOfOneChannelDelaysNoOther() throws Exception {
    CountDownLatch goOn = new CountDownLatch(1);
    CountDownLatch stuck = new CountDownLatch(1);
    HaltPoints.observe(_ -> {
      if (Thread.currentThread().getName().startsWith("segue-shm-keeper")) {
        stuck.countDown();
        while (goOn.getCount() > 0) {
          LockSupport.parkNanos(1_000_000);
        }
      }
    });
    MemberSlot own = channel.registry().join(Role.PUBLISHER);
    keeper.add(own);
    try (ChannelDirectory second =
            ChannelDirectory.create(directory.resolve("second"), SETTINGS, Access.OWNER);
        Keeper secondKeeper = new Keeper(second)) {
      MemberSlot living = second.registry().join(Role.PUBLISHER);
      secondKeeper.add(living);
      stuck.await(); // The silent member is being fenced.
      awaitBeat(second, living);
      awaitBeat(channel, own);
    } finally {
      goOn.countDown();
    }
  }

  private static void awaitBeat(ChannelDirectory in, MemberSlot memberSlot)
      throws InterruptedException {
    long before = in.registry().heartbeat(memberSlot.slot());
    while (in.registry().heartbeat(memberSlot.slot()) == before) {
      Thread.sleep(1);
    }
  }

  @Test
  void allChannelsShareOneThreadThatEndsWithTheLast() throws Exception {
    Set<Thread> before = keeperThreads();
    try (ChannelDirectory second =
            ChannelDirectory.create(directory.resolve("second"), SETTINGS, Access.OWNER);
        Keeper secondKeeper = new Keeper(second)) {
      keeper.add(channel.registry().join(Role.PUBLISHER));
      secondKeeper.add(second.registry().join(Role.PUBLISHER));
      Set<Thread> during = keeperThreads();
      assertEquals(1, during.size(), during::toString);
      keeper.close();
      assertEquals(during, keeperThreads());
    }
    assertEquals(before, keeperThreads());
  }

  /// Takes a keeper from the thread of the keepers, so that a test can run its checks.
  static void detach(Keeper keeper) {
    KeeperThread.remove(keeper);
    // A check that has begun ends before the thread parks again.
    for (Thread thread : keeperThreads()) {
      while (thread.isAlive() && !(LockSupport.getBlocker(thread) instanceof KeeperThread)) {
        LockSupport.parkNanos(100_000);
      }
    }
  }

  private static Set<Thread> keeperThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(KeeperThread.NAME))
        .collect(Collectors.toSet());
  }
}
