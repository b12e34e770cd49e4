// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.spring.Order;
import dev.segue.spring.UnreadableValues;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.cache.Cache;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.core.ReactiveRedisTemplate;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.SerializationException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.session.FindByIndexNameSessionRepository;
import org.springframework.session.ReactiveSessionRepository;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;
import org.springframework.session.data.redis.ReactiveRedisSessionRepository;
import org.springframework.session.data.redis.RedisIndexedSessionRepository;
import org.springframework.session.data.redis.RedisSessionRepository;

/// Templates, caches and sessions with a real server, which this test starts.
class RedisServerTest {

  private static final SegueRedisSerializer<Object> ANY =
      SegueRedisSerializer.of(Order.serializer());
  private static final SegueRedisSerializer<Order> ORDERS =
      SegueRedisSerializer.of(Order.serializer(), Order.class);
  private static final byte[] UNREADABLE = {(byte) 0xE5, 1, 2, 3};

  private static TestRedis redis;

  @BeforeAll
  static void start() throws IOException {
    redis = TestRedis.start();
  }

  @AfterAll
  static void stop() {
    if (redis != null) {
      redis.close();
    }
  }

  @AfterEach
  void flush() {
    redis.flush();
  }

  @Nested
  class Templates {

    @Test
    void templateKeepsValuesAndHashes() {
      RedisTemplate<String, Order> template = redis.template(ORDERS);
      template.opsForValue().set("order", Order.of(1));
      assertEquals(Order.of(1), template.opsForValue().get("order"));
      assertArrayEquals(ORDERS.serialize(Order.of(1)), redis.get("order"));
      template.opsForHash().putAll("orders", Map.of("1", Order.of(1), "2", Order.of(2)));
      assertEquals(
          Map.of("1", Order.of(1), "2", Order.of(2)), template.opsForHash().entries("orders"));
      assertNull(template.opsForValue().get("missing"));
    }

    @Test
    void reactiveTemplateKeepsValuesAndHashes() {
      var template = new ReactiveRedisTemplate<>(redis.connections(), ORDERS.context());
      var read =
          template
              .opsForValue()
              .set("order", Order.of(1))
              .then(template.opsForHash().put("orders", "1", Order.of(2)))
              .then(template.opsForValue().get("order"))
              .concatWith(template.<String, Order>opsForHash().get("orders", "1"))
              .collectList();
      assertEquals(List.of(Order.of(1), Order.of(2)), read.block());
      redis.set("order", UNREADABLE);
      var damaged = template.opsForValue().get("order");
      assertThrows(SerializationException.class, damaged::block);
    }

    @Test
    void aDamagedValueIsAnErrorOfThatCallAlone() {
      RedisTemplate<String, Order> template = redis.template(ORDERS);
      redis.set("damaged", UNREADABLE);
      template.opsForValue().set("order", Order.of(1));
      assertThrows(SerializationException.class, () -> template.opsForValue().get("damaged"));
      assertEquals(Order.of(1), template.opsForValue().get("order"));
    }
  }

  @Nested
  class Caches {

    private static final RedisCacheConfiguration CONFIGURATION =
        RedisCacheConfiguration.defaultCacheConfig().serializeValuesWith(ANY.pair());

    private final UnreadableValues unreadable = UnreadableValues.missing("orders");

    private Cache cache() {
      var manager =
          new SegueRedisCacheManager(redis.cacheWriter(), CONFIGURATION, Map.of(), _ -> unreadable);
      manager.afterPropertiesSet();
      return requireNonNull(manager.getCache("orders"));
    }

    @Test
    void springsOwnManagerKeepsValuesAndNulls() {
      var manager =
          RedisCacheManager.builder(redis.cacheWriter()).cacheDefaults(CONFIGURATION).build();
      manager.afterPropertiesSet();
      Cache cache = requireNonNull(manager.getCache("orders"));
      cache.put("1", Order.of(1));
      cache.put("none", null);
      assertEquals(Order.of(1), requireNonNull(cache.get("1")).get());
      assertNull(requireNonNull(cache.get("none")).get());
      redis.set("orders::1", UNREADABLE);
      assertThrows(SerializationException.class, () -> cache.get("1"));
    }

