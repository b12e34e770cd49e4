// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import java.nio.ByteBuffer;
import java.util.Set;
import org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager.RedisCacheManagerBuilder;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;

/// Replaces Java serialization, the default of all caches, by Segue's serializer. A cache with
/// another serializer of the application's choice keeps it.
final class CacheValues implements RedisCacheManagerBuilderCustomizer {
  private static final int STREAM_MAGIC = 0xACED;

  private final SerializationPair<Object> values;

  CacheValues(SerializationPair<Object> values) {
    this.values = values;
  }

  @Override
  public void customize(RedisCacheManagerBuilder builder) {
    RedisCacheManagerBuilder _ = builder.cacheDefaults(replace(builder.cacheDefaults()));
    for (String name : Set.copyOf(builder.getConfiguredCaches())) {
      builder
          .getCacheConfigurationFor(name)
          .ifPresent(configuration -> builder.withCacheConfiguration(name, replace(configuration)));
    }
  }

  private RedisCacheConfiguration replace(RedisCacheConfiguration configuration) {
    return isJava(configuration.getValueSerializationPair())
        ? configuration.serializeValuesWith(values)
        : configuration;
  }

  /// Whether a pair writes Java serialization, which only the bytes that it writes show.
  private static boolean isJava(SerializationPair<Object> pair) {
    try {
      ByteBuffer written = pair.write("");
      return written.remaining() > Short.BYTES
          && Short.toUnsignedInt(written.getShort(written.position())) == STREAM_MAGIC;
    } catch (RuntimeException _) { // A serializer of one type, which the application has chosen.
      return false;
    }
  }
}
