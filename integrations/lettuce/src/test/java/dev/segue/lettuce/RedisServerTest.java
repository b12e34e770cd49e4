// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionPolicy;
import dev.segue.compression.ZstdOptions;
import dev.segue.lettuce.server.RedisServer;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.netty.handler.codec.EncoderException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The codec with a real server, which this test starts.
class RedisServerTest {
  private static final SegueRedisCodec<String, Order> ORDERS =
      SegueRedisCodec.objects(StringCodec.UTF8, Order.serializer(), Order.class);
  private static final SegueRedisCodec<String, Order> COMPRESSED =
      ORDERS.compressed(CompressionPolicy.of(Codec.zstd()));

  private static final Logger LETTUCE = Logger.getLogger("io.lettuce");

  private static RedisServer server;
  private static RedisClient client;

  @BeforeAll
  static void start() throws IOException {
    assumeTrue(
        RedisServer.program().isPresent(), "neither redis-server nor valkey-server is installed");
    server = RedisServer.start();
    client = RedisClient.create(uri());
  }

  private static RedisURI uri() {
    RedisURI uri = RedisURI.create("127.0.0.1", server.port());
    uri.setTimeout(Duration.ofMinutes(5));
    return uri;
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
      server.close();
    }
  }

  private static <V> StatefulRedisConnection<String, V> connect(RedisCodec<String, V> codec) {
    return client.connect(codec);
  }

  @Test
  void objectsAreRestoredFromTheServer() {
    try (var connection = connect(COMPRESSED)) {
      var redis = connection.sync();
      assertNull(redis.get("no such order"));
      for (int items : new int[] {0, 10, 2_000}) {
        redis.set("one", Order.of(items, items));
        assertEquals(Order.of(items, items), redis.get("one"));
      }
      redis.hset("hash", Map.of("a", Order.of(1, 1), "b", Order.of(2, 300)));
      assertEquals(Order.of(2, 300), redis.hget("hash", "b"));
      redis.rpush("list", Order.of(1, 1), Order.of(2, 2));
      assertEquals(Order.of(2, 2), redis.lrange("list", 0, -1).getLast());
    }
  }

  @Test
  void schemasAreStoredBesideTheirValues() {
    try (RedisClient ofSchemas = RedisClient.create(uri());
        var schemas = ofSchemas.connect(RedisSchemaRegistry.CODEC)) {
      var registry = new RedisSchemaRegistry(schemas.sync());
      assertNull(registry.get(7));
      for (int reader = 0; reader < 2; reader++) {
        Serializer serializer =
            Serializer.builder().schemaRegistry(registry).register(Order.class).build();
        try (var connection =
            connect(SegueRedisCodec.objects(StringCodec.UTF8, serializer, Order.class))) {
          if (reader == 0) {
            connection.sync().set("described", Order.of(1, 2));
          }
          assertEquals(Order.of(1, 2), connection.sync().get("described"));
        }
      }
      assertEquals(1, schemas.sync().keys("segue:schema:*").size());
    }
  }

  @Test
  void concurrentRequestsGetTheirOwnValues() throws ExecutionException, InterruptedException {
    try (var connection = connect(COMPRESSED)) {
      var expected = new HashMap<String, Order>();
      for (int i = 0; i < 500; i++) {
        expected.put("many:" + i, Order.of(i, i % 50));
      }
      var redis = connection.async();
      var writes =
          expected.entrySet().stream().map(e -> redis.set(e.getKey(), e.getValue())).toList();
      for (var write : writes) {
        assertEquals("OK", write.get());
      }
      for (var entry : expected.entrySet()) {
        assertEquals(entry.getValue(), redis.get(entry.getKey()).get());
      }
    }
  }

  @Test
  void plainAndCompressedValuesCanBeMixed() {
    var glide = SegueRedisCodec.of(StringCodec.UTF8).compressedForGlide(ZstdOptions.defaults());
    try (var plain = connect(StringCodec.UTF8);
        var compressed = connect(glide)) {
      for (int i = 0; i < 50; i++) {
        String text = ("value " + i + " ").repeat(100);
        (i % 2 == 0 ? plain : compressed).sync().set("mixed:" + i, text);
      }
      for (int i = 0; i < 50; i++) {
        assertEquals(("value " + i + " ").repeat(100), compressed.sync().get("mixed:" + i));
      }
      assertTrue(plain.sync().strlen("mixed:1") < 50);
      assertTrue(plain.sync().strlen("mixed:0") > 500);
    }
  }

  @Test
  void unreadableValuesFailOnlyTheirCommand() {
    try (var strings = connect(StringCodec.UTF8);
        var connection = connect(COMPRESSED);
        var payloads = connect(ORDERS)) {
      strings.sync().set("damaged", "this is no envelope");
      connection.sync().set("sound", Order.of(7, 7));
      assertThrows(CompressionException.class, () -> connection.sync().get("damaged"));
      assertThrows(SerializationException.class, () -> payloads.sync().get("damaged"));
      assertEquals(Order.of(7, 7), connection.sync().get("sound"));
    }
  }

  record Unknown(int number) {}

  private static SegueRedisCodec<String, Object> anything() {
    return SegueRedisCodec.objects(StringCodec.UTF8, Order.serializer(), Object.class);
  }

  private static RedisClient keepingClient() {
    RedisURI uri = uri();
    ClientResources resources =
        ClientResources.builder().nettyCustomizer(SegueRedisCodec.keepConnections()).build();
    RedisClient client = RedisClient.create(resources, uri);
    return client;
  }

  private static void shutdown(RedisClient keeping) {
    keeping.shutdown(Duration.ZERO, Duration.ofSeconds(5));
    var _ = keeping.getResources().shutdown(0, 5, TimeUnit.SECONDS);
  }

  /// Returns the cause of a failure that is not of Lettuce or netty.
  private static Throwable cause(Throwable failure) {
    Throwable cause = requireNonNull(failure.getCause());
    return cause instanceof UnencodableError ? requireNonNull(cause.getCause()) : cause;
  }

  @Test
  void unwritableValuesFailTheirCommand() {
    try (var connection = connect(anything())) {
      LETTUCE.setLevel(Level.OFF); // the logged failure is expected
      var failure =
          assertThrows(
              EncoderException.class, () -> connection.sync().set("unknown", new Unknown(1)));
      assertInstanceOf(SerializationException.class, cause(failure));
      connection.sync().set("known", Order.of(1, 1));
      assertEquals(Order.of(1, 1), connection.sync().get("known"));
    }
  }

  /// Releases that do not close the connection keep it in any case.
  @Test
  void connectionsAreKeptOnRequest() {
    LETTUCE.setLevel(Level.OFF);
    RedisClient keeping = keepingClient();
    try (var connection = keeping.connect(anything());
        var other = connect(anything())) {
      long id = connection.sync().clientId();
      long otherId = other.sync().clientId();
      for (int i = 0; i < 3; i++) {
        var failure =
            assertThrows(
                EncoderException.class, () -> connection.sync().set("unknown", new Unknown(1)));
        assertInstanceOf(SerializationException.class, failure.getCause());
        assertThrows(EncoderException.class, () -> other.sync().set("unknown", new Unknown(1)));
      }
      assertEquals(id, connection.sync().clientId());
      assertEquals(LettuceRelease.LOADED.losesReplies(), otherId == other.sync().clientId());
      assertEquals(0, connection.sync().exists("unknown"));
    } finally {
      shutdown(keeping);
    }
  }

  @Test
  void commandsAfterAFailureGetTheirOwnReplies() throws ExecutionException, InterruptedException {
    LETTUCE.setLevel(Level.OFF);
    RedisClient keeping = keepingClient();
    try (var kept = keeping.connect(anything());
        var closed = connect(anything())) {
      for (var connection : List.of(kept, closed)) {
        for (int i = 0; i < 20; i++) {
          connection.sync().set("reply:" + i, Order.of(i, 3));
        }
        var redis = connection.async();
        var replies = new ArrayList<RedisFuture<Object>>();
        var failures = new ArrayList<RedisFuture<String>>();
        for (int i = 0; i < 20; i++) {
          replies.add(redis.get("reply:" + i));
          failures.add(redis.set("reply:" + i, new Unknown(i)));
        }
        for (int i = 0; i < 20; i++) {
          assertEquals(Order.of(i, 3), replies.get(i).get());
          assertThrows(ExecutionException.class, failures.get(i)::get);
        }
      }
    } finally {
      shutdown(keeping);
    }
  }

  @Test
  void exampleRuns() {
    PrintStream out = System.out;
    var printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      RedisExample.main(new String[] {"redis://127.0.0.1:" + server.port()});
    } finally {
      System.setOut(out);
    }
    String text = printed.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("equal: true"), text);
    assertTrue(text.contains("bytes are kept as"), text);
  }
}
