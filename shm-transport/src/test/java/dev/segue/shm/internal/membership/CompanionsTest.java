// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.internal.os.Access;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Channels that two processes share. In this test the keeper thread runs no checks.
class CompanionsTest {

  private static final long TICK_NANOS = 100_000_000;
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final int TICKS_TO_SETTLE = 12;
  private static final int CHANNELS = 4;

  @TempDir private Path directory;
  private final List<Shared> channels = new ArrayList<>();
  private final List<Runnable> repairs = new ArrayList<>();
  private long now;

  /// A channel with a member of this process, and one that represents another process.
  private final class Shared {
    private final ChannelDirectory channel;
    private final Keeper keeper;
    private final MemberSlot other;
    private long wait;

    Shared(int number, Duration timeout) throws IOException {
      channel =
          ChannelDirectory.create(
              directory.resolve("channel" + number),
              new ChannelSettings(1000, Delivery.QUEUE, 0, timeout.toNanos(), 4),
              Access.OWNER);
      keeper = new Keeper(channel);
      other = channel.registry().join(Role.SUBSCRIBER);
      keeper.add(channel.registry().join(Role.PUBLISHER));
      KeeperTest.detach(keeper);
    }

    void check() {
      wait = keeper.checkIfDue(now, repairs::add);
    }

    boolean isCheckedOften() {
      return wait <= TICK_NANOS;
    }
  }

  private void open(Duration timeout) throws IOException {
    for (int i = 0; i < CHANNELS; i++) {
      channels.add(new Shared(i, timeout));
    }
    // All are due, although the thread of the keepers may have checked them meanwhile.
    now = (Math.floorDiv(System.nanoTime(), SECOND_NANOS) + 2) * SECOND_NANOS;
    channels.sort(Comparator.comparingLong(shared -> shared.keeper.nonce()));
  }

  @AfterEach
  void close() throws IOException {
    for (Shared shared : channels) {
      shared.keeper.close();
      shared.channel.close();
    }
  }

  private void tick(boolean alive) {
    now += TICK_NANOS;
    for (Shared shared : channels) {
      if (alive) {
        shared.other.beat();
      }
      shared.check();
    }
  }

  private void settle() {
    IntStream.range(0, TICKS_TO_SETTLE).forEach(_ -> tick(true));
    assertEquals(List.of(), repairs);
  }

  private List<Boolean> checkedOften() {
    return channels.stream().map(Shared::isCheckedOften).toList();
  }

  @Test
  void onlyOneSharedChannelIsCheckedOften() throws IOException {
    open(Duration.ZERO);
    tick(true);
    assertEquals(List.of(true, true, true, true), checkedOften(), "just opened");
    settle();
    assertEquals(List.of(true, false, false, false), checkedOften());
    IntStream.range(0, 30).forEach(_ -> tick(true));
    assertEquals(List.of(true, false, false, false), checkedOften());
    assertEquals(List.of(), repairs);
  }

  @Test
  void deathIsDetectedInAllSharedChannels() throws IOException {
    open(Duration.ZERO);
    settle();
    for (Shared shared : channels) {
      shared.other.lock.release();
    }
    int ticks = 0;
    while (repairs.isEmpty()) {
      tick(false);
      ticks++;
    }
    assertTrue(ticks <= 2, "noticed late");
    int count = 0;
    while (!repairs.isEmpty()) {
      repairs.removeFirst().run();
      channels.forEach(Shared::check); // as soon as it is woken
      count++;
    }
    for (Shared shared : channels) {
      assertFalse(shared.other.isTaken());
    }
    assertEquals(CHANNELS, count, "each is repaired once");
  }

  @Test
  void closingTheFirstChannelSelectsAnother() throws IOException {
    open(Duration.ZERO);
    settle();
    Shared first = channels.removeFirst();
    first.keeper.close();
    first.channel.close();
    tick(true);
    assertEquals(List.of(true, false, false), checkedOften());
    repairs.forEach(Runnable::run);
    tick(true);
    assertEquals(List.of(true, false, false), checkedOften());
  }

  @Test
  void thirdMemberInTheFirstChannelSelectsAnother() throws IOException {
    open(Duration.ZERO);
    settle();
    channels.getFirst().channel.registry().join(Role.PUBLISHER).beat();
    tick(true);
    assertEquals(List.of(true, true, false, false), checkedOften());
  }

  @Test
  void everyChannelWithATimeoutIsCheckedOften() throws IOException {
    open(Duration.ofSeconds(10));
    settle();
    assertEquals(List.of(true, true, true, true), checkedOften());
  }
}
