// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.spring.UnreadableValues;
import dev.segue.spring.redis.MigratingRedisSerializer;
import dev.segue.spring.redis.SegueRedisSerializer;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.serializer.RedisSerializationContext;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;
import org.springframework.data.redis.serializer.RedisSerializer;

/// Creates the serializers of an application's values in Redis. All write the same bytes; they
/// differ in how they treat unreadable values.
final class StoredValues {
  private final SegueRedisSerializer<Object> segue;
  private final @Nullable ClassLoader java;
  private final @Nullable RedisSerializer<?> legacy;

  /// @param segue writes the values
  /// @param java finds the classes of Java-serialized values; null if such values are not read
  /// @param legacy reads all other values; null if they are not read
  StoredValues(
      SegueRedisSerializer<Object> segue,
      @Nullable ClassLoader java,
      @Nullable RedisSerializer<?> legacy) {
    this.segue = segue;
    this.java = java;
    this.legacy = legacy;
  }

  /// Returns a serializer for which unreadable values are errors.
  RedisSerializer<Object> failing() {
    return migrating(UnreadableValues.failing());
  }

  /// Returns a serializer that treats unreadable values in another way.
  RedisSerializer<Object> on(UnreadableValues unreadable) {
    return migrating(unreadable);
  }

  /// Returns the pair of [#failing()].
  SerializationPair<Object> pair() {
    return migrating(UnreadableValues.failing()).pair();
  }

  /// Returns the serializers of a reactive template, with strings as keys.
  RedisSerializationContext<String, Object> context() {
    SerializationPair<Object> pair = pair();
    return RedisSerializationContext.<String, Object>newSerializationContext(
            RedisSerializer.string())
        .value(pair)
        .hashValue(pair)
        .build();
  }

  private MigratingRedisSerializer<Object> migrating(UnreadableValues unreadable) {
    MigratingRedisSerializer<Object> values =
        MigratingRedisSerializer.of(segue.onUnreadable(unreadable));
    if (java != null) {
      values = values.readingJavaSerialized(java);
    }
    return legacy == null ? values : values.readingOthersWith(legacy);
  }
}
