// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.spring.UnreadableValues;
import dev.segue.spring.redis.SegueRedisCacheManager;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizer;
import org.springframework.boot.cache.autoconfigure.CacheManagerCustomizers;
import org.springframework.boot.cache.autoconfigure.CacheProperties;
import org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.data.redis.cache.CacheStatisticsCollector;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheManager.RedisCacheManagerBuilder;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/// Configures caches in Redis: Boot's caches with Segue's serializer, or Segue's cache manager if
/// unreadable values count as missing.
@AutoConfiguration(after = SegueRedisAutoConfiguration.class, before = CacheAutoConfiguration.class)
@ConditionalOnClass({CacheManager.class, RedisCacheManager.class, CacheAutoConfiguration.class})
@ConditionalOnBean(StoredValues.class)
@ConditionalOnBooleanProperty(name = "segue.cache.enabled", matchIfMissing = true)
class SegueCacheAutoConfiguration {

  /// Runs last, to see the serializers that the application has chosen.
  @Bean
  @Order(Ordered.LOWEST_PRECEDENCE)
  RedisCacheManagerBuilderCustomizer segueCacheValues(StoredValues values) {
    return new CacheValues(values.caches());
  }

  @Bean
  static UnknownCacheNames segueUnknownCacheNames(
      ListableBeanFactory beans,
      SegueProperties properties,
      ObjectProvider<CacheManager> managers,
      ObjectProvider<CacheOperationSource> annotations) {
    return new UnknownCacheNames(
        beans, properties.cache().unreadableIn().keySet(), managers, annotations);
  }

  /// The cache manager that treats unreadable values as missing. Like Boot's, it follows the
  /// settings of `spring.cache`.
  @Configuration(proxyBeanMethods = false)
  @Conditional(CachesWithMisses.class)
  @ConditionalOnBean(CacheAspectSupport.class)
  @ConditionalOnMissingBean(
      value = {CacheManager.class, Cache.class},
      name = "cacheResolver")
  @EnableConfigurationProperties(CacheProperties.class)
  static class Missing {
    @Bean
    SegueRedisCacheManager cacheManager(
        RedisConnectionFactory redisConnectionFactory,
        CacheSettings settings,
        SegueProperties properties,
        UnreadableCounts counts,
        ObjectProvider<CacheManagerCustomizer<?>> customizers) {
      RedisCacheManagerBuilder builder = settings.builder(redisConnectionFactory);
      Map<String, RedisCacheConfiguration> configurations = new LinkedHashMap<>();
      for (String name : builder.getConfiguredCaches()) {
        builder
            .getCacheConfigurationFor(name)
            .ifPresent(configuration -> configurations.put(name, configuration));
      }
      RedisCacheWriter writer = RedisCacheWriter.nonLockingRedisCacheWriter(redisConnectionFactory);
      return new CacheManagerCustomizers(customizers.orderedStream().toList())
          .customize(
              new SegueRedisCacheManager(
                  settings.hasStatistics()
                      ? writer.withStatisticsCollector(CacheStatisticsCollector.create())
                      : writer,
                  builder.cacheDefaults(),
                  configurations,
                  name ->
                      properties.missesInCache(name)
                          ? counts.missing(name)
                          : UnreadableValues.failing()));
    }

    @Bean
    CacheSettings segueCacheSettings(
        CacheProperties properties,
        ApplicationContext context,
        ObjectProvider<RedisCacheConfiguration> defaults,
        ObjectProvider<RedisCacheManagerBuilderCustomizer> customizers) {
      return new CacheSettings(
          properties,
          defaults.getIfAvailable(
              () -> RedisCacheConfiguration.defaultCacheConfig(context.getClassLoader())),
          defaults.getIfAvailable() != null,
          customizers.orderedStream().toList());
    }
  }

  /// The settings of an application for its caches.
  ///
  /// @param properties the properties of `spring.cache`
  /// @param defaults the configuration of caches that have no own configuration
  /// @param isOwn whether `defaults` is a bean of the application, to which no property applies
  /// @param customizers the customizers of the application, and the one above
  record CacheSettings(
      CacheProperties properties,
      RedisCacheConfiguration defaults,
      boolean isOwn,
      List<RedisCacheManagerBuilderCustomizer> customizers) {

    boolean hasStatistics() {
      return properties.getRedis().isEnableStatistics();
    }

    RedisCacheManagerBuilder builder(RedisConnectionFactory connections) {
      RedisCacheManagerBuilder builder =
          RedisCacheManager.builder(connections)
              .cacheDefaults(isOwn ? defaults : withProperties(defaults, properties.getRedis()));
      if (!properties.getCacheNames().isEmpty()) {
        builder.initialCacheNames(new LinkedHashSet<>(properties.getCacheNames()));
      }
      customizers.forEach(customizer -> customizer.customize(builder));
      return builder;
    }

    private static RedisCacheConfiguration withProperties(
        RedisCacheConfiguration plain, CacheProperties.Redis redis) {
      RedisCacheConfiguration configuration = plain;
      if (redis.getTimeToLive() != null) {
        configuration = configuration.entryTtl(redis.getTimeToLive());
      }
      if (redis.getKeyPrefix() != null) {
        configuration = configuration.prefixCacheNameWith(redis.getKeyPrefix());
      }
      if (!redis.isCacheNullValues()) {
        configuration = configuration.disableCachingNullValues();
      }
      return redis.isUseKeyPrefix() ? configuration : configuration.disableKeyPrefix();
    }
  }
}
