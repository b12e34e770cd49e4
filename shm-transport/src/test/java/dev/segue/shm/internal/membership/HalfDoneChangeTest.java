// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.os.Access;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A member dies in the middle of a change of the tables; the next change completes the unfinished
/// one.
@Timeout(600)
class HalfDoneChangeTest {

  private static final ChannelSettings SETTINGS =
      new ChannelSettings(1000, Delivery.QUEUE, 0, 0, 4);

  /// Thrown where the process dies.
  private static final class Halted extends Error {
    private static final long serialVersionUID = 1L;
  }

  @TempDir private Path directory;
  private ChannelDirectory channel;
  private Registry registry;
  private MemberSlot publisher;
  private MemberSlot survivor;

  /// A subscriber removed itself, and died before its lane got another consumer.
  @BeforeEach
  void leaveHalfWay() throws IOException {
    channel = ChannelDirectory.create(directory.resolve("channel"), SETTINGS, Access.OWNER);
    registry = channel.registry();
    publisher = registry.join(Role.PUBLISHER);
    MemberSlot dying = registry.join(Role.SUBSCRIBER);
    survivor = registry.join(Role.SUBSCRIBER);
    haltAfter("member +0", () -> registry.leave(dying));
    assertEquals(1, lanesOf(Table.NO_CONSUMER).size());
  }

  private static void haltAfter(String last, Executable change) {
    boolean[] out = {false};
    HaltPoints.observe(store -> {
      if (out[0]) {
        throw new Halted();
      }
      out[0] = store.equals(last);
    });
    assertThrows(Halted.class, change);
    HaltPoints.observe(store -> {});
  }

  @AfterEach
  void close() throws IOException {
    HaltPoints.observe(store -> {});
    channel.close();
  }

  private List<LaneRef> lanesOf(long consumer) {
    return registry.lanes().stream().filter(lane -> lane.consumer() == consumer).toList();
  }

  private void assertAllLanesAreRead() throws IOException {
    registry.sweep();
    assertEquals(List.of(), lanesOf(Table.NO_CONSUMER));
    assertEquals(2, lanesOf(survivor.id()).size());
  }

  @Test
  void sleepingMemberCompletesAnUnfinishedChange() throws IOException {
    assertTrue(registry.tryAllowSleep(survivor));
    assertAllLanesAreRead();
  }

  @Test
  void readersSeeTheUnfinishedState() throws IOException {
    registry.lockedAsIs(() -> true);
    assertEquals(1, lanesOf(Table.NO_CONSUMER).size());
    assertTrue(registry.isHalfChanged());
    registry.locked(() -> true);
    assertAllLanesAreRead();
    assertFalse(registry.isHalfChanged());
  }

  /// Otherwise a paused process that resumes would not learn that it has lost a lane.
  @ParameterizedTest
  @ValueSource(strings = {"member +8", "lane +8", "member +0"})
  void interruptedFencingIsCompleted(String last) throws IOException {
    registry.sweep();
    haltAfter(last, () -> registry.fence(publisher.id()));
    registry.sweep();
    assertThrows(FencedException.class, publisher::require);
    assertEquals(List.of(), registry.lanesOf(publisher));
    assertTrue(registry.lanes().stream().allMatch(LaneRef::fenced), registry.lanes()::toString);
    assertFalse(registry.isHalfChanged());
  }
}
