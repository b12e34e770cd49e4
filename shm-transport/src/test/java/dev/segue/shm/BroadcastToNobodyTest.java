// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Numbers.assertReceives;
import static dev.segue.shm.Numbers.message;
import static dev.segue.shm.Numbers.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// Messages of a broadcast without subscribers are accepted and discarded.
@Timeout(600)
class BroadcastToNobodyTest extends InScratch {

  private static final long CAPACITY = 1L << 30;
  private static final long MOST_KIB = 100_000;

  private Channel channel;
  private Publisher publisher;

  @BeforeEach
  void open() {
    channel =
        Channel.create(
            path,
            ChannelConfig.defaults().withTopology(Topology.BROADCAST).withLaneCapacity(CAPACITY));
    publisher = channel.addPublisher();
  }

  @AfterEach
  void close() {
    channel.close();
  }

  private static long residentKib() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElseThrow();
  }

  /// Claims, writes a small part of the claim, and commits.
  private void sendByClaim(long length) {
    Claim claim = publisher.tryClaim(length);
    assertNotNull(claim);
    MemorySegment segment = claim.segment();
    assertEquals(length, segment.byteSize());
    assertEquals(0, segment.address() % 8);
    assertTrue(segment.isNative(), "on the heap");
    assertTrue(claim.memory().byteSize() - claim.offset() >= length);
    segment.set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
    segment.set(ValueLayout.JAVA_BYTE, length - 1, (byte) 2);
    assertEquals(2, segment.get(ValueLayout.JAVA_BYTE, length - 1));
    claim.commit(length);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void longClaimUsesMemoryOnlyForWrittenPages() throws IOException {
    long before = residentKib();
    for (long length = 1; length <= CAPACITY; length *= 8) {
      sendByClaim(length);
    }
    assertTrue(publisher.offer((_, _, _) -> CAPACITY, "", CAPACITY));
    long more = residentKib() - before;
    assertTrue(more < MOST_KIB, "it took " + more + " KiB");
  }

  @Test
  void interruptedThreadCanClaim() {
    Thread.currentThread().interrupt();
    try {
      sendByClaim(CAPACITY / 4);
    } finally {
      assertTrue(Thread.interrupted());
    }
  }

  @Test
  void lateSubscriberReceivesOnlyLaterMessages() {
    Channel small =
        Channel.create(
            scratch.path("small"), ChannelConfig.defaults().withTopology(Topology.BROADCAST));
    try (small) {
      Publisher sending = small.addPublisher();
      send(sending, 1);
      Subscriber subscriber = small.addSubscriber();
      send(sending, 2);
      assertReceives(List.of(2), subscriber);
      assertTrue(sending.offer(message(3)));
      assertReceives(List.of(3), subscriber);
    }
  }

  @Test
  void closingThePublisherEndsItsClaim() {
    Claim claim = publisher.tryClaim(100);
    assertNotNull(claim);
    publisher.close();
    assertThrows(IllegalStateException.class, () -> claim.commit(100));
  }
}
