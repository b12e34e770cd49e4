// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.spring.Order;
import dev.segue.spring.SegueSpring;
import dev.segue.spring.UnreadableValues;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;
import org.springframework.session.data.redis.RedisSessionRepository;

/// Templates, caches, sessions and registries with Jedis instead of Lettuce.
class JedisTest {

  private static final byte[] UNREADABLE = {(byte) 0xE5, 1, 2, 3};

  private static TestRedis redis;
  private static JedisConnectionFactory connections;

  @BeforeAll
  static void start() throws IOException {
    redis = TestRedis.start();
    Duration patience = Duration.ofMinutes(5); // Jedis waits two seconds by default
    connections =
        connect(
            redis.server().port(),
            JedisClientConfiguration.builder()
                .connectTimeout(patience)
                .readTimeout(patience)
                .build());
  }

  @AfterAll
  static void stop() {
    if (connections != null) {
      connections.destroy();
    }
    if (redis != null) {
      redis.close();
    }
  }

  private static JedisConnectionFactory connect(int port, JedisClientConfiguration client) {
    var factory =
        new JedisConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", port), client);
    factory.afterPropertiesSet();
    factory.start();
    return factory;
  }

  private static SerializerBuilder builder() {
    return SegueSpring.builder(Order.class.getClassLoader(), "dev.segue.spring");
  }

  private static <V> RedisTemplate<String, V> template(RedisSerializer<V> values) {
    var template = new RedisTemplate<String, V>();
    template.setConnectionFactory(connections);
    template.setKeySerializer(RedisSerializer.string());
    template.setHashKeySerializer(RedisSerializer.string());
    template.setValueSerializer(values);
    template.setHashValueSerializer(values);
    template.afterPropertiesSet();
    return template;
  }

  @Test
  void templateKeepsValuesAndHashes() {
    RedisTemplate<String, Object> template = template(SegueRedisSerializer.of(Order.serializer()));
    template.opsForValue().set("order", Order.of(1));
    template.opsForHash().put("orders", "1", Order.of(2));
    assertEquals(Order.of(1), template.opsForValue().get("order"));
    assertEquals(Order.of(2), template.opsForHash().get("orders", "1"));
  }

  @Test
  void unreadableValuesOfACacheAreComputedAgain() {
    var pair = SegueRedisSerializer.of(Order.serializer()).pair();
    var caches =
        new SegueRedisCacheManager(
            RedisCacheWriter.nonLockingRedisCacheWriter(connections),
            RedisCacheConfiguration.defaultCacheConfig().serializeValuesWith(pair),
            Map.of(),
            UnreadableValues::missing);
    caches.afterPropertiesSet();
    var cache = requireNonNull(caches.getCache("cached"));
    redis.set("cached::1", UNREADABLE);
    assertEquals(Order.of(1), cache.get(1, () -> Order.of(1)));
    while (cache.get(1) == null) { // the cache writes asynchronously
      Thread.onSpinWait();
    }
    assertEquals(Order.of(1), cache.get(1, () -> Order.of(2)));
  }

  @Test
  void sessionsComeBack() {
    assertComesBack(
        new RedisSessionRepository(template(SegueRedisSerializer.of(Order.serializer()))));
  }

  private static <S extends Session> void assertComesBack(SessionRepository<S> sessions) {
    S session = sessions.createSession();
    session.setAttribute("basket", Order.of(1));
    sessions.save(session);
    Session same = requireNonNull(sessions.findById(session.getId()));
    assertEquals(Order.of(1), same.getAttribute("basket"));
  }

  @Test
  void schemasAndDictionariesAreLoaded() {
    Serializer writing = builder().schemaRegistry(TestRedis.schemas(connections)).build();
    Serializer reading =
        builder().schemaRegistry(TestRedis.schemas(connections)).register(Order.class).build();
    RedisTemplate<String, Object> plain = template(SegueRedisSerializer.of(writing));
    IntStream.range(0, 1000).forEach(i -> plain.opsForValue().set("sample:" + i, Order.of(i)));
    try (var first = TestRedis.dictionaries(connections);
        var second = TestRedis.dictionaries(connections)) {
      List<byte[]> samples = first.sample(connections, "sample:*", 900);
      assertEquals(900, samples.size());
      int id = first.train(samples);
      byte[] stored = SegueRedisSerializer.of(writing).compressed(first).serialize(Order.of(4711));
      assertTrue(stored.length < writing.toBytes(Order.of(4711)).length);
      assertEquals(
          Order.of(4711), SegueRedisSerializer.of(reading).compressed(second).deserialize(stored));
      assertEquals(id, second.newest().orElseThrow());
    }
  }

  @Test
  void goneOrSilentServerIsSpringsError() throws IOException {
    byte[] stored =
        builder()
            .schemaRegistry(TestRedis.schemas(redis.connections()))
            .build()
            .toBytes(Order.of(1));
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Socket refusing = TestRedis.refusing()) {
      assertThrows(
          QueryTimeoutException.class,
          () -> readWithout(silent.getLocalPort(), Duration.ofMillis(100), stored));
      assertThrows(
          RedisConnectionFailureException.class,
          () -> readWithout(refusing.getLocalPort(), Duration.ofMinutes(5), stored));
    }
  }

  /// Reads a value with a registry on a port that no server answers.
  private static void readWithout(int port, Duration timeout, byte[] stored) {
    JedisConnectionFactory factory = connect(port, JedisClientConfiguration.defaultConfiguration());
    try {
      var schemas = RedisSchemaRegistry.of(factory, RedisSchemaRegistry.DEFAULT_KEY, timeout);
      var values =
          SegueRedisSerializer.of(builder().schemaRegistry(schemas).register(Order.class).build());
      Object _ = values.deserialize(stored);
    } finally {
      factory.destroy();
    }
  }
}
