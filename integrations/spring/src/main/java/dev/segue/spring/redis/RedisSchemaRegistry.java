// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import dev.segue.serializer.SchemaRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/// A registry of schemas in a hash of Redis, so that values do not have to contain them: a value of
/// three fields takes 54 bytes instead of 134.
///
/// ```java
/// SchemaRegistry schemas = RedisSchemaRegistry.of(connections);
/// Serializer serializer =
///     SegueSpring.builder(loader, "com.example.shop").schemaRegistry(schemas).build();
/// ```
///
/// The hash must live as long as the values: it has no expiry, so with an eviction policy choose
/// one of `volatile-*`. A serializer requests each unknown schema once, and stores its own schemas
/// once.
///
/// - While Redis cannot be reached, or does not answer in time, a value that needs an unknown
///   schema fails with Spring's `DataAccessException`, and the next such value asks again. Values
///   with known schemas are still read and written.
/// - With a client that reads from replicas, a schema that the replica lacks is read from the
///   primary, by a script (`EVAL`). A Redis user without permission for scripts does not find it
///   until the replica has it.
/// - If the hash is lost, values that need an unknown schema are unreadable, with the kind
///   `UNKNOWN_SCHEMA`; [#republish] stores the schemas that this process knows again.
///
/// A reader waits for the reply, on the thread that reads. Reactive templates read on threads of
/// their client, so give this registry a connection factory of its own, whose client has its own
/// threads (`ClientResources`).
///
/// Thread-safe.
@SuppressWarnings("exports") // optional libraries
public final class RedisSchemaRegistry implements SchemaRegistry {

  /// The default key of the hash.
  public static final String DEFAULT_KEY = "segue:schemas";

  /// The maximum number of schemas kept for [#republish].
  private static final int MOST_KEPT = 1024;

  private final TimedConnections connections;
  private final byte[] key;
  private final Map<Long, byte[]> known = new ConcurrentHashMap<>();

  private RedisSchemaRegistry(TimedConnections connections, byte[] key) {
    this.connections = connections;
    this.key = key;
  }

  /// Creates a registry in the hash with the key [#DEFAULT_KEY]. The timeout of a command is five
  /// seconds.
  ///
  /// @param connections connects to a Redis server or cluster
  /// @return the registry, which does not connect yet
  public static RedisSchemaRegistry of(RedisConnectionFactory connections) {
    return of(connections, DEFAULT_KEY, TimedConnections.DEFAULT_TIMEOUT);
  }

  /// Creates a registry in a hash.
  ///
  /// @param connections connects to a Redis server or cluster
  /// @param key the key of the hash
  /// @param timeout the maximum time that a value waits for a command
  /// @return the registry, which does not connect yet
  /// @throws IllegalArgumentException if the timeout is not positive
  public static RedisSchemaRegistry of(
      RedisConnectionFactory connections, String key, Duration timeout) {
    Objects.requireNonNull(key, "key");
    return new RedisSchemaRegistry(
        new TimedConnections(connections, timeout, "schemas of values"),
        key.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void put(long fingerprint, byte[] schema) {
    byte[] copy = schema.clone();
    Boolean _ =
        connections.call(redis -> redis.hashCommands().hSetNX(key, field(fingerprint), copy));
    keep(fingerprint, copy);
  }

  @Override
  public byte @Nullable [] get(long fingerprint) {
    byte[] schema =
        connections.<byte @Nullable []>call(
            redis -> HashFields.read(redis, key, field(fingerprint)));
    if (schema != null) {
      keep(fingerprint, schema.clone());
    }
    return schema;
  }

  private void keep(long fingerprint, byte[] schema) {
    if (known.size() < MOST_KEPT) {
      known.put(fingerprint, schema);
    }
  }

  /// Stores missing schemas again, among those that this process has stored or read. Call it after
  /// Redis was emptied, or at intervals.
  ///
  /// @return the number of schemas that were missing from the hash
  public int republish() {
    return connections.<Integer>call(redis -> {
      int stored = 0;
      for (Map.Entry<Long, byte[]> schema : known.entrySet()) {
        byte[] field = field(schema.getKey());
        if (Boolean.TRUE.equals(redis.hashCommands().hSetNX(key, field, schema.getValue()))) {
          stored++;
        }
      }
      return stored;
    });
  }

  private static byte[] field(long fingerprint) {
    return "%016x".formatted(fingerprint).getBytes(StandardCharsets.US_ASCII);
  }
}
