// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a keeper does at each look; here nobody looks by himself.
class KeeperTest {

  private static final long PATIENT = Duration.ofSeconds(10).toNanos();
  private static final long LOOKS_OF_THE_IMPATIENT = 10;
  private static final long IMPATIENT = Duration.ofMillis(10).toNanos();

  @TempDir private Path directory;

  private ChannelDirectory channel(long timeoutNanos) throws Exception {
    return ChannelDirectory.create(
        directory.resolve("channel"),
        new ChannelSettings(1000, Delivery.QUEUE, 0, timeoutNanos, 4));
  }

  @Test
  void looksAtLocksOnlyWhenSomebodyIsSilent() throws Exception {
    try (ChannelDirectory channel = channel(PATIENT);
        Keeper keeper = new Keeper(channel)) {
      Registry registry = channel.registry();
      Seat other = registry.join(Role.SUBSCRIBER);
      assertFalse(keeper.look(), "seen for the first time");
      for (int i = 0; i < 3; i++) {
        other.beat();
        assertFalse(keeper.look(), "has given a sign of life");
      }
      assertTrue(keeper.look(), "silent");
      other.require();
      other.beat();
      assertFalse(keeper.look(), "goes on");
      registry.leave(other);
    }
  }

  @Test
  void takesOutTheDeadAtTheFirstSilentLook() throws Exception {
    try (ChannelDirectory channel = channel(PATIENT);
        Keeper keeper = new Keeper(channel)) {
      Registry registry = channel.registry();
      Seat dead = registry.join(Role.SUBSCRIBER);
      keeper.look();
      dead.beat();
      dead.lock.release();
      assertFalse(keeper.look(), "its last sign of life");
      dead.require();
      assertTrue(keeper.look());
      assertThrows(FencedException.class, dead::require);
      assertFalse(keeper.look(), "nobody is left");
    }
  }

  @Test
  void fencesTheStoppedWhenTheTimeoutIsOver() throws Exception {
    try (ChannelDirectory channel = channel(IMPATIENT);
        Keeper keeper = new Keeper(channel)) {
      Registry registry = channel.registry();
      Seat stopped = registry.join(Role.SUBSCRIBER);
      keeper.look();
      for (int i = 0; i < LOOKS_OF_THE_IMPATIENT; i++) {
        assertTrue(keeper.look());
        stopped.require();
      }
      keeper.look();
      assertThrows(FencedException.class, stopped::require);
      stopped.lock.release();
    }
  }

  @Test
  void completesWhatWasLeftHalfDone() throws Exception {
    try (ChannelDirectory channel = channel(PATIENT);
        Keeper keeper = new Keeper(channel)) {
      Registry registry = channel.registry();
      Seat seat = registry.join(Role.SUBSCRIBER);
      keeper.look();
      registry.locked(() -> {
        registry.beginChange();
        return true;
      });
      seat.beat();
      assertTrue(keeper.look());
      assertEquals(0, seat.generation() & 1);
      registry.leave(seat);
    }
  }
}
