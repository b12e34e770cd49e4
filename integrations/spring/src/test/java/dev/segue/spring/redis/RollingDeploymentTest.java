// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializerBuilder;
import dev.segue.sources.MadeUpSource;
import dev.segue.spring.SegueSpring;
import dev.segue.spring.UnreadableValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.cache.Cache;
import org.springframework.data.redis.cache.RedisCacheConfiguration;

/// Two versions of an application, in two class loaders, on one server under load.
class RollingDeploymentTest {

  private static final String NAME = "shop.Basket";

  private static final String OLD =
      "package shop; public record Basket(int id, String customer, int count) {}";

  /// One component is added, one is removed, and the order is changed.
  private static final String NEW =
      """
      package shop;
      public record Basket(
          @dev.segue.serializer.DefaultValue("open") String state, int count, int id) {}
      """;

  /// Unrelated values under the same name.
  private static final String INCOMPATIBLE =
      "package shop; public record Basket(int id, java.util.UUID count) {}";

  private static final int THREADS = 2;
  private static final int ROUNDS = 300;
  private static final int KEYS = 50;
  private static final String MISSING = "missing";

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

  /// One version of the application, with its cache.
  private record Instance(Class<?> basket, Cache cache, UnreadableValues unreadable) {

    static Instance of(String text, UnaryOperator<SerializerBuilder> options) throws Exception {
      var loader = new MadeUpSource(NAME, text);
      var serializer = options.apply(SegueSpring.builder(loader, "shop")).build();
      var unreadable = UnreadableValues.missing("baskets");
      var manager =
          new SegueRedisCacheManager(
              redis.cacheWriter(),
              RedisCacheConfiguration.defaultCacheConfig()
                  .serializeValuesWith(SegueRedisSerializer.of(serializer).pair()),
              Map.of(),
              _ -> unreadable);
      manager.afterPropertiesSet();
      return new Instance(
          loader.loadClass(NAME), requireNonNull(manager.getCache("baskets")), unreadable);
    }

    Object make(Object... components) throws ReflectiveOperationException {
      return basket.getConstructors()[0].newInstance(components);
    }
  }

  private static Object old(Instance instance, int id) throws ReflectiveOperationException {
    return instance.make(id, "customer", id * 2);
  }

  private static Object recent(Instance instance, int id) throws ReflectiveOperationException {
    return instance.make("paid", id * 2, id);
  }

  @Test
  void bothVersionsReadBothVersionsUnderLoad() throws Exception {
    runBoth(builder -> builder);
  }

  @Test
  void bothVersionsReadBothVersionsUnderLoadWithSchemasInRedis() throws Exception {
    runBoth(builder -> builder.schemaRegistry(TestRedis.schemas(redis.connections())));
  }

  private static void runBoth(UnaryOperator<SerializerBuilder> options) throws Exception {
    Instance old = Instance.of(OLD, options);
    Instance recent = Instance.of(NEW, options);
    for (int id = 0; id < KEYS; id++) {
      old.cache.put(id, old(old, id));
    }
    List<Callable<Void>> load = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      load.add(() -> {
        for (int round = 0; round < ROUNDS; round++) {
          int id = round % KEYS;
          String crossed = "Basket[id=%d, customer=null, count=%d]".formatted(id, id * 2);
          assertOneOf(get(old, id), old(old, id).toString(), crossed);
          old.cache.put(id, old(old, id));
        }
        return null;
      });
      load.add(() -> {
        for (int round = 0; round < ROUNDS; round++) {
          int id = round % KEYS;
          String crossed = "Basket[state=open, count=%d, id=%d]".formatted(id * 2, id);
          assertOneOf(get(recent, id), recent(recent, id).toString(), crossed);
          recent.cache.put(id, recent(recent, id));
        }
        return null;
      });
    }
    run(load);
    old.cache.put("last", old(old, 1));
    assertEquals("Basket[state=open, count=2, id=1]", get(recent, "last"));
    recent.cache.put("last", recent(recent, 1));
    assertEquals("Basket[id=1, customer=null, count=2]", get(old, "last"));
    assertEquals(0, old.unreadable.count() + recent.unreadable.count());
  }

  private static void assertOneOf(String read, String own, String crossed) {
    assertTrue(List.of(own, crossed).contains(read), read);
  }

  private static String get(Instance instance, Object key) {
    Cache.ValueWrapper value = instance.cache.get(key);
    return value == null ? MISSING : String.valueOf(value.get());
  }

  private static void run(List<Callable<Void>> load) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(load.size())) {
      for (Future<Void> end : threads.invokeAll(load)) {
        end.get();
      }
    }
  }

  @Test
  void incompatibleVersionMissesAndReplacesValues() throws Exception {
    Instance old = Instance.of(OLD, builder -> builder);
    Instance other = Instance.of(INCOMPATIBLE, builder -> builder);
    old.cache.put("key", old(old, 1));
    assertNull(other.cache.get("key"));
    assertEquals(1, other.unreadable.count());
    var uuid = new UUID(1, 2);
    Object loaded = other.cache.get("key", () -> other.make(1, uuid));
    assertEquals("Basket[id=1, count=%s]".formatted(uuid), String.valueOf(loaded));
    assertNull(old.cache.get("key"));
    assertEquals(1, old.unreadable.count());
  }
}
