// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.os.Access;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Creating the lanes of a new member fails halfway: the existing members are not affected.
class FailedJoinTest {

  private static final ChannelSettings SETTINGS =
      new ChannelSettings(1000, Delivery.QUEUE, 0, 0, 4);

  @TempDir private Path directory;
  private ChannelDirectory channel;
  private Registry registry;
  private MemberSlot subscriber;

  @BeforeEach
  void join() throws IOException {
    channel = ChannelDirectory.create(directory.resolve("channel"), SETTINGS, Access.OWNER);
    registry = channel.registry();
    registry.join(Role.PUBLISHER);
    registry.join(Role.PUBLISHER);
    subscriber = registry.join(Role.SUBSCRIBER);
  }

  @AfterEach
  void close() throws IOException {
    HaltPoints.observe(store -> {});
    channel.close();
  }

  private static void failAtTheSecondLane(RuntimeException e) {
    int[] lanes = {0};
    HaltPoints.observe(store -> {
      if (store.equals("lane file") && ++lanes[0] == 2) {
        throw e;
      }
    });
  }

  @Test
  void failedJoinLeavesNoLaneWithoutAReader() throws IOException {
    IllegalStateException failure = new IllegalStateException("no more lanes");
    failAtTheSecondLane(failure);
    assertSame(
        failure, assertThrows(IllegalStateException.class, () -> registry.join(Role.SUBSCRIBER)));
    assertFalse(registry.isHalfChanged());
    List<LaneRef> lanes = registry.lanes();
    assertEquals(List.of(false, false, true), lanes.stream().map(LaneRef::draining).toList());
    assertEquals(lanes, registry.lanesOf(subscriber));
  }

  @Test
  void outOfMemoryDuringJoinLeavesNoMember() throws IOException {
    List<Registry.Member> members = registry.members();
    HaltPoints.observe(store -> {
      if (store.equals("lane file")) {
        throw new OutOfMemoryError("no memory left, says the test");
      }
    });
    assertThrows(OutOfMemoryError.class, () -> registry.join(Role.SUBSCRIBER));
    assertFalse(registry.isHalfChanged());
    assertEquals(members, registry.members());
  }

  /// If undoing fails as well, the next change completes it.
  @Test
  void nextChangeRemovesAMemberWhoseJoinCouldNotBeUndone() throws IOException {
    List<Registry.Member> members = registry.members();
    IllegalStateException failure = new IllegalStateException("no more lanes");
    boolean[] failed = {false};
    HaltPoints.observe(store -> {
      failed[0] |= store.equals("lane file");
      if (failed[0]) {
        throw store.equals("lane file") ? failure : new IllegalStateException(store);
      }
    });
    assertSame(
        failure, assertThrows(IllegalStateException.class, () -> registry.join(Role.SUBSCRIBER)));
    HaltPoints.observe(store -> {});
    assertEquals(members, registry.members());
  }
}
