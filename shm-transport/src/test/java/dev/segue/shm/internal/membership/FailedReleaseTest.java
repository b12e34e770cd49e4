// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.FailingLocks;
import dev.segue.shm.internal.os.Mapping;
import dev.segue.shm.internal.os.SharedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Releasing a lock fails after another failure: the first failure is thrown, and the rest of the
/// cleanup is done.
class FailedReleaseTest {

  private static final ChannelSettings SETTINGS =
      new ChannelSettings(1000, Delivery.QUEUE, 0, 0, 4);
  private final IllegalStateException failure = new IllegalStateException("of the test");

  @TempDir private Path directory;
  private Path path;
  private Mapping control;

  @BeforeEach
  void create() throws IOException {
    path = directory.resolve("channel");
    ChannelDirectory.create(path, SETTINGS, Access.OWNER).close();
    control = SharedFile.map(path.resolve(ChannelFiles.CONTROL), fileLength(), Access.OWNER);
  }

  @AfterEach
  void close() {
    HaltPoints.observe(store -> {});
    control.close();
  }

  private static long fileLength() {
    return ChannelLayout.fileLength(SETTINGS);
  }

  private Registry registry(LongPredicate failing) throws IOException {
    long nonce =
        ChannelLayout.nonce(
            SharedFile.readStart(
                path.resolve(ChannelFiles.CONTROL), ChannelLayout.HEADER_LENGTH, Access.OWNER));
    ChannelIdentity identity = new ChannelIdentity(path, nonce, Access.OWNER);
    return new Registry(
        identity,
        ChannelPlace.of(identity),
        SETTINGS,
        new Table(control.segment(), SETTINGS),
        FailingLocks.file(failing));
  }

  private void failBefore(String store) {
    HaltPoints.observe(next -> {
      if (next.equals(store)) {
        throw new IllegalStateException("before " + next, failure);
      }
    });
  }

  private void assertFailure(IllegalStateException thrown, String... suppressed) {
    assertSame(failure, thrown.getCause());
    assertEquals(
        List.of(suppressed),
        Arrays.stream(thrown.getSuppressed()).map(Throwable::getMessage).toList());
  }

  @Test
  void failedJoinRemovesTheMember() throws IOException {
    Registry registry = registry(index -> index > 0);
    registry.join(Role.PUBLISHER);
    registry.join(Role.PUBLISHER);
    failBefore("lane +16");
    assertFailure(
        assertThrows(IllegalStateException.class, () -> registry.join(Role.SUBSCRIBER)), "lock 3");
    HaltPoints.observe(store -> {});
    assertEquals(0, registry.memberId(2));
  }

  @Test
  void leavingThrowsTheFirstFailure() throws IOException {
    Registry registry = registry(index -> index > 0);
    MemberSlot memberSlot = registry.join(Role.PUBLISHER);
    failBefore("member +0");
    assertFailure(
        assertThrows(IllegalStateException.class, () -> registry.leave(memberSlot)), "lock 1");
  }

  @Test
  void actionThrowsItsOwnFailure() throws IOException {
    Registry registry = registry(index -> index == 0);
    IllegalStateException thrown = new IllegalStateException("in the action", failure);
    assertFailure(
        assertThrows(
            IllegalStateException.class,
            () ->
                registry.locked(() -> {
                  throw thrown;
                })),
        "lock 0");
    assertFalse(registry.isHalfChanged());
  }
}
