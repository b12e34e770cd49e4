// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Serializer;
import dev.segue.spring.UnreadableValues;
import dev.segue.spring.redis.SegueRedisCacheManager;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.MapPropertySource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.ReactiveRedisTemplate;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;

/// The application's own beans take precedence over the starter's, and the starter does not prevent
/// the application from starting. No server is needed, because nothing connects.
class OwnBeansTest {

  /// Beans that are injected by type.
  record Injected(Serializer serializer, RedisTemplate<String, Object> template) {}

  @Configuration(proxyBeanMethods = false)
  static class OneConnection {
    @Bean
    RedisConnectionFactory first() {
      return connections();
    }

    @Bean
    Injected injected(
        ObjectProvider<Serializer> serializer, ObjectProvider<RedisTemplate<String, Object>> any) {
      return new Injected(serializer.getObject(), any.getObject());
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnBeans {
    @Bean
    Serializer shopSerializer() {
      return Serializer.builder().build();
    }

    @Bean
    RedisTemplate<String, Object> shopTemplate(RedisConnectionFactory connections) {
      RedisTemplate<String, Object> template = new RedisTemplate<>();
      template.setConnectionFactory(connections);
      return template;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoConnections {
    @Bean
    RedisConnectionFactory first() {
      return connections();
    }

    @Bean
    RedisConnectionFactory second() {
      return connections();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableCaching
  static class Caching {}

  private static RedisConnectionFactory connections() {
    return new LettuceConnectionFactory("127.0.0.1", 1);
  }

  private static AnnotationConfigApplicationContext context(
      Map<String, Object> settings, Class<?>... configurations) {
    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    Map<String, Object> all = new HashMap<>(settings);
    all.put("segue.packages", "dev.segue.spring.boot");
    context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", all));
    context.register(configurations);
    context.register(SegueAutoConfiguration.class, SegueRedisAutoConfiguration.class);
    return context;
  }

  @Test
  void ownBeansAreInjectedByType() {
    try (var context = context(Map.of(), OneConnection.class, OwnBeans.class)) {
      context.refresh();
      Injected injected = context.getBean(Injected.class);
      assertSame(context.getBean("shopSerializer"), injected.serializer());
      assertSame(context.getBean("shopTemplate"), injected.template());
      assertSame(context.getBean("shopSerializer"), context.getBean(Serializer.class));
    }
  }

  @Test
  void startersBeansAreInjectedWithoutOwnBeans() {
    try (var context = context(Map.of(), OneConnection.class)) {
      context.refresh();
      Injected injected = context.getBean(Injected.class);
      assertSame(context.getBean("segueSerializer"), injected.serializer());
      assertSame(context.getBean("segueRedisTemplate"), injected.template());
      assertSame(context.getBean("segueSerializer"), context.getBean(Serializer.class));
    }
  }

  @Test
  void applicationWithTwoConnectionFactoriesStartsWithoutTemplates() {
    try (var context = context(Map.of(), TwoConnections.class)) {
      context.refresh();
      assertTrue(context.containsBean("segueStoredValues"));
      assertFalse(context.containsBean("segueRedisTemplate"));
      assertTrue(context.getBeansOfType(ReactiveRedisTemplate.class).isEmpty());
    }
  }

  /// Caching libraries bring the interfaces of JCache, which alone create no caches.
  @Test
  void redisCachesMissDespiteOtherCacheLibraries() {
    Map<String, Object> settings = Map.of("segue.unreadable", "miss", "spring.cache.type", "redis");
    try (var context = context(settings, OneConnection.class, Caching.class)) {
      context.setClassLoader(new WithJCache());
      context.register(SegueCacheAutoConfiguration.class);
      context.refresh();
      assertInstanceOf(SegueRedisCacheManager.class, context.getBean("cacheManager"));
    }
  }

  /// A result that is cached under two names.
  static class Cached {
    @Cacheable("orders")
    public String order() {
      return "";
    }

    @CacheEvict(cacheNames = {"orders", "my.items"})
    public void evict() {}
  }

  @Test
  void settingsForUnknownCachesAreReported() {
    Map<String, Object> settings =
        Map.of(
            "spring.cache.type", "redis",
            "segue.cache.unreadable-in.ordres", "miss",
            "segue.cache.unreadable-in.orders", "miss",
            "segue.cache.unreadable-in.[my.items]", "miss");
    List<String> logged = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger("dev.segue.spring");
    logger.setFilter(entry -> {
      logged.add(entry.getMessage());
      return false;
    });
    try (var context = context(settings, OneConnection.class, Caching.class, Cached.class)) {
      context.register(SegueCacheAutoConfiguration.class);
      context.refresh();
    } finally {
      logger.setFilter(null);
    }
    assertEquals(1, logged.size(), logged::toString);
    String warning = logged.getFirst();
    assertTrue(warning.startsWith("segue.cache.unreadable-in.ordres "), warning);
    assertTrue(warning.contains("[my.items, orders]"), warning);
  }

  @Test
  void cachesAndSessionsAreWrittenForInstancesWithoutSegueOnRequest() {
    RedisSerializer<Object> java = RedisSerializer.java();
    UnreadableValues failing = UnreadableValues.failing();
    try (var second = context(Map.of(), OneConnection.class);
        var first = context(Map.of("segue.write-java-serialized", true), OneConnection.class)) {
      second.refresh();
      first.refresh();
      StoredValues values = first.getBean(StoredValues.class);
      byte[] stored = Objects.requireNonNull(values.sessions(failing).serialize("text"));
      assertEquals("text", java.deserialize(stored));
      assertEquals("text", java.deserialize(values.caches().write("text").array()));
      StoredValues later = second.getBean(StoredValues.class);
      assertEquals("text", later.sessions(failing).deserialize(stored));
      byte[] ofSegue = Objects.requireNonNull(later.sessions(failing).serialize("text"));
      assertEquals((byte) 0xE5, ofSegue[0]);
      assertEquals("text", values.sessions(failing).deserialize(ofSegue));
      assertEquals("text", values.caches().read(ByteBuffer.wrap(ofSegue)));
      // A template of the starter has no former readers.
      assertArrayEquals(ofSegue, values.template(failing).serialize("text"));
    }
  }

  @Test
  void misspeltSettingsKeepTheApplicationFromStarting() {
    for (String name : List.of("segue.unreadable-in.orders", "segue.zstd.enable")) {
      String message = failure(Map.of(name, "miss"));
      assertTrue(message.contains(name), message);
    }
  }

  @Test
  void invalidBodyLimitIsRefusedAtStart() {
    for (String size : List.of("2GB", "3GB", "0B", "-1B")) {
      String message = failure(Map.of("segue.http.max-body-size", size));
      assertTrue(message.contains("segue.http.max-body-size"), message);
    }
  }

  private static String failure(Map<String, Object> settings) {
    try (var context = context(settings, OneConnection.class)) {
      BeansException failure = assertThrows(BeansException.class, context::refresh);
      return String.valueOf(NestedExceptionUtils.getMostSpecificCause(failure).getMessage());
    }
  }

  /// An application with a class of JCache.
  private static final class WithJCache extends ClassLoader {
    private static final String NAME = "javax.cache.Caching";

    WithJCache() {
      super(OwnBeansTest.class.getClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (!name.equals(NAME)) {
        throw new ClassNotFoundException(name);
      }
      byte[] code = ClassFile.of().build(ClassDesc.of(NAME), _ -> {});
      return defineClass(name, code, 0, code.length);
    }
  }
}
