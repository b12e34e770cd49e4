// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionPolicy;
import dev.segue.compression.ZstdOptions;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.spring.Order;
import dev.segue.spring.SegueSpring;
import dev.segue.spring.UnreadableValues;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.ReactiveRedisTemplate;
import org.springframework.data.redis.serializer.SerializationException;

/// Schemas and dictionaries in a real server, which this test starts.
class RedisRegistriesTest {

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

  private static Serializer with(RedisSchemaRegistry schemas) {
    return SegueSpring.builder(Order.class.getClassLoader(), "dev.segue.spring")
        .schemaRegistry(schemas)
        .build();
  }

  /// A serializer that needs the schema of [#with] to read its values.
  private static Serializer other(RedisSchemaRegistry schemas) {
    return SegueSpring.builder(Order.class.getClassLoader(), "dev.segue.spring")
        .schemaRegistry(schemas)
        .register(Order.class)
        .build();
  }

  @Nested
  class Schemas {

    private RedisSchemaRegistry schemas() {
      return TestRedis.schemas(redis.connections());
    }

    @Test
    void valuesWithoutSchemasAreReadByOtherProcesses() {
      byte[] stored = with(schemas()).toBytes(Order.of(1));
      assertTrue(stored.length < Order.serializer().toBytes(Order.of(1)).length - 50);
      assertEquals(Order.of(1), other(schemas()).fromBytes(stored, Order.class));
    }

    @Test
    void valuesWithEmbeddedSchemasAreRead() {
      byte[] stored = Order.serializer().toBytes(Order.of(1));
      assertEquals(Order.of(1), other(schemas()).fromBytes(stored, Order.class));
      assertEquals(Order.of(1), with(schemas()).fromBytes(stored, Order.class));
    }

    @Test
    void lostHashMakesValuesUnreadableUntilRepublished() {
      RedisSchemaRegistry writing = schemas();
      byte[] stored = with(writing).toBytes(Order.of(1));
      assertEquals(0, writing.republish());
      redis.flush();
      var values = SegueRedisSerializer.of(other(schemas()));
      var e = assertThrows(SerializationException.class, () -> values.deserialize(stored));
      var cause = assertInstanceOf(dev.segue.serializer.SerializationException.class, e.getCause());
      assertEquals(Kind.UNKNOWN_SCHEMA, cause.kind());
      assertTrue(writing.republish() > 0);
      assertEquals(Order.of(1), values.deserialize(stored));
    }

    @Test
    void goneServerIsSpringsErrorAndTheNextCallAsksAgain() throws IOException {
      try (Socket refusing = TestRedis.refusing()) {
        LettuceConnectionFactory gone = TestRedis.connect(refusing.getLocalPort());
        try {
          var values = SegueRedisSerializer.of(with(TestRedis.schemas(gone)));
          assertThrows(RedisConnectionFailureException.class, () -> values.serialize(Order.of(1)));
          assertThrows(DataAccessException.class, () -> values.serialize(Order.of(1)));
        } finally {
          gone.destroy();
        }
      }
    }

    @Test
    void silentServerIsATimeout() throws IOException {
      try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
        LettuceConnectionFactory connections = TestRedis.connect(silent.getLocalPort());
        try {
          var schemas =
              RedisSchemaRegistry.of(
                  connections, RedisSchemaRegistry.DEFAULT_KEY, Duration.ofMillis(100));
          var values = SegueRedisSerializer.of(with(schemas));
          var e = assertThrows(QueryTimeoutException.class, () -> values.serialize(Order.of(1)));
          assertTrue(String.valueOf(e.getMessage()).contains("schemas"), e.getMessage());
        } finally {
          connections.destroy();
        }
      }
    }

    @Test
    void knownSchemasWorkWhileTheServerIsGone() throws IOException {
      byte[] stored;
      Serializer serializer;
      try (TestRedis later = TestRedis.start()) {
        serializer = with(TestRedis.schemas(later.connections()));
        stored = serializer.toBytes(Order.of(1));
      }
      assertEquals(Order.of(1), serializer.fromBytes(stored, Order.class));
      assertArrayEquals(stored, serializer.toBytes(Order.of(1)));
    }

    @Test
    void reactiveReaderDoesNotBlockTheReplyItWaitsFor() {
      byte[] stored = with(schemas()).toBytes(Order.of(1));
      redis.set("order", stored);
      LettuceConnectionFactory own = TestRedis.connect(redis.server().port());
      try {
        var values = SegueRedisSerializer.of(other(TestRedis.schemas(own)), Order.class);
        var template = new ReactiveRedisTemplate<>(redis.connections(), values.context());
        assertEquals(Order.of(1), template.opsForValue().get("order").block());
      } finally {
        own.destroy();
      }
    }

