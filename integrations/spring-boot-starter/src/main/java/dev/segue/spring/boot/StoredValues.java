// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.spring.UnreadableValues;
import dev.segue.spring.redis.MigratingRedisSerializer;
import dev.segue.spring.redis.SegueRedisSerializer;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.serializer.RedisSerializationContext;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;
import org.springframework.data.redis.serializer.RedisSerializer;

/// Makes the serializers of an application's values in Redis. They differ in what happens to
/// unreadable values; for caches and sessions, they may still write Java serialization.
final class StoredValues {
  private final SegueRedisSerializer<Object> segue;
  private final @Nullable ClassLoader java;
  private final @Nullable RedisSerializer<?> legacy;
  private final @Nullable RedisSerializer<Object> former;

  /// @param segue writes the values
  /// @param java finds the classes of Java-serialized values; null if such values are not read
  /// @param legacy reads all other values; null if they are not read
  /// @param former writes caches and sessions; null if Segue does
  StoredValues(
      SegueRedisSerializer<Object> segue,
      @Nullable ClassLoader java,
      @Nullable RedisSerializer<?> legacy,
      @Nullable RedisSerializer<Object> former) {
    this.segue = segue;
    this.java = java;
    this.legacy = legacy;
    this.former = former;
  }

  /// The serializer of sessions.
  RedisSerializer<Object> sessions(UnreadableValues unreadable) {
    return written(migrating(unreadable));
  }

  /// The serializer of a template.
  RedisSerializer<Object> template(UnreadableValues unreadable) {
    return migrating(unreadable);
  }

  /// The serializers of caches, for which unreadable values are errors.
  SerializationPair<Object> caches() {
    return written(migrating(UnreadableValues.failing())).pair();
  }

  private MigratingRedisSerializer<Object> written(MigratingRedisSerializer<Object> values) {
    return former == null ? values : values.writingWith(former);
  }

  /// The serializers of a reactive template, with strings as keys.
  RedisSerializationContext<String, Object> context(UnreadableValues unreadable) {
    SerializationPair<Object> pair = migrating(unreadable).pair();
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
