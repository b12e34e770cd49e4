// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.message;
import static dev.segue.shm.Numbers.receive;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The Flight Recorder events of a channel.
@Timeout(600)
class EventsTest extends InScratch {

  private interface Action {
    void run() throws Exception;
  }

  /// Returns the events with a given name that an action causes in this test's channel.
  private List<RecordedEvent> record(String name, boolean enable, Action action) throws Exception {
    Path file = scratch.path("recording.jfr");
    try (Recording recording = new Recording()) {
      if (enable) {
        recording.enable("dev.segue.shm." + name).withoutStackTrace();
      }
      recording.start();
      action.run();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals("dev.segue.shm." + name))
        .filter(event -> event.getString("channel").equals(path.toString()))
        .toList();
  }

  private Channel create() {
    return Channel.create(path, ChannelConfig.defaults().withLaneCapacity(4000));
  }

  @Test
  void joiningAndLeavingAreRecorded() throws Exception {
    List<RecordedEvent> joins =
        record(
            "Join",
            false,
            () -> {
              try (Channel channel = create()) {
                channel.addPublisher().close();
                channel.addSubscriber().close();
              }
            });
    assertEquals(List.of(true, false), joins.stream().map(e -> e.getBoolean("publisher")).toList());
    List<RecordedEvent> leaves =
        record(
            "Leave",
            false,
            () -> {
              try (Channel channel = Channel.open(path)) {
                channel.addSubscriber().close();
              }
            });
    assertEquals(List.of(false), leaves.stream().map(e -> e.getBoolean("publisher")).toList());
  }

  @Test
  void deathOfAMemberIsRecorded() throws Exception {
    List<RecordedEvent> reclaims =
        record(
            "Reclaim",
            false,
            () -> {
              try (Channel channel = create();
                  Channel dying = Channel.open(path)) {
                dying.addPublisher();
                dying.abandon();
                assertEquals(List.of(), channel.members());
              }
            });
    assertEquals(1, reclaims.size());
    assertTrue(reclaims.getFirst().getLong("member") > 0);
  }

  @Test
  void fencingIsRecorded() throws Exception {
    List<RecordedEvent> fences =
        record(
            "Fence",
            false,
            () -> {
              ChannelConfig config =
                  ChannelConfig.defaults()
                      .withLaneCapacity(ChannelConfig.MIN_LANE_CAPACITY)
                      .withTopology(Topology.BROADCAST)
                      .withSlowSubscriber(SlowSubscriberPolicy.DISCONNECT);
              try (Channel channel = Channel.create(path, config);
                  Subscriber _ = channel.addSubscriber()) {
                Publisher publisher = channel.addPublisher();
                while (channel.members().size() == 2) {
                  assertTrue(publisher.offer(message(1)));
                }
              }
            });
    assertEquals(1, fences.size());
  }

  @Test
  void waitingIsRecorded() throws Exception {
    List<RecordedEvent> waits =
        record(
            "Wait",
            false,
            () -> {
              try (Channel channel = create()) {
                Subscriber subscriber = channel.addSubscriber();
                assertEquals(0, subscriber.poll(m -> {}, 1, Duration.ofMillis(60)));
              }
            });
    assertEquals(1, waits.size());
    assertTrue(waits.getFirst().getDuration().compareTo(Duration.ofMillis(50)) > 0);
  }

  @Test
  void backPressureIsRecorded() throws Exception {
    List<RecordedEvent> waits =
        record(
            "BackPressure",
            false,
            () -> {
              try (Channel channel = create()) {
                Publisher publisher = channel.addPublisher();
                while (publisher.offer(message(1))) {
                  // until it is full
                }
                assertNull(publisher.tryClaim(8, Duration.ofMillis(20)));
              }
            });
    assertEquals(1, waits.size());
    assertEquals(8, waits.getFirst().getLong("length"));
    assertEquals(false, waits.getFirst().getBoolean("served"));
  }

  @Test
  void messagesAreRecordedOnlyIfEnabled() throws Exception {
    Action traffic =
        () -> {
          try (Channel channel = Channel.openOrCreate(path, ChannelConfig.defaults())) {
            Publisher publisher = channel.addPublisher();
            Subscriber subscriber = channel.addSubscriber();
            send(publisher, 1);
            assertTrue(publisher.offer((_, _, _) -> 100, "", 100));
            assertEquals(2, receive(subscriber).size());
          }
        };
    assertEquals(List.of(), record("Send", false, traffic));
    assertEquals(List.of(), record("Receive", false, traffic));
    List<RecordedEvent> sends = record("Send", true, traffic);
    assertEquals(List.of(8L, 100L), sends.stream().map(e -> e.getLong("length")).toList());
    List<RecordedEvent> receives = record("Receive", true, traffic);
    assertEquals(List.of(2), receives.stream().map(e -> e.getInt("messages")).toList());
  }
}
