// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.redis;

import org.jspecify.annotations.Nullable;

/// A client of a Redis server that serializes the values of a cache with one library.
///
/// Thread-safe. A call waits for the server's reply.
public interface CacheClient extends AutoCloseable {
  /// Connects a client to a server on loopback.
  ///
  /// @param client `RedisTemplate` or `Redisson`
  /// @param library the library that serializes, by its name in the tables
  /// @param object the value that the client will store; some libraries must know its class
  /// @throws IllegalArgumentException if the client or the library is unknown
  static CacheClient connect(String client, String library, CachedObject object, int port) {
    return switch (client) {
      case "RedisTemplate" -> TemplateClient.connect(library, object, port);
      case "Redisson" -> RedissonCacheClient.connect(library, object, port);
      default -> throw new IllegalArgumentException("unknown client: " + client);
    };
  }

  /// Stores a value.
  void set(String key, Object value);

  /// Reads a value.
  ///
  /// @return the value, or null if the server has none
  @Nullable Object get(String key);

  /// Returns the length of a stored value in bytes.
  long storedBytes(String key);

  @Override
  void close();
}
