// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.shop;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.spring.redis.SegueRedisSerializer;
import dev.segue.spring.redis.TestRedis;
import dev.segue.spring.shop.Articles.Article;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;

/// The example in an application context, with a real server.
class ShopTest {

  private static final byte[] UNREADABLE = {(byte) 0xE5, 1, 2, 3};

  private static final AtomicInteger CALLS = new AtomicInteger();

  private static TestRedis redis;
  private static AnnotationConfigApplicationContext context;

  @BeforeAll
  static void start() throws IOException {
    redis = TestRedis.start();
    context = new AnnotationConfigApplicationContext();
    context.registerBean(
        RedisConnectionFactory.class, redis::connections, bean -> bean.setDestroyMethodName(""));
    context.registerBean(Articles.class, () -> new Articles.Loading(CALLS));
    context.register(ShopConfiguration.class);
    context.refresh();
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

  private static int calls(Runnable work) {
    int before = CALLS.get();
    work.run();
    return CALLS.get() - before;
  }

  @Test
  void cachedMethodRunsAgainForAnUnreadableValue() {
    Articles articles = context.getBean(Articles.class);
    var tea = new Article("1", "tea 1", 250);
    assertEquals(1, calls(() -> assertEquals(tea, articles.find("1"))));
    assertEquals(0, calls(() -> assertEquals(tea, articles.find("1"))));
    assertEquals(0, calls(() -> assertEquals(tea, articles.findOnce("1"))));
    redis.set("articles::1", UNREADABLE);
    assertEquals(1, calls(() -> assertEquals(tea, articles.find("1"))));
    assertEquals(0, calls(() -> assertEquals(tea, articles.find("1"))));
    redis.set("articles::1", UNREADABLE);
    assertEquals(1, calls(() -> assertEquals(tea, articles.findOnce("1"))));
    assertEquals(0, calls(() -> assertEquals(tea, articles.findOnce("1"))));
    assertEquals(1, calls(() -> assertNull(articles.find("none"))));
    assertEquals(0, calls(() -> assertNull(articles.find("none"))));
  }

  @Test
  void sessionsAreWrittenBySegueAndOldSessionsAreRead() {
    SessionRepository<?> sessions = context.getBean(SessionRepository.class);
    keepsSession(sessions);
  }

  private static <S extends Session> void keepsSession(SessionRepository<S> sessions) {
    S session = sessions.createSession();
    session.setAttribute("article", new Article("1", "tea 1", 250));
    sessions.save(session);
    String key = "spring:session:sessions:" + session.getId();
    assertEquals(0xE5, redis.field(key, "sessionAttr:article")[0] & 0xFF);
    redis.setField(key, "sessionAttr:old", RedisSerializer.java().serialize("written before"));
    redis.setField(key, "sessionAttr:damaged", UNREADABLE);
    Session same = requireNonNull(sessions.findById(session.getId()));
    assertEquals(new Article("1", "tea 1", 250), same.getAttribute("article"));
    assertEquals("written before", same.getAttribute("old"));
    assertNull(same.getAttribute("damaged"));
  }

  @Test
  void smallValuesContainNeitherSchemasNorRepetition() {
    ClassLoader loader = requireNonNull(Article.class.getClassLoader());
    SegueRedisSerializer<Object> small = ShopConfiguration.small(redis.connections(), loader);
    for (int i = 0; i < 1_000; i++) {
      var article = new Article("a" + i, "black tea from a garden, no. " + i, i);
      redis.set("articles::a" + i, small.serialize(article));
    }
    assertTrue(ShopConfiguration.train(redis.connections()) != 0);
    SegueRedisSerializer<Object> trained = ShopConfiguration.small(redis.connections(), loader);
    var article = new Article("a4711", "black tea from a garden, no. 4711", 4711);
    byte[] stored = trained.serialize(article);
    assertEquals(article, small.deserialize(stored));
    assertTrue(stored.length < 40, "length=" + stored.length);
  }
}
