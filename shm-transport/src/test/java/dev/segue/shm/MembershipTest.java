// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.internal.membership.ChannelDirectory;
import dev.segue.shm.internal.membership.FencedException;
import dev.segue.shm.internal.membership.Keeper;
import dev.segue.shm.internal.membership.LaneRef;
import dev.segue.shm.internal.membership.MemberSlot;
import dev.segue.shm.internal.membership.Registry;
import dev.segue.shm.internal.membership.Role;
import dev.segue.shm.internal.os.Access;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Members leave while native code keeps their lanes mapped, and after a failed join.
class MembershipTest {

  private static final ChannelConfig CONFIG =
      ChannelConfig.defaults()
          .withTopology(Topology.QUEUE)
          .withLaneCapacity(1024)
          .withMaxMembers(4);

  @TempDir private Path folder;
  private Path path;
  private ChannelDirectory directory;
  private Registry registry;
  private Keeper keeper;

  @BeforeEach
  void create() throws IOException {
    path = folder.resolve("channel");
    directory = ChannelDirectory.create(path, CONFIG.settings(), Access.OWNER);
    registry = directory.registry();
    keeper = new Keeper(directory);
  }

  @AfterEach
  void close() throws IOException {
    keeper.close();
    directory.close();
  }

  private Membership join(Role role) throws IOException {
    return Membership.join(path, registry, keeper, role);
  }

  private static Runnable inUse(IllegalStateException e) {
    return () -> {
      throw e;
    };
  }

  private List<Long> lanesOf(MemberSlot memberSlot) throws IOException {
    return registry.locked(() -> registry.lanesOf(memberSlot)).stream().map(LaneRef::id).toList();
  }

  @Test
  void laneInUseIsNotReassigned() throws IOException {
    Membership publisher = join(Role.PUBLISHER);
    List<Long> lanes = lanesOf(publisher.memberSlot());
    assertEquals(1, lanes.size());
    publisher.closeLanesWith(inUse(new IllegalStateException("in use")));
    assertThrows(IllegalStateException.class, publisher::leave);
    assertThrows(FencedException.class, publisher.memberSlot()::require);
    List<Long> others = lanesOf(join(Role.PUBLISHER).memberSlot());
    assertEquals(1, others.size());
    assertTrue(!others.equals(lanes), "the same lane");
  }

  @Test
  void unmappingCanBeRetried() throws IOException {
    Membership publisher = join(Role.PUBLISHER);
    publisher.closeLanesWith(inUse(new IllegalStateException("in use")));
    assertThrows(IllegalStateException.class, publisher::leave);
    boolean[] unmapped = new boolean[1];
    publisher.closeLanesWith(() -> unmapped[0] = true);
    publisher.leave();
    assertTrue(unmapped[0]);
  }

  @Test
  void failedLeaveDoesNotKeepOthersFromLeaving() throws IOException {
    Membership stuck = join(Role.PUBLISHER);
    Membership next = join(Role.SUBSCRIBER);
    Membership alsoStuck = join(Role.PUBLISHER);
    IllegalStateException inUse = new IllegalStateException("in use");
    IllegalStateException alsoInUse = new IllegalStateException("in use, too");
    stuck.closeLanesWith(inUse(inUse));
    alsoStuck.closeLanesWith(inUse(alsoInUse));
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class,
            () -> Membership.leaveAll(List.of(stuck, next, alsoStuck)));
    assertSame(inUse, e);
    assertSame(alsoInUse, e.getSuppressed()[0]);
    assertThrows(FencedException.class, next.memberSlot()::require);
    assertEquals(List.of(), registry.members());
  }

  /// A path whose toString() runs out of memory.
  private static Path unspeakable() {
    return (Path)
        Proxy.newProxyInstance(
            Path.class.getClassLoader(),
            new Class<?>[] {Path.class},
            (_, _, _) -> {
              throw new OutOfMemoryError("no memory left, says the test");
            });
  }

  @Test
  void outOfMemoryAfterJoiningRemovesTheMember() throws IOException {
    Path nameless = unspeakable();
    assertThrows(
        OutOfMemoryError.class, () -> Membership.join(nameless, registry, keeper, Role.PUBLISHER));
    assertEquals(List.of(), registry.members());
  }
}