    @Test
    void unreadableValueIsAMissAndReplaced() {
      Cache cache = cache();
      redis.set("orders::1", UNREADABLE);
      assertNull(cache.get("1"));
      assertEquals(1, unreadable.count());
      cache.put("1", Order.of(1));
      assertEquals(Order.of(1), cache.get("1", Order.class));
      assertEquals(1, unreadable.count());
    }

    @Test
    void synchronizedLoadReplacesAnUnreadableValue() {
      Cache cache = cache();
      redis.set("orders::1", UNREADABLE);
      assertEquals(Order.of(1), cache.get("1", () -> Order.of(1)));
      assertEquals(1, unreadable.count());
      assertEquals(Order.of(1), cache.get("1", () -> Order.of(2)));
      assertNull(cache.get("none", () -> null));
      assertNull(cache.get("none", () -> Order.of(1)));
    }

    @Test
    void putIfAbsentReplacesAnUnreadableValue() {
      Cache cache = cache();
      redis.set("orders::1", UNREADABLE);
      assertNull(cache.putIfAbsent("1", Order.of(1)));
      assertEquals(Order.of(1), requireNonNull(cache.putIfAbsent("1", Order.of(2))).get());
      assertEquals(1, unreadable.count());
    }

    @Test
    void loadReturnsItsValueDespiteUnreadableWritesOfOthers() {
      Cache cache = cache();
      redis.set("orders::1", UNREADABLE);
      assertEquals(
          Order.of(7),
          cache.get(
              "1",
              () -> {
                redis.set("orders::1", UNREADABLE);
                return Order.of(7);
              }));
      assertEquals(Order.of(7), cache.get("1", Order.class));
    }

    @Test
    void asynchronousRetrievalMissesAnUnreadableValue() {
      var manager =
          new SegueRedisCacheManager(
              redis.cacheWriter(), CONFIGURATION, Map.of("orders", CONFIGURATION), _ -> unreadable);
      manager.afterPropertiesSet();
      Cache cache = requireNonNull(manager.getCache("orders"));
      redis.set("orders::1", UNREADABLE);
      assertNull(requireNonNull(cache.retrieve("1")).join());
      assertEquals(
          Order.of(1),
          cache.retrieve("1", () -> CompletableFuture.completedFuture(Order.of(1))).join());
      assertEquals(Order.of(1), cache.get("1", Order.class));
    }

    @Test
    void cacheWithoutMissesThrowsForUnreadableValues() {
      var manager =
          new SegueRedisCacheManager(
              redis.cacheWriter(),
              CONFIGURATION,
              false,
              Map.of("orders", CONFIGURATION),
              _ -> UnreadableValues.failing());
      manager.afterPropertiesSet();
      Cache cache = requireNonNull(manager.getCache("orders"));
      redis.set("orders::1", UNREADABLE);
      assertThrows(SerializationException.class, () -> cache.get("1"));
      assertNull(manager.getCache("unknown"));
    }

    @Test
    void valuesOfTheFormerSerializerAreRead() {
      redis.set("orders::1", RedisSerializer.java().serialize(Order.of(1)));
      var migrating =
          MigratingRedisSerializer.of(ANY).readingJavaSerialized(Order.class.getClassLoader());
      var manager =
          RedisCacheManager.builder(redis.cacheWriter())
              .cacheDefaults(
                  RedisCacheConfiguration.defaultCacheConfig()
                      .serializeValuesWith(migrating.pair()))
              .build();
      manager.afterPropertiesSet();
      Cache cache = requireNonNull(manager.getCache("orders"));
      assertEquals(Order.of(1), cache.get("1", Order.class));
      cache.put("1", Order.of(2));
      assertEquals(Order.of(2), ANY.deserialize(redis.get("orders::1")));
    }
  }

  @Nested
  class Sessions {

    private static final String CONTEXT = "SPRING_SECURITY_CONTEXT";

    private final UnreadableValues unreadable = UnreadableValues.missing("sessions");
    private final RedisTemplate<String, Object> template =
        redis.template(ANY.onUnreadable(unreadable));

