// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Serializer;
import dev.segue.spring.redis.SegueRedisCacheManager;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.ReactiveRedisTemplate;
import org.springframework.data.redis.core.RedisTemplate;

/// What an application has chosen stays: its own beans are injected, and those of the starter do
/// not keep it from starting. No server is needed, since nothing connects.
class OwnBeansTest {

  /// What is injected by its type alone.
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
  void beansOfTheApplicationAreInjectedWhereItAsksForTheirType() {
    try (var context = context(Map.of(), OneConnection.class, OwnBeans.class)) {
      context.refresh();
      Injected injected = context.getBean(Injected.class);
      assertSame(context.getBean("shopSerializer"), injected.serializer());
      assertSame(context.getBean("shopTemplate"), injected.template());
      assertSame(context.getBean("shopSerializer"), context.getBean(Serializer.class));
    }
  }

  @Test
  void beansOfTheStarterAreInjectedIfThereAreNoOthers() {
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

  /// Caching libraries bring the interfaces of JCache, which do not make caches of it.
  @Test
  void cachesThatAreSaidToBeInRedisMissWhateverElseIsOnTheClassPath() {
    Map<String, Object> settings = Map.of("segue.unreadable", "miss", "spring.cache.type", "redis");
    try (var context = context(settings, OneConnection.class, Caching.class)) {
      context.setClassLoader(new WithJCache());
      context.register(SegueCacheAutoConfiguration.class);
      context.refresh();
      assertInstanceOf(SegueRedisCacheManager.class, context.getBean("cacheManager"));
    }
  }

  /// Has a class of JCache as well.
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
