// SPDX-License-Identifier: Apache-2.0

package dev.segue.redisson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.segue.compression.ZstdOptions;
import dev.segue.lettuce.server.RedisServer;
import dev.segue.serializer.SerializationException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RBucket;
import org.redisson.api.RMap;
import org.redisson.api.RMapCache;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.client.codec.Codec;
import org.redisson.config.Config;

/// The codec with Redisson and a real server, which this test starts.
class RedissonTest {

  private static final SegueCodec PLAIN = new SegueCodec("dev.segue.redisson");
  private static final SegueCodec COMPRESSED = PLAIN.compressed(ZstdOptions.defaults());

  /// On a busy machine, the defaults of time-outs pass.
  private static final int PATIENCE_MS = 300_000;

  private static RedisServer server;
  private static RedissonClient redisson;

  @BeforeAll
  static void start() throws IOException {
    assumeTrue(
        RedisServer.program().isPresent(), "neither redis-server nor valkey-server is installed");
    server = RedisServer.start();
    redisson = connect(PLAIN);
  }

  private static RedissonClient connect(Codec codec) {
    Config config = new Config().setThreads(2).setNettyThreads(2).setCodec(codec);
    config
        .useSingleServer()
        .setAddress("redis://127.0.0.1:" + server.port())
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(2)
        .setSubscriptionConnectionMinimumIdleSize(1)
        .setConnectTimeout(PATIENCE_MS)
        .setSubscriptionTimeout(PATIENCE_MS)
        .setTimeout(PATIENCE_MS)
        .setRetryAttempts(0);
    return Redisson.create(config);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      redisson.shutdown();
      server.close();
    }
  }

  record Cat(String name) {}

  record Dog(String name, Cat enemy) {}

  @Test
  void objectsAreRestoredFromTheServer() {
    for (Codec codec : List.of(PLAIN, COMPRESSED)) {
      RBucket<Object> bucket = redisson.getBucket("bucket", codec);
      for (int items : new int[] {0, 10, 2_000}) {
        bucket.set(Order.of(items, items));
        assertEquals(Order.of(items, items), bucket.get());
      }
      RMapCache<String, Order> cache = redisson.getMapCache("cache", codec);
      cache.put("a", Order.of(1, 1));
      cache.fastPut("b", Order.of(2, 300));
      assertEquals(Map.of("a", Order.of(1, 1), "b", Order.of(2, 300)), cache.readAllMap());
      cache.delete();
      Set<Order> set = redisson.getSet("set", codec);
      assertTrue(set.add(Order.of(3, 3)));
      assertTrue(set.contains(Order.of(3, 3)));
      set.clear();
    }
  }

  @Test
  void recordsCanBeKeys() {
    RMap<Cat, Order> map = redisson.getMap("by-cat");
    map.put(new Cat("Tom"), Order.of(1, 1));
    RMap<Cat, Order> other = redisson.getMap("by-cat", new SegueCodec("dev.segue"));
    assertEquals(Order.of(1, 1), other.get(new Cat("Tom")));
    assertEquals(Set.of(new Cat("Tom")), other.readAllKeySet());
    assertThrows(IllegalArgumentException.class, () -> redisson.getMap("m").put(1.5, "value"));
  }

  /// With codecs that number classes, the order of registration would determine which values can be
  /// read.
  @Test
  void orderOfClassesDoesNotMatterBetweenClients() {
    RedissonClient second = connect(new SegueCodec("com.example", "dev.segue.redisson"));
    try {
      redisson.getBucket("cat").set(new Cat("Tom"));
      redisson.getBucket("order").set(Order.of(1, 1));
      second.getBucket("dog").set(new Dog("Rex", new Cat("Tom")));
      assertEquals(Order.of(1, 1), second.getBucket("order").get());
      assertEquals(new Cat("Tom"), second.getBucket("cat").get());
      assertEquals(new Dog("Rex", new Cat("Tom")), redisson.getBucket("dog").get());
    } finally {
      second.shutdown();
    }
  }

  @Test
  void damagedValueFailsOnlyItsCall() {
    RBucket<Object> sound = redisson.getBucket("sound", COMPRESSED);
    RBucket<byte[]> bytes = redisson.getBucket("damaged", ByteArrayCodec.INSTANCE);
    sound.set(Order.of(1, 1));
    byte[] hollow = {0x21, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x18, 1, 2, 3};
    for (byte[] damaged : List.of(hollow, "no payload".getBytes(StandardCharsets.UTF_8))) {
      bytes.set(damaged);
      Exception failure =
          assertThrows(Exception.class, () -> redisson.getBucket("damaged", COMPRESSED).get());
      IOException cause = assertInstanceOf(IOException.class, failure.getCause());
      assertTrue(cause.toString().contains(": cannot read a value: "), cause.toString());
      assertEquals(Order.of(1, 1), sound.get());
    }
  }

  @Test
  void unwritableValueFailsOnlyItsCall() {
    RBucket<Object> bucket = redisson.getBucket("unwritten", new SegueCodec("com.example"));
    IllegalArgumentException failure =
        assertThrows(IllegalArgumentException.class, () -> bucket.set(new Cat("Tom")));
    IOException cause = assertInstanceOf(IOException.class, failure.getCause());
    assertInstanceOf(SerializationException.class, cause.getCause());
    assertNull(bucket.get());
  }

  @Test
  void exampleRuns() {
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      RedissonExample.main(new String[] {"redis://127.0.0.1:" + server.port()});
    } finally {
      System.setOut(out);
    }
    assertEquals("equal: true", printed.toString(StandardCharsets.UTF_8).strip());
  }

  @Test
  void threadsMayHaveOtherContextClassLoaders() {
    RBucket<Object> bucket = redisson.getBucket("elsewhere");
    RMap<Object, String> map = redisson.getMap("keys-elsewhere");
    var reloading = new Reloading(Order.class, Order.Item.class);
    List<ClassLoader> loaders = List.of(ClassLoader.getPlatformClassLoader(), reloading);
    for (ClassLoader loader : loaders) {
      bucket.set(Order.of(1, 1));
      map.put(new Order.Item("tea", 1), "from here");
      var read = new CompletableFuture<Object>();
      Thread thread =
          new Thread(() -> {
            try {
              Object value = bucket.get();
              bucket.set(value);
              Object key = map.readAllKeySet().iterator().next();
              map.put(key, "from elsewhere");
              read.complete(value);
            } catch (RuntimeException e) {
              read.completeExceptionally(e);
            }
          });
      thread.setContextClassLoader(loader);
      thread.start();
      ClassLoader expected = loader == reloading ? reloading : Order.class.getClassLoader();
      assertSame(expected, read.join().getClass().getClassLoader());
      assertEquals(Order.of(1, 1), bucket.get());
      assertEquals(Map.of(new Order.Item("tea", 1), "from elsewhere"), map.readAllMap());
    }
  }
}
