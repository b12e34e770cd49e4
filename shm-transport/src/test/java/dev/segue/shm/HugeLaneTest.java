// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// A lane of more than 4 GiB. The test needs as much memory, so it runs only on request, with
/// `-DargLine=-Dsegue.huge=true`.
@EnabledIfSystemProperty(named = "segue.huge", matches = "true")
class HugeLaneTest {

  private static final long CAPACITY = 5L << 30;
  private static final long PART = 100_000_008;

  @Test
  void carriesMessagesBeyond4GiBAndAsLongAsTheLane() throws IOException {
    try (Scratch scratch = new Scratch();
        Channel channel =
            Channel.create(
                scratch.path("huge"), ChannelConfig.defaults().withLaneCapacity(CAPACITY))) {
      Publisher publisher = channel.addPublisher();
      Subscriber subscriber = channel.addSubscriber();
      channel.unlink();
      long[] next = {0};
      MessageHandler inOrder =
          m -> assertEquals(next[0]++, m.get(ValueLayout.JAVA_LONG, m.byteSize() - 8));
      for (long sent = 0; sent < 120; sent++) {
        long length = sent % 40 == 39 ? CAPACITY : PART;
        Claim claim = publisher.tryClaim(length);
        while (claim == null) {
          subscriber.poll(inOrder, 1);
          claim = publisher.tryClaim(length);
        }
        claim.segment().set(ValueLayout.JAVA_LONG, length - 8, sent);
        claim.commit(length);
      }
      while (next[0] < 120) {
        subscriber.poll(inOrder, 10);
      }
    }
  }
}
