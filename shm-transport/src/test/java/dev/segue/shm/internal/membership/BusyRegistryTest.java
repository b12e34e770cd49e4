// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.internal.membership.MembershipException.Reason;
import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.LockFile;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A lock that a paused process does not release.
class BusyRegistryTest {

  private static final ChannelSettings SETTINGS =
      new ChannelSettings(1000, Delivery.QUEUE, 0, 0, 4);

  @Test
  void messageSaysThatAnotherProcessHoldsTheRegistry(@TempDir Path directory) throws Exception {
    Path path = directory.resolve("channel");
    try (ChannelDirectory channel = ChannelDirectory.create(path, SETTINGS, Access.OWNER);
        LockFile stopped = LockFile.open(path.resolve("locks"), Access.OWNER)) {
      Registry registry = channel.registry().withPatience(Duration.ofMillis(50));
      LockFile.Held held = stopped.tryLock(0);
      assertTrue(held != null);
      MembershipException e =
          assertThrows(MembershipException.class, () -> registry.join(Role.PUBLISHER));
      assertEquals(Reason.BUSY, e.reason());
      assertTrue(String.valueOf(e.getMessage()).contains("resume or end it"), e::toString);
      assertNull(registry.tryLocked(() -> true));
      held.release();
      registry.leave(registry.join(Role.PUBLISHER));
    }
  }

  /// A member that could not record that its lanes are still in use is not considered dead.
  @DisabledOnOs(
      value = OS.WINDOWS,
      disabledReason = "the lock file stays open, so it cannot be deleted there")
  @Test
  void memberWithLanesInUseIsNotRemoved(@TempDir Path directory) throws Exception {
    Path path = directory.resolve("channel");
    try (ChannelDirectory channel = ChannelDirectory.create(path, SETTINGS, Access.OWNER);
        LockFile stopped = LockFile.open(path.resolve("locks"), Access.OWNER)) {
      Registry registry = channel.registry().withPatience(Duration.ofMillis(50));
      MemberSlot memberSlot = registry.join(Role.PUBLISHER);
      assertTrue(stopped.tryLock(0) != null);
      assertThrows(MembershipException.class, () -> registry.leaveMapped(memberSlot));
    }
    try (ChannelDirectory others = ChannelDirectory.open(path, Access.OWNER)) {
      assertEquals(1, others.registry().members().size());
    }
  }

  /// A member is dead when its lock is free, whatever process id its entry contains: the kernel
  /// releases the locks of dead processes.
  @Test
  void processIdDoesNotDecideWhetherAMemberIsAlive(@TempDir Path directory) throws Exception {
    Path path = directory.resolve("channel");
    try (ChannelDirectory channel = ChannelDirectory.create(path, SETTINGS, Access.OWNER)) {
      Registry registry = channel.registry();
      MemberSlot dead = registry.join(Role.SUBSCRIBER);
      MemberSlot living = registry.join(Role.SUBSCRIBER);
      dead.lock.release();
      // Both entries contain the id of this process, which is alive.
      assertEquals(1, registry.members().size());
      assertEquals(living.id(), registry.members().getFirst().id());
      assertThrows(FencedException.class, dead::require);
      living.require();
      registry.leave(living);
    }
  }
}