    @Test
    void timeoutMustBePositive() {
      assertThrows(
          IllegalArgumentException.class,
          () -> RedisSchemaRegistry.of(redis.connections(), "key", Duration.ZERO));
    }
  }

  @Nested
  class Dictionaries {

    private static final SegueRedisSerializer<Object> PLAIN =
        SegueRedisSerializer.of(Order.serializer());

    private void storeOrders() {
      var template = redis.template(PLAIN);
      IntStream.range(0, 1000)
          .forEach(i -> template.opsForValue().set("orders::" + i, Order.of(i)));
      redis.set("orders::java", new byte[] {(byte) 0xAC, (byte) 0xED, 0, 5});
      redis.setField("orders::hash", "field", new byte[] {1});
    }

    @Test
    void dictionaryOfLiveValuesCompressesAndIsLoadedByOthers() {
      storeOrders();
      try (var writing = TestRedis.dictionaries(redis.connections());
          var reading = TestRedis.dictionaries(redis.connections())) {
        var writer = PLAIN.compressed(writing);
        var reader = PLAIN.compressed(reading);
        byte[] before = writer.serialize(Order.of(4711));
        assertEquals(Order.of(4711), reader.deserialize(before));
        assertEquals(OptionalInt.empty(), reading.newest());

        List<byte[]> samples = writing.sample(redis.connections(), "orders::*", 800);
        assertEquals(800, samples.size());
        int id = writing.train(samples);
        byte[] after = writer.serialize(Order.of(4711));
        assertTrue(after.length < PLAIN.serialize(Order.of(4711)).length / 2);

        assertEquals(Order.of(4711), reader.deserialize(after));
        assertEquals(OptionalInt.of(id), reading.newest());
        assertEquals(Order.of(4711), reader.deserialize(before));
        assertEquals(Order.of(4711), reader.deserialize(PLAIN.serialize(Order.of(4711))));
      }
    }

    @Test
    void newerDictionaryCompressesAndBothDecompress() {
      storeOrders();
      try (var first = TestRedis.dictionaries(redis.connections());
          var second = TestRedis.dictionaries(redis.connections())) {
        List<byte[]> samples = first.sample(redis.connections(), "orders::*", 1000);
        int one = first.train(samples);
        byte[] old = PLAIN.compressed(first).serialize(Order.of(1));
        int two = second.train(samples, 2048);
        byte[] recent = PLAIN.compressed(second).serialize(Order.of(1));
        assertTrue(one != two);
        assertEquals(OptionalInt.of(one), first.newest());
        assertTrue(first.refresh());
        assertFalse(first.refresh());
        assertEquals(OptionalInt.of(two), first.newest());
        for (byte[] stored : List.of(old, recent)) {
          assertEquals(Order.of(1), PLAIN.compressed(first).deserialize(stored));
          assertEquals(Order.of(1), PLAIN.compressed(second).deserialize(stored));
        }
      }
    }

    /// A connection factory whose connections wait before they are closed, so that their replies
    /// are outdated by then.
    private static RedisConnectionFactory waiting(CountDownLatch replied, CountDownLatch released) {
      return stub(
          RedisConnectionFactory.class,
          redis.connections(),
          (method, result) ->
              method.equals("getConnection")
                  ? stub(
                      RedisConnection.class,
                      result,
                      (called, _) -> {
                        if (called.equals("close")) {
                          replied.countDown();
                          released.await();
                        }
                        return null;
                      })
                  : result);
    }

    /// A hook that a stub runs after each call.
    private interface After {
      @Nullable Object call(String method, @Nullable Object result) throws InterruptedException;
    }

    private static <T> T stub(Class<T> type, @Nullable Object target, After after) {
      InvocationHandler handler =
          (_, method, arguments) -> {
            Object result = method.invoke(target, arguments);
            Object other = after.call(method.getName(), result);
            return other == null ? result : other;
          };
      return type.cast(
          Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Test
    void slowReplyDoesNotRestoreAnOldDictionary() throws Exception {
      storeOrders();
      var replied = new CountDownLatch(1);
      var released = new CountDownLatch(1);
      var slow = new AtomicBoolean();
      RedisConnectionFactory waiting = waiting(replied, released);
      RedisConnectionFactory either =
          stub(
              RedisConnectionFactory.class,
              redis.connections(),
              (method, result) ->
                  method.equals("getConnection") && slow.get() ? waiting.getConnection() : result);
      try (var other = TestRedis.dictionaries(redis.connections());
          var dictionaries =
              RedisDictionaries.of(
                  either,
                  RedisDictionaries.DEFAULT_KEY,
                  ZstdOptions.defaults(),
                  Duration.ofMinutes(5))) {
        List<byte[]> samples = other.sample(redis.connections(), "orders::*", 1000);
        int _ = other.train(samples);
        slow.set(true);
        var refresh = new FutureTask<>(dictionaries::refresh);
        Thread thread = Thread.ofPlatform().start(refresh);
        replied.await();
        slow.set(false);
        int newest = dictionaries.train(samples, 2048);
        released.countDown();
        boolean _ = refresh.get();
        thread.join();
        assertEquals(OptionalInt.of(newest), dictionaries.newest());
      }
    }

    @Test
    void lostDictionaryIsAnErrorThatNamesTheCheck() {
      storeOrders();
      byte[] stored;
      try (var lost = TestRedis.dictionaries(redis.connections())) {
        int _ = lost.train(lost.sample(redis.connections(), "orders::*", 1000));
        stored = PLAIN.compressed(lost).serialize(Order.of(1));
      }
      redis.flush();
      try (var empty = TestRedis.dictionaries(redis.connections())) {
        var values = PLAIN.compressed(empty);
        var e = assertThrows(SerializationException.class, () -> values.deserialize(stored));
        var cause = assertInstanceOf(CompressionException.class, e.getCause());
        assertEquals(CompressionException.Kind.WRONG_DICTIONARY, cause.kind());
      }
    }

    @Test
    void closedDictionariesMakeNoValueMissing() {
      storeOrders();
      var unreadable = UnreadableValues.missing("orders");
      var dictionaries = TestRedis.dictionaries(redis.connections());
      var values = PLAIN.compressed(dictionaries).onUnreadable(unreadable);
      byte[] stored;
      try (dictionaries) {
        int _ = dictionaries.train(dictionaries.sample(redis.connections(), "orders::*", 1000));
        stored = values.serialize(Order.of(1));
      }
      assertThrows(InvalidDataAccessResourceUsageException.class, () -> values.deserialize(stored));
      assertThrows(
          InvalidDataAccessResourceUsageException.class, () -> values.serialize(Order.of(1)));
      assertEquals(0, unreadable.count());
    }

    @Test
    void largeValuesDoNotFillTheHeapWithSamples() {
      storeOrders();
      int length = PLAIN.serialize(Order.of(1)).length;
      List<byte[]> samples =
          LiveValues.sample(
              redis.connections(), "orders::*", 1000, 10L * length, stored -> new byte[length]);
      assertEquals(10, samples.size());
    }

    @Test
    void damagedHashMakesNoValueMissing() {
      byte[] stored = PLAIN.compressed(CompressionPolicy.of(Codec.zstd())).serialize(Order.of(1));
      for (String field : List.of("no id", "77")) {
        redis.flush();
        redis.setField(RedisDictionaries.DEFAULT_KEY, field, "damaged".repeat(99).getBytes(UTF_8));
        var unreadable = UnreadableValues.missing("orders");
        try (var dictionaries = TestRedis.dictionaries(redis.connections())) {
          var values = PLAIN.compressed(dictionaries).onUnreadable(unreadable);
          assertThrows(DataAccessException.class, () -> values.deserialize(stored));
          assertThrows(DataAccessException.class, () -> values.serialize(Order.of(1)));
          assertEquals(0, unreadable.count());
        }
      }
    }

    @Test
    void tooFewSamplesAreAnErrorAndChangeNothing() {
      try (var dictionaries = TestRedis.dictionaries(redis.connections())) {
        assertThrows(IllegalArgumentException.class, () -> dictionaries.train(List.of()));
        assertThrows(
            CompressionException.class,
            () -> dictionaries.train(List.of(PLAIN.serialize(Order.of(1)))));
        assertTrue(dictionaries.refresh());
        assertTrue(dictionaries.newest().isEmpty());
      }
    }

    @Test
    void sessionsAndOtherHashesAreNotSampled() {
      redis.setField("orders::hash", "field", PLAIN.serialize(Order.of(1)));
      try (var dictionaries = TestRedis.dictionaries(redis.connections())) {
        assertEquals(List.of(), dictionaries.sample(redis.connections(), "orders::*", 10));
      }
    }
  }
}
