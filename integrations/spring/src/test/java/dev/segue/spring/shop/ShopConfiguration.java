// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.shop;

import dev.segue.serializer.Serializer;
import dev.segue.spring.SegueSpring;
import dev.segue.spring.UnreadableValues;
import dev.segue.spring.redis.MigratingRedisSerializer;
import dev.segue.spring.redis.RedisDictionaries;
import dev.segue.spring.redis.RedisSchemaRegistry;
import dev.segue.spring.redis.SegueRedisCacheManager;
import dev.segue.spring.redis.SegueRedisSerializer;
import dev.segue.spring.redis.SegueSessionMapper;
import java.util.Map;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ResourceLoader;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.session.config.SessionRepositoryCustomizer;
import org.springframework.session.data.redis.RedisSessionRepository;
import org.springframework.session.data.redis.config.annotation.web.http.EnableRedisHttpSession;

/// The beans of an application whose caches and sessions are serialized by Segue.
@Configuration
@EnableCaching
@EnableRedisHttpSession
class ShopConfiguration {

  @Bean
  Serializer serializer(ResourceLoader context) {
    return SegueSpring.builder(context.getClassLoader(), "dev.segue.spring.shop").build();
  }

  @Bean
  CacheManager caches(RedisConnectionFactory connections, Serializer serializer) {
    var values = SegueRedisSerializer.of(serializer).pair();
    return new SegueRedisCacheManager(
        RedisCacheWriter.create(connections, writer -> writer.immediateWrites()),
        RedisCacheConfiguration.defaultCacheConfig().serializeValuesWith(values),
        Map.of(),
        UnreadableValues::missing);
  }

  private final UnreadableValues unreadable = UnreadableValues.missing("sessions");

  @Bean
  RedisSerializer<Object> springSessionDefaultRedisSerializer(Serializer serializer) {
    return MigratingRedisSerializer.of(SegueRedisSerializer.of(serializer).onUnreadable(unreadable))
        .readingJavaSerialized(getClass().getClassLoader());
  }

  @Bean
  SessionRepositoryCustomizer<RedisSessionRepository> sessions() {
    return repository -> repository.setRedisSessionMapper(new SegueSessionMapper(unreadable));
  }

  /// A serializer for small values.
  static SegueRedisSerializer<Object> small(
      RedisConnectionFactory connections, ClassLoader loader) {
    Serializer serializer =
        SegueSpring.builder(loader, "dev.segue.spring.shop")
            .schemaRegistry(RedisSchemaRegistry.of(connections))
            .build();
    RedisDictionaries dictionaries = RedisDictionaries.of(connections);
    return SegueRedisSerializer.of(serializer).compressed(dictionaries);
  }

  /// A new dictionary, from values that are there.
  static int train(RedisConnectionFactory connections) {
    try (RedisDictionaries dictionaries = RedisDictionaries.of(connections)) {
      return dictionaries.train(dictionaries.sample(connections, "articles::*", 10_000));
    }
  }
}
