// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.shm.internal.halt.HaltPoints;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The heap is full while a member joins.
@Timeout(600)
class NoMemoryTest extends InScratch {

  @AfterEach
  void enough() {
    HaltPoints.observe(_ -> {});
  }

  @Test
  void failedJoinLeavesNoMember() {
    try (Channel channel = Channel.create(path, ChannelConfig.defaults())) {
      HaltPoints.observe(store -> {
        if (store.equals("odd epoch")) {
          throw new OutOfMemoryError("no memory left, says the test");
        }
      });
      assertThrows(OutOfMemoryError.class, channel::addSubscriber);
      assertEquals(List.of(), channel.members());
      enough();
      channel.addSubscriber().close();
    }
  }
}
