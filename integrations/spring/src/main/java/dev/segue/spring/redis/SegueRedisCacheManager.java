// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import dev.segue.spring.UnreadableValues;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.cache.RedisCache;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheWriter;

/// A cache manager of Spring Data Redis whose caches can treat unreadable values as missing: a
/// method with `@Cacheable` then runs, and its result replaces the value, even with `sync = true`.
///
/// ```java
/// var pair = SegueRedisSerializer.of(serializer).pair();
/// CacheManager caches =
///     new SegueRedisCacheManager(
///         RedisCacheWriter.nonLockingRedisCacheWriter(connections),
///         RedisCacheConfiguration.defaultCacheConfig().serializeValuesWith(pair),
///         Map.of(),
///         UnreadableValues::missing);
/// ```
///
/// The serializers must throw Spring Data's `SerializationException`, as Segue's do by default.
@SuppressWarnings("exports") // optional libraries
public class SegueRedisCacheManager extends RedisCacheManager {

  private final Function<? super String, UnreadableValues> unreadable;

  /// Creates a cache manager that creates unknown caches with the default configuration.
  ///
  /// @param writer stores the values
  /// @param defaults the configuration of caches without their own configuration
  /// @param configurations the configurations of caches by name
  /// @param unreadable returns how to treat unreadable values of a cache, given its name; called
  ///   when the cache is created
  public SegueRedisCacheManager(
      RedisCacheWriter writer,
      RedisCacheConfiguration defaults,
      Map<String, RedisCacheConfiguration> configurations,
      Function<? super String, UnreadableValues> unreadable) {
    this(writer, defaults, true, configurations, unreadable);
  }

  /// Creates a cache manager.
  ///
  /// @param writer stores the values
  /// @param defaults the configuration of caches without their own configuration
  /// @param createsUnknown whether caches without a configuration are created on request
  /// @param configurations the configurations of caches by name
  /// @param unreadable returns how to treat unreadable values of a cache, given its name; called
  ///   when the cache is created
  public SegueRedisCacheManager(
      RedisCacheWriter writer,
      RedisCacheConfiguration defaults,
      boolean createsUnknown,
      Map<String, RedisCacheConfiguration> configurations,
      Function<? super String, UnreadableValues> unreadable) {
    super(writer, defaults, createsUnknown, configurations);
    this.unreadable = Objects.requireNonNull(unreadable, "unreadable");
  }

  @Override
  protected RedisCache createRedisCache(
      String name, @Nullable RedisCacheConfiguration configuration) {
    UnreadableValues values = unreadable.apply(name);
    return values.areMissing()
        ? new SegueRedisCache(
            name,
            getCacheWriter(),
            configuration == null ? getDefaultCacheConfiguration() : configuration,
            values)
        : super.createRedisCache(name, configuration);
  }
}
