// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.internal.lane.LaneCounters;
import dev.segue.shm.internal.lane.LaneLayout;
import dev.segue.shm.internal.membership.LaneRef;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Equality and descriptions of configurations and snapshots.
class StatusTest extends InScratch {

  @Test
  void membersAndLanesReferToEachOther() {
    try (Channel channel = Channel.create(path);
        Subscriber subscriber = channel.addSubscriber()) {
      Publisher publisher = channel.addPublisher();
      assertTrue(publisher.offer(Messages.message(1, 10)));
      assertEquals(1, subscriber.poll(m -> {}, 10));
      List<MemberStatus> members = channel.members();
      assertEquals(MemberRole.PUBLISHER, members.get(1).role());
      assertEquals(MemberRole.SUBSCRIBER, members.get(0).role());
      LaneStatus lane = channel.lanes().getFirst();
      assertEquals(OptionalLong.of(members.get(1).id()), lane.publisherId());
      assertEquals(OptionalLong.of(members.get(0).id()), lane.subscriberId());
      assertFalse(lane.isPublisherFenced());
      assertEquals(lane, channel.lanes().getFirst());
      assertEquals(lane.hashCode(), channel.lanes().getFirst().hashCode());
      assertEquals(members, channel.members());
      assertEquals(members.hashCode(), channel.members().hashCode());
      assertEquals(
          "lane %d, %d -> %d: 1 messages, 10 bytes, %d delivered, 0 refused, 0 dropped"
              .formatted(lane.id(), members.get(1).id(), members.get(0).id(), lane.delivered()),
          lane.toString());
      assertEquals(
          "member %d: publisher, process %d, 0 waits"
              .formatted(members.get(1).id(), ProcessHandle.current().pid()),
          members.get(1).toString());
      publisher.close();
      LaneStatus orphan = channel.lanes().getFirst();
      assertEquals(OptionalLong.empty(), orphan.publisherId());
      assertFalse(orphan.isPublisherFenced());
      assertNotEquals(lane, orphan);
    }
  }

  @Test
  void laneReportsThatItsPublisherWasFenced() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(LaneLayout.fileLength(4000), Long.BYTES);
      LaneLayout.initialize(memory, 4000);
      LaneStatus lane = LaneStatus.of(new LaneRef(0, 7, -1, 0, true), LaneCounters.of(memory));
      assertTrue(lane.isPublisherFenced());
      assertEquals(OptionalLong.empty(), lane.publisherId());
      assertEquals(OptionalLong.empty(), lane.subscriberId());
      assertTrue(lane.toString().startsWith("lane 7, fenced -> -: 0 messages"), lane::toString);
    }
  }

  @Test
  void equalConfigurationsAreEqual() {
    ChannelConfig config = ChannelConfig.defaults();
    ChannelConfig changed = config.withMaxMembers(7).withMemberTimeout(Duration.ofSeconds(3));
    assertEquals(changed, config.withMemberTimeout(Duration.ofSeconds(3)).withMaxMembers(7));
    assertEquals(
        changed.hashCode(),
        config.withMemberTimeout(Duration.ofSeconds(3)).withMaxMembers(7).hashCode());
    for (ChannelConfig other :
        List.of(
            config.withLaneCapacity(5000),
            config.withTopology(Topology.QUEUE),
            config.withSlowSubscriber(SlowSubscriberPolicy.DROP),
            config.withMemberTimeout(Duration.ZERO),
            config.withMaxMembers(2))) {
      assertNotEquals(config, other);
    }
    assertEquals(
        "ChannelConfig[topology=PAIR, laneCapacity=1048576, slowSubscriber=BACK_PRESSURE,"
            + " memberTimeout=3s, maxMembers=7]",
        changed.toString());
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 1023, (1L << 40) + 1})
  void capacityHasAMinimumAndAMaximum(long capacity) {
    ChannelConfig config = ChannelConfig.defaults();
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> config.withLaneCapacity(capacity));
    assertEquals(
        "laneCapacity=%d: must be from 1024 (1 KiB) to 1099511627776 (1 TiB) bytes"
            .formatted(capacity),
        e.getMessage());
    assertEquals(1024, config.withLaneCapacity(1024).laneCapacity());
  }

  @Test
  void otherSettingsHaveBounds() {
    ChannelConfig config = ChannelConfig.defaults();
    Duration negative = Duration.ofNanos(-1);
    Duration long1 = Duration.ofDays(1).plusNanos(1);
    assertThrows(IllegalArgumentException.class, () -> config.withMemberTimeout(negative));
    assertThrows(IllegalArgumentException.class, () -> config.withMemberTimeout(long1));
    assertThrows(IllegalArgumentException.class, () -> config.withMaxMembers(1));
    assertThrows(IllegalArgumentException.class, () -> config.withMaxMembers(257));
  }

  @Test
  void channelsDescribeThemselves() {
    Channel channel = Channel.create(path);
    assertEquals("channel " + path + " (PAIR, lanes of 1048576 bytes)", channel.toString());
    channel.close();
    assertTrue(channel.toString().contains(path.toString()), "even when it is closed");
  }

  @Test
  void membersAndObserversDescribeThemselves() {
    MessageCodec<Integer> codec = MessageCodec.of((_, _, _) -> 0, _ -> 0, 0);
    try (Channel channel = Channel.create(path)) {
      TypedPublisher<Integer> publisher = channel.addPublisher(codec);
      TypedSubscriber<Integer> subscriber = channel.addSubscriber(codec);
      assertEquals("publisher 2 of " + path, publisher.toString());
      assertEquals("publisher 2 of " + path, publisher.publisher().toString());
      assertEquals("subscriber 3 of " + path, subscriber.toString());
      assertEquals("subscriber 3 of " + path, subscriber.subscriber().toString());
      publisher.close();
      assertEquals("publisher 2 of " + path, publisher.toString(), "even when it is closed");
      try (ChannelObserver observer = channel.observer(0)) {
        assertEquals("observer of " + path, observer.toString());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s",
    "PT0.06S, 60ms",
    "PT0.0005S, 0.0005s",
    "PT2S, 2s",
    "PT1.5S, 1.5s",
    "PT90S, 1m30s",
    "PT24H, 24h",
    "PT-1S, -1s"
  })
  void durationsAreWrittenAsByPeople(Duration duration, String text) {
    assertEquals(text, DurationText.of(duration));
  }
}
