// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.Subscriber;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SoakTest {

  private static Journal.Entry entry(long what, long sequence) {
    return new Journal.Entry(what, 77, sequence);
  }

  private static Accounts.Totals totals(Journal.Entry... entries) {
    Accounts accounts = new Accounts();
    accounts.add(List.of(entries));
    return accounts.totals();
  }

  @Test
  void detectsLostMessages() {
    Accounts.Totals totals =
        totals(
            entry(Journal.COMMITTING, 0),
            entry(Journal.COMMITTED, 0),
            entry(Journal.COMMITTING, 1),
            entry(Journal.COMMITTED, 1),
            entry(Journal.COMMITTING, 2),
            entry(Journal.RECEIVED, 0));
    assertEquals(1, totals.lost());
    assertEquals(1, totals.inDoubt());
    assertFalse(totals.hold());
  }

  @Test
  void detectsMessagesThatWereNeverSent() {
    assertEquals(1, totals(entry(Journal.RECEIVED, 0)).phantom());
  }

  @Test
  void detectsMessagesReleasedTwice() {
    Accounts.Totals totals =
        totals(
            entry(Journal.COMMITTING, 0),
            entry(Journal.RECEIVED, 0),
            entry(Journal.RECEIVED, 0),
            entry(Journal.RELEASED, 0),
            entry(Journal.RELEASED, 0));
    assertEquals(1, totals.releasedTwice());
    assertEquals(1, totals.again());
    assertFalse(totals.hold());
  }

  @Test
  void detectsCorruptMessages() {
    assertEquals(1, totals(entry(Journal.CORRUPT, 0)).corrupt());
  }

  @Test
  void tornMessagesOfAFencedSubscriberAreNotCorrupt() {
    Accounts.Totals totals = totals(entry(Journal.TORN, 0));
    assertEquals(1, totals.torn());
    assertEquals(0, totals.corrupt());
    assertTrue(totals.hold());
  }

  @Test
  void subscriberDetectsWhetherItIsAMember(@TempDir Path directory) {
    try (Channel channel = Channel.create(directory.resolve("channel"), ChannelConfig.defaults())) {
      channel.addPublisher();
      assertFalse(SoakPeer.isSubscriber(channel));
      Subscriber subscriber = channel.addSubscriber();
      assertTrue(SoakPeer.isSubscriber(channel));
      subscriber.close();
      assertFalse(SoakPeer.isSubscriber(channel));
    }
  }

  /// Runs three seconds of the soak test, or longer if processes start so slowly that none has sent
  /// a message or been killed.
  @Test
  @Timeout(600)
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void losesNoMessageWhenPeersAreKilled(@TempDir Path directory) throws Exception {
    Path memory = Path.of("/dev/shm");
    Verdict verdict;
    int factor = 1;
    do {
      try (Soak soak = new Soak(Files.isWritable(memory) ? memory : directory)) {
        verdict = soak.run(Duration.ofSeconds(3L * factor), Duration.ofMillis(400L * factor));
        assertTrue(soak.progress().contains(" kill"));
      }
      assertTrue(verdict.totals().hold(), verdict::toString);
      factor *= 2;
    } while (verdict.totals().committed() == 0 || verdict.kills() == 0);
    assertTrue(verdict.holds(), verdict::toString);
  }
}
