// SPDX-License-Identifier: Apache-2.0
package dev.segue.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.Publisher;
import dev.segue.shm.SlowSubscriberPolicy;
import dev.segue.shm.Subscriber;
import dev.segue.shm.Topology;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChannelMetricsTest {

  private static final MemorySegment MESSAGE = MemorySegment.ofArray(new byte[100]);

  @TempDir private Path folder;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private Path path = Path.of("");
  private long nanoTime;

  @BeforeEach
  void choosePath() {
    path = folder.resolve("channel");
  }

  @AfterEach
  void closeRegistry() {
    registry.close();
  }

  private ChannelMetrics bind(Channel channel) {
    ChannelMetrics metrics = new ChannelMetrics(channel, Tags.of("app", "test"), () -> nanoTime);
    metrics.bindTo(registry);
    return metrics;
  }

  private double counted(String name) {
    nanoTime += Readings.LIFETIME_NANOS;
    return registry
        .get("segue.channel." + name)
        .tags("channel", path.toString(), "app", "test")
        .functionCounter()
        .count();
  }

  private double members(String role) {
    nanoTime += Readings.LIFETIME_NANOS;
    return registry.get("segue.channel.members").tag("role", role).gauge().value();
  }

  private double lanes() {
    nanoTime += Readings.LIFETIME_NANOS;
    return registry.get("segue.channel.lanes").gauge().value();
  }

  private List<Double> backlogs() {
    nanoTime += Readings.LIFETIME_NANOS;
    return registry.find("segue.channel.lane.backlog").gauges().stream()
        .map(Gauge::value)
        .sorted()
        .toList();
  }

  private Channel createQueue() {
    return Channel.create(path, ChannelConfig.defaults().withTopology(Topology.QUEUE));
  }

  private static int receive(Subscriber subscriber, int limit) {
    return subscriber.poll(_ -> {}, limit);
  }

  @Test
  void countsMessagesOfAllMembers() {
    try (Channel channel = createQueue();
        Channel other = Channel.open(path);
        Publisher one = other.addPublisher();
        Publisher another = other.addPublisher();
        Subscriber subscriber = other.addSubscriber();
        ChannelMetrics _ = bind(channel)) {
      assertTrue(one.offer(MESSAGE));
      assertTrue(one.offer(MESSAGE));
      assertTrue(another.offer(MESSAGE));
      assertEquals(3, counted("messages"));
      assertEquals(300, counted("bytes"));
      assertEquals(0, counted("delivered"));
      assertEquals(List.of(1.0, 2.0), backlogs());
      assertEquals(3, receive(subscriber, 10));
      assertEquals(3, counted("delivered"));
      assertEquals(List.of(0.0, 0.0), backlogs());
    }
  }

  @Test
  void countsRefusedClaims() {
    ChannelConfig config =
        ChannelConfig.defaults().withLaneCapacity(ChannelConfig.MIN_LANE_CAPACITY);
    try (Channel channel = Channel.create(path, config);
        Publisher publisher = channel.addPublisher();
        ChannelMetrics _ = bind(channel)) {
      int sent = 0;
      while (publisher.offer(MESSAGE)) {
        sent++;
      }
      assertFalse(publisher.offer(MESSAGE));
      assertEquals(sent, counted("messages"));
      assertEquals(2, counted("refused"));
    }
  }

  @Test
  void countsMessagesThatABroadcastDrops() {
    ChannelConfig config =
        ChannelConfig.defaults()
            .withLaneCapacity(ChannelConfig.MIN_LANE_CAPACITY)
            .withTopology(Topology.BROADCAST)
            .withSlowSubscriber(SlowSubscriberPolicy.DROP);
    try (Channel channel = Channel.create(path, config);
        Subscriber _ = channel.addSubscriber();
        Publisher publisher = channel.addPublisher();
        ChannelMetrics _ = bind(channel)) {
      for (int i = 0; i < 100; i++) {
        assertTrue(publisher.offer(MESSAGE));
      }
      assertTrue(counted("dropped") > 0);
      assertEquals(100, counted("messages") + counted("dropped"));
    }
  }

  @Test
  void showsMembersAndLanes() {
    try (Channel channel = createQueue();
        ChannelMetrics _ = bind(channel)) {
      assertEquals(1, lanes());
      assertEquals(0, members("publisher"));
      try (Publisher publisher = channel.addPublisher();
          Publisher _ = channel.addPublisher();
          Subscriber _ = channel.addSubscriber()) {
        assertTrue(publisher.offer(MESSAGE));
        assertEquals(2, lanes());
        assertEquals(2, members("publisher"));
        assertEquals(1, members("subscriber"));
        assertEquals(List.of(0.0, 1.0), backlogs());
      }
      assertEquals(0, members("publisher"));
      assertEquals(0, members("subscriber"));
    }
  }

  @Test
  void countersIncludeDeletedLanes() {
    try (Channel channel = createQueue();
        ChannelMetrics _ = bind(channel);
        Subscriber subscriber = channel.addSubscriber()) {
      for (int round = 1; round <= 3; round++) {
        try (Publisher publisher = channel.addPublisher()) {
          assertTrue(publisher.offer(MESSAGE));
          assertEquals(1, receive(subscriber, 10));
          assertEquals(round, counted("messages"));
        }
        assertEquals(0, receive(subscriber, 10));
      }
      assertTrue(channel.lanes().size() < 3, () -> channel.lanes().toString());
      assertEquals(3, counted("messages"));
      assertEquals(300, counted("bytes"));
      assertEquals(3, counted("delivered"));
      assertEquals(channel.lanes().size(), backlogs().size());
    }
  }

  @Test
  void oneReadingServesAllMetersReadTogether() {
    try (Channel channel = Channel.create(path);
        Publisher publisher = channel.addPublisher();
        Subscriber _ = channel.addSubscriber();
        ChannelMetrics _ = bind(channel)) {
      assertEquals(0, counted("messages"));
      assertTrue(publisher.offer(MESSAGE));
      nanoTime += Readings.LIFETIME_NANOS - 1;
      assertEquals(0, registry.get("segue.channel.bytes").functionCounter().count());
      nanoTime++;
      assertEquals(100, registry.get("segue.channel.bytes").functionCounter().count());
    }
  }

  @Test
  void countersKeepTheirValuesAfterTheChannelIsClosed() {
    Channel channel = Channel.create(path);
    try (ChannelMetrics _ = bind(channel)) {
      try (channel;
          Publisher publisher = channel.addPublisher();
          Subscriber _ = channel.addSubscriber()) {
        assertTrue(publisher.offer(MESSAGE));
        assertEquals(1, counted("messages"));
      }
      assertEquals(1, counted("messages"));
      assertEquals(Double.NaN, lanes());
      assertEquals(Double.NaN, members("publisher"));
      assertEquals(List.of(Double.NaN), backlogs());
    }
  }

  @Test
  void closingRemovesAllMeters() {
    try (Channel channel = Channel.create(path);
        Publisher _ = channel.addPublisher();
        Subscriber _ = channel.addSubscriber()) {
      ChannelMetrics metrics = bind(channel);
      assertEquals(
          Set.of(
              "segue.channel.messages",
              "segue.channel.bytes",
              "segue.channel.delivered",
              "segue.channel.refused",
              "segue.channel.dropped",
              "segue.channel.members",
              "segue.channel.lanes",
              "segue.channel.lane.backlog"),
          registry.getMeters().stream()
              .map(Meter::getId)
              .map(Meter.Id::getName)
              .collect(Collectors.toSet()));
      metrics.close();
      assertEquals(List.of(), registry.getMeters());
      metrics.close();
    }
  }
}
