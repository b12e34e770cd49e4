// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.compression.ZstdOptions;
import dev.segue.serializer.Serializer;
import dev.segue.spring.UnreadableValues;
import dev.segue.spring.redis.RedisDictionaries;
import dev.segue.spring.redis.RedisSchemaRegistry;
import dev.segue.spring.redis.SegueReactiveRedisTemplate;
import dev.segue.spring.redis.SegueRedisSerializer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisReactiveAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.ReactiveRedisTemplate;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;

/// Configures values in Redis: the serializers of caches, sessions and templates, the schema
/// registry and the dictionaries.
///
/// An application with its own template of the same type gets that one when it injects the type. An
/// application with several connection factories and no primary one gets no templates from this
/// configuration.
@AutoConfiguration(
    after = {
      DataRedisAutoConfiguration.class,
      DataRedisReactiveAutoConfiguration.class,
      SegueAutoConfiguration.class
    })
@ConditionalOnClass({RedisConnectionFactory.class, DataRedisAutoConfiguration.class})
@ConditionalOnBean(RedisConnectionFactory.class)
class SegueRedisAutoConfiguration {
  private static final String TEMPLATES = "templates";

  @Bean
  @ConditionalOnMissingBean
  StoredValues segueStoredValues(
      ApplicationContext context,
      SegueProperties properties,
      @Qualifier("segueSerializer") Serializer serializer,
      ObjectProvider<RedisDictionaries> dictionaries,
      @Qualifier("segueLegacyRedisSerializer") ObjectProvider<RedisSerializer<?>> legacy) {
    SegueRedisSerializer<Object> plain = SegueRedisSerializer.of(serializer);
    RedisDictionaries shared = dictionaries.getIfAvailable();
    return new StoredValues(
        shared == null ? plain : plain.compressed(shared),
        properties.readJavaSerialized() ? context.getClassLoader() : null,
        legacy.getIfAvailable(),
        properties.writeJavaSerialized() ? RedisSerializer.java(context.getClassLoader()) : null);
  }

  @Bean
  @Fallback
  @ConditionalOnMissingBean(name = "segueRedisTemplate")
  @ConditionalOnSingleCandidate(RedisConnectionFactory.class)
  RedisTemplate<String, Object> segueRedisTemplate(
      RedisConnectionFactory connections,
      StoredValues values,
      SegueProperties properties,
      UnreadableCounts counts) {
    RedisSerializer<Object> serializer = values.template(unreadable(properties, counts));
    RedisTemplate<String, Object> template = new RedisTemplate<>();
    template.setConnectionFactory(connections);
    template.setKeySerializer(RedisSerializer.string());
    template.setHashKeySerializer(RedisSerializer.string());
    template.setDefaultSerializer(serializer);
    return template;
  }

  private static UnreadableValues unreadable(SegueProperties properties, UnreadableCounts counts) {
    return properties.missesInTemplates() ? counts.missing(TEMPLATES) : UnreadableValues.failing();
  }

  /// The reactive template.
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnSingleCandidate(ReactiveRedisConnectionFactory.class)
  @ConditionalOnClass(name = "reactor.core.publisher.Flux")
  static class Reactive {
    @Bean
    @Fallback
    @ConditionalOnMissingBean(name = "segueReactiveRedisTemplate")
    ReactiveRedisTemplate<String, Object> segueReactiveRedisTemplate(
        ReactiveRedisConnectionFactory connections,
        StoredValues values,
        SegueProperties properties,
        UnreadableCounts counts) {
      return new SegueReactiveRedisTemplate<>(
          connections, values.context(unreadable(properties, counts)));
    }
  }

  /// The schema registry.
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBooleanProperty("segue.schemas.enabled")
  static class Schemas {
    @Bean
    @ConditionalOnMissingBean
    RedisSchemaRegistry segueSchemaRegistry(
        RedisConnectionFactory redisConnectionFactory, SegueProperties properties) {
      return RedisSchemaRegistry.of(
          redisConnectionFactory, properties.schemas().key(), properties.schemas().timeout());
    }
  }

  /// The compression dictionaries.
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBooleanProperty("segue.zstd.enabled")
  static class Zstd {
    @Bean
    @ConditionalOnMissingBean
    RedisDictionaries segueDictionaries(
        RedisConnectionFactory redisConnectionFactory, SegueProperties properties) {
      return RedisDictionaries.of(
          redisConnectionFactory,
          properties.zstd().key(),
          ZstdOptions.defaults(),
          properties.zstd().timeout());
    }
  }
}
