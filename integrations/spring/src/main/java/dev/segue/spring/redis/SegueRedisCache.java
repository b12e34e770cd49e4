// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import dev.segue.spring.UnreadableValues;
import java.io.Serial;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.cache.RedisCache;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.serializer.SerializationException;

/// A cache that treats unreadable values as missing.
///
/// Where a null result would be taken for a value (a load under the writer's lock, and
/// `putIfAbsent`), the unreadable value is removed, and the call is repeated.
final class SegueRedisCache extends RedisCache {

  /// The maximum number of attempts. After that, other processes seem to store unreadable values as
  /// fast as this one removes them, so the value is overwritten.
  private static final int ATTEMPTS = 3;

  private final UnreadableValues unreadable;

  SegueRedisCache(
      String name,
      RedisCacheWriter writer,
      RedisCacheConfiguration configuration,
      UnreadableValues unreadable) {
    super(name, writer, configuration);
    this.unreadable = unreadable;
  }

  @Override
  protected @Nullable Object deserializeCacheValue(byte[] value) {
    try {
      return super.deserializeCacheValue(value);
    } catch (SerializationException e) {
      unreadable.report(e);
      throw new Unreadable();
    }
  }

  @Override
  protected @Nullable Object lookup(Object key) {
    try {
      return super.lookup(key);
    } catch (Unreadable _) {
      return null;
    }
  }

  @Override
  public <T> @Nullable T get(Object key, Callable<T> valueLoader) {
    for (int i = 0; i < ATTEMPTS; i++) {
      try {
        return super.get(key, valueLoader);
      } catch (Unreadable _) {
        remove(key);
      }
    }
    T loaded = loadCacheValue(key, valueLoader);
    put(key, loaded);
    return loaded;
  }

  @Override
  public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
    for (int i = 0; i < ATTEMPTS; i++) {
      try {
        return super.putIfAbsent(key, value);
      } catch (Unreadable _) {
        remove(key);
      }
    }
    put(key, value);
    return null;
  }

  /// Removes a value synchronously, unlike `evict`.
  private void remove(Object key) {
    boolean _ = evictIfPresent(key);
  }

  @Override
  public CompletableFuture<ValueWrapper> retrieve(Object key) {
    return super.retrieve(key).exceptionally(SegueRedisCache::missing);
  }

  @SuppressWarnings("NullAway") // Spring's future has a null for a missing value
  private static ValueWrapper missing(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof Unreadable) {
      return null;
    }
    throw failure instanceof CompletionException known ? known : new CompletionException(failure);
  }

  /// Thrown for an unreadable value that has been reported.
  private static final class Unreadable extends RuntimeException {

    @Serial private static final long serialVersionUID = 1L;

    Unreadable() {
      super(null, null, false, false);
    }
  }
}
