// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.lettuce.server.RedisServer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;

/// Repositories of sessions with an index, which are other classes than those without.
class IndexedSessionsTest {

  @ParameterizedTest
  @EnumSource(
      value = WebApplicationType.class,
      names = {"SERVLET", "REACTIVE"})
  void requestsWithUnreadableSessionsAreNoErrors(WebApplicationType type) throws Exception {
    Assumptions.assumeTrue(RedisServer.program().isPresent(), "no redis-server is on the PATH");
    try (RedisServer redis = RedisServer.start();
        var context =
            Applications.start(
                type,
                redis.port(),
                "spring.main.lazy-initialization=true",
                "spring.session.data.redis.repository-type=indexed",
                "segue.session.unreadable=miss")) {
      Sessions.assertUnreadableOnesAreNoErrors(context);
    }
  }
}
