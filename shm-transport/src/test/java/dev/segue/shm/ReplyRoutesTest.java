// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.shm.internal.os.Mapping;
import dev.segue.shm.internal.os.NativeUse;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(600)
class ReplyRoutesTest extends InScratch {

  private static final int REQUESTERS = 4;

  private List<Channel> requesters;
  private ReplyRoutes routes;

  @BeforeEach
  void open() {
    ChannelConfig config = ChannelConfig.defaults().withTopology(Topology.QUEUE);
    requesters =
        LongStream.rangeClosed(1, REQUESTERS)
            .mapToObj(id -> Channel.create(RequestFrame.replies(path, id), config))
            .toList();
    routes = new ReplyRoutes(path, null);
  }

  @AfterEach
  void close() {
    requesters.forEach(Channel::close);
  }

  private List<Integer> publishers() {
    return requesters.stream().map(channel -> channel.members().size()).toList();
  }

  /// For example when another thread closes the responder while it answers a request.
  @Test
  void closedRoutesOpenNoMoreRoutes() {
    routes.close();
    assertThrows(IllegalStateException.class, () -> routes.to(1));
    assertEquals(List.of(0, 0, 0, 0), publishers());
  }

  /// Native code uses one lane for too long: the other routes are closed nevertheless.
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "mapped files cannot be deleted there")
  @Test
  void allRoutesAreClosedEvenIfOneStaysMapped() {
    for (long id = 1; id <= REQUESTERS; id++) {
      routes.to(id);
    }
    // A claim in the first route that is closed.
    Claim claim = routes.to(1).tryClaim(100);
    assertNotNull(claim);
    Mapping.waitForNativeCalls(Duration.ZERO);
    try {
      NativeUse.during(
          claim.segment(), () -> assertThrows(IllegalStateException.class, routes::close));
    } finally {
      Mapping.waitForNativeCalls(null);
    }
    assertEquals(List.of(0, 0, 0, 0), publishers());
  }
}