    private static SecurityContextImpl login() {
      return new SecurityContextImpl(
          UsernamePasswordAuthenticationToken.authenticated(
              "ann", null, List.of(new SimpleGrantedAuthority("ROLE_USER"))));
    }

    private RedisSessionRepository repository() {
      var repository = new RedisSessionRepository(template);
      repository.setRedisSessionMapper(new SegueSessionMapper(unreadable));
      return repository;
    }

    private static <S extends Session> String save(SessionRepository<S> repository) {
      S session = repository.createSession();
      session.setAttribute(CONTEXT, login());
      session.setAttribute("basket", List.of(Order.of(1)));
      repository.save(session);
      return session.getId();
    }

    private static <S extends Session> void change(SessionRepository<S> repository, String id) {
      S session = requireNonNull(repository.findById(id));
      session.setAttribute("basket", List.of(Order.of(2)));
      repository.save(session);
    }

    @Test
    void sessionKeepsSecurityContextAndAttributes() {
      var repository = repository();
      String id = save(repository);
      Session same = requireNonNull(repository.findById(id));
      assertEquals(login(), same.getAttribute(CONTEXT));
      assertEquals(List.of(Order.of(1)), same.getAttribute("basket"));
      assertEquals(0, unreadable.count());
    }

    @Test
    void indexedSessionIsFoundByItsPrincipal() {
      var repository = new RedisIndexedSessionRepository(template);
      repository.setRedisSessionMapper(new SegueSessionMapper(unreadable));
      String id = save(repository);
      assertEquals(login(), requireNonNull(repository.findById(id)).<Object>getAttribute(CONTEXT));
      assertNotNull(
          repository
              .findByIndexNameAndIndexValue(
                  FindByIndexNameSessionRepository.PRINCIPAL_NAME_INDEX_NAME, "ann")
              .get(id));
    }

    @Test
    void unreadableAttributeIsMissingFromItsSession() {
      var repository = repository();
      String id = save(repository);
      redis.setField("spring:session:sessions:" + id, "sessionAttr:basket", UNREADABLE);
      Session session = requireNonNull(repository.findById(id));
      assertNull(session.getAttribute("basket"));
      assertEquals(login(), session.getAttribute(CONTEXT));
      assertEquals(1, unreadable.count());
      change(repository, id);
      Session same = requireNonNull(repository.findById(id));
      assertEquals(List.of(Order.of(2)), same.getAttribute("basket"));
    }

    @Test
    void sessionWithUnreadablePropertiesIsDeletedAndCounted() {
      var repository = repository();
      String id = save(repository);
      redis.setField("spring:session:sessions:" + id, "creationTime", UNREADABLE);
      assertNull(repository.findById(id));
      assertEquals(2, unreadable.count()); // the value, and the session
      assertFalse(template.hasKey("spring:session:sessions:" + id));
    }

    private static <S extends Session> @Nullable Session find(
        ReactiveSessionRepository<S> repository, String id) {
      return repository.findById(id).block();
    }

    @Test
    void reactiveSessionsMissUnreadableAttributesAndSessions() {
      var repository =
          new ReactiveRedisSessionRepository(
              new ReactiveRedisTemplate<>(
                  redis.connections(), ANY.onUnreadable(unreadable).context()));
      repository.setRedisSessionMapper(new SegueSessionMapper(unreadable).reactive());
      String id = save(repository());
      redis.setField("spring:session:sessions:" + id, "sessionAttr:basket", UNREADABLE);
      Session session = requireNonNull(find(repository, id));
      assertNull(session.getAttribute("basket"));
      assertEquals(login(), session.getAttribute(CONTEXT));
      redis.setField("spring:session:sessions:" + id, "creationTime", UNREADABLE);
      assertNull(find(repository, id));
      assertFalse(template.hasKey("spring:session:sessions:" + id));
    }

    @Test
    void unreadableSessionIsAnErrorByDefault() {
      var repository = new RedisSessionRepository(redis.template(ANY));
      String id = save(repository);
      redis.setField("spring:session:sessions:" + id, "creationTime", UNREADABLE);
      var e = assertThrows(SerializationException.class, () -> repository.findById(id));
      assertInstanceOf(dev.segue.serializer.SerializationException.class, e.getCause());
    }
  }
}
