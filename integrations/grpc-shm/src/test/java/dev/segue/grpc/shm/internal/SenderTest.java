// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.TestFiles;
import dev.segue.shm.Channel;
import dev.segue.shm.Subscriber;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// An owner of a record that had to wait cannot affect other records.
@Timeout(600)
final class SenderTest {

  private static final int RECORDS = 200;
  private static final int LENGTH = 16 * 1024;

  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final AtomicInteger notified = new AtomicInteger();

  /// Sends more than fits in the lane, and then reads it.
  private void requireAllSent(OutgoingRecord.Owner owner) {
    try (Channel lane =
        Channel.create(
            Channel.defaultPath(TestFiles.name()), ConnectionFiles.ofConnection(4 * LENGTH))) {
      Subscriber subscriber = lane.addSubscriber();
      Sender sender =
          new Sender(
              lane.addPublisher(), task -> Thread.ofPlatform().daemon().start(task), failure::set);
      lane.unlink();
      int queued = 0;
      for (int i = 0; i < RECORDS; i++) {
        if (sender.send(OutgoingRecord.of(new byte[LENGTH], owner)) == Sender.Sent.QUEUED) {
          queued++;
        }
        sender.flush();
      }
      int received = 0;
      while (received < RECORDS && failure.get() == null) {
        boolean _ = Thread.interrupted();
        received += subscriber.poll((memory, offset, length) -> {}, RECORDS);
      }
      assertNull(failure.get());
      assertEquals(RECORDS, received);
      assertTrue(queued > 1, "the lane takes everything");
      awaitNotified(queued);
      sender.end(null);
    }
  }

  /// Owners are notified after their records are in the lane, possibly after the records are
  /// received.
  private void awaitNotified(int records) {
    while (notified.get() < records) {
      Thread.onSpinWait();
    }
    assertEquals(records, notified.get());
  }

  /// The peer learns why, although nothing else is sent any more.
  @Test
  void failedSenderWritesTheLastRecord() {
    try (Channel lane =
        Channel.create(
            Channel.defaultPath(TestFiles.name()), ConnectionFiles.ofConnection(4 * LENGTH))) {
      Subscriber subscriber = lane.addSubscriber();
      Sender sender = new Sender(lane.addPublisher(), _ -> {}, failure::set);
      lane.unlink();
      while (failure.get() == null) {
        sender.send(OutgoingRecord.of(new byte[LENGTH], null));
        sender.flush();
      }
      while (subscriber.poll((memory, offset, length) -> {}, RECORDS) > 0) {
        // until the lane is empty
      }
      sender.end(OutgoingRecord.of(new byte[8], null));
      List<Long> lengths = new ArrayList<>();
      int _ = subscriber.poll((_, _, length) -> lengths.add(length), RECORDS);
      assertEquals(List.of(8L), lengths);
    }
  }

  @Test
  void ownerThatInterruptsItsThreadStopsNoRecord() {
    requireAllSent(_ -> {
      notified.incrementAndGet();
      Thread.currentThread().interrupt();
    });
  }

  @Test
  void ownerThatThrowsStopsNoRecord() {
    requireAllSent(_ -> {
      notified.incrementAndGet();
      throw new AssertionError("test");
    });
  }
}
