// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.lettuce.server.RedisServer;
import dev.segue.spring.boot.shop.Cart;
import dev.segue.spring.boot.shop.Catalog;
import dev.segue.spring.boot.shop.Item;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.SerializationException;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;

/// With `segue.unreadable=miss`, unreadable values count as missing, and are counted.
class MissTest {
  private static final byte[] GARBAGE = "garbage".getBytes(StandardCharsets.UTF_8);

  private static RedisServer redis;
  private static ConfigurableApplicationContext context;
  private static Catalog catalog;

  @BeforeAll
  static void start() throws IOException {
    Assumptions.assumeTrue(RedisServer.program().isPresent(), "no redis-server is on the PATH");
    redis = RedisServer.start();
    context =
        Applications.start(
            WebApplicationType.SERVLET,
            redis.port(),
            "segue.unreadable=miss",
            "spring.main.lazy-initialization=true",
            "segue.cache.unreadable-in.optional=error",
            "spring.cache.redis.key-prefix=shop:",
            "spring.cache.redis.time-to-live=1h");
    catalog = context.getBean(Catalog.class);
  }

  @AfterAll
  static void stop() {
    if (context != null) {
      context.close();
    }
    if (redis != null) {
      redis.close();
    }
  }

  @Test
  void unreadableCachedValueIsComputedAgain() {
    // With the prefix and the time to live of spring.cache.
    assertIsComputedAgain("shop:items::a", () -> catalog.item("a"));
    assertIsComputedAgain("shop:synchronized::a", () -> catalog.synchronizedItem("a"));
    assertTrue(timeToLive("shop:items::a") > 0);
    MeterRegistry meters = context.getBean(MeterRegistry.class);
    for (String cache : new String[] {"items", "synchronized"}) {
      assertEquals(
          1, meters.get("segue.spring.unreadable").tag("name", cache).functionCounter().count());
    }
  }

  private static void assertIsComputedAgain(String key, Supplier<Item> item) {
    Applications.store(context, key, GARBAGE);
    int calls = catalog.calls();
    assertEquals(new Item("a", 1), item.get());
    byte[] _ = Applications.stored(context, key, GARBAGE);
    assertEquals(new Item("a", 1), item.get());
    assertEquals(calls + 1, catalog.calls());
  }

  @Test
  void unreadableValuesOfOneCacheCanBeErrors() {
    Applications.store(context, "shop:optional::a", GARBAGE);
    assertThrows(SerializationException.class, () -> catalog.items("a"));
  }

  @Test
  void unreadableAttributeIsMissingFromItsSession() {
    SessionRepository<?> sessions = context.getBean(SessionRepository.class);
    assertAttributeIsMissing(sessions);
  }

  private static <S extends Session> void assertAttributeIsMissing(SessionRepository<S> sessions) {
    S session = sessions.createSession();
    session.setAttribute("cart", new Cart());
    session.setAttribute("other", "text");
    sessions.save(session);
    assertNotNull(Objects.requireNonNull(sessions.findById(session.getId())).getAttribute("cart"));
    Sessions.replaceField(context, "sessionAttr:cart");
    S read = Objects.requireNonNull(sessions.findById(session.getId()));
    assertNull(read.getAttribute("cart"));
    assertEquals("text", read.getAttribute("other"));
  }

  @Test
  void requestsWithUnreadableSessionsAreNoErrors() {
    Sessions.assertUnreadableOnesAreNoErrors(context);
  }

  @Test
  @SuppressWarnings("unchecked") // A bean's type arguments are not checked.
  void templatesHaveASettingOfTheirOwn() {
    Applications.store(context, "in-template", GARBAGE);
    RedisTemplate<String, Object> template =
        (RedisTemplate<String, Object>) context.getBean("segueRedisTemplate");
    assertThrows(SerializationException.class, () -> template.opsForValue().get("in-template"));
  }

  private static long timeToLive(String key) {
    try (var connection = context.getBean(RedisConnectionFactory.class).getConnection()) {
      return Objects.requireNonNull(
          connection.keyCommands().ttl(key.getBytes(StandardCharsets.UTF_8)));
    }
  }
}
