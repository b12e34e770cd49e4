// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Committing and aborting claims.
class ClaimTest extends InScratch {

  private Channel channel;
  private Publisher publisher;
  private Subscriber subscriber;

  @BeforeEach
  void open() {
    channel = Channel.create(path, ChannelConfig.defaults().withLaneCapacity(4000));
    publisher = channel.addPublisher();
    subscriber = channel.addSubscriber();
  }

  @AfterEach
  void close() {
    channel.close();
  }

  private List<Long> lengths() {
    List<Long> lengths = new ArrayList<>();
    subscriber.poll(m -> lengths.add(m.byteSize()), Integer.MAX_VALUE);
    return lengths;
  }

  @Test
  void commitPublishesTheWholeClaim() {
    try (Claim claim = publisher.tryClaim(24)) {
      assertTrue(claim != null);
      claim.commit();
      assertThrows(IllegalStateException.class, claim::commit);
    }
    assertEquals(List.of(24L), lengths());
  }

  @Test
  void commitPublishesTheFirstBytes() {
    try (Claim claim = publisher.tryClaim(24)) {
      assertTrue(claim != null);
      claim.memory().set(ValueLayout.JAVA_LONG, claim.offset(), 7);
      claim.commit(8);
    }
    assertEquals(1, subscriber.poll(m -> assertEquals(7, m.get(ValueLayout.JAVA_LONG, 0)), 9));
  }

  @Test
  void closeAbortsAnUncommittedClaim() {
    try (Claim claim = publisher.tryClaim(24)) {
      assertTrue(claim != null);
    }
    assertEquals(List.of(), lengths());
    Numbers.send(publisher, 1);
    assertEquals(List.of(8L), lengths());
  }

  @Test
  void claimIsAbortedIfTheWriterThrows() {
    assertThrows(
        UnsupportedOperationException.class,
        () -> {
          try (Claim claim = publisher.tryClaim(24)) {
            assertTrue(claim != null);
            throw new UnsupportedOperationException("cannot");
          }
        });
    Numbers.send(publisher, 1);
    assertEquals(List.of(8L), lengths());
  }

  @Test
  void claimCanBeClosedTwice() {
    Claim claim = publisher.tryClaim(24);
    assertTrue(claim != null);
    claim.close();
    claim.close();
    assertThrows(IllegalStateException.class, claim::abort);
    Numbers.send(publisher, 1);
    claim.close();
    assertEquals(List.of(8L), lengths());
  }

  @Test
  void claimCanBeClosedAfterItsPublisher() {
    try (Claim claim = publisher.tryClaim(24)) {
      assertTrue(claim != null);
      publisher.close();
    }
    assertThrows(IllegalStateException.class, () -> publisher.tryClaim(8));
  }
}
