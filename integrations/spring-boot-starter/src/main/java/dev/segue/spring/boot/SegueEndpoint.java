// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.compression.CompressionException;
import dev.segue.serializer.Serializer;
import dev.segue.spring.redis.RedisDictionaries;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/// An actuator endpoint that describes Segue's serializer in this process, and trains a dictionary
/// from the values in Redis.
@Endpoint(id = "segue")
final class SegueEndpoint {
  private static final int DEFAULT_SAMPLES = 10_000;

  private final Serializer serializer;
  private final UnreadableCounts counts;
  private final RedisConnectionFactory connections;
  private final @Nullable RedisDictionaries dictionaries;

  SegueEndpoint(
      Serializer serializer,
      UnreadableCounts counts,
      RedisConnectionFactory connections,
      @Nullable RedisDictionaries dictionaries) {
    this.serializer = serializer;
    this.counts = counts;
    this.connections = connections;
    this.dictionaries = dictionaries;
  }

  /// Describes the serializer of values in Redis.
  ///
  /// @return the classes used so far, the counts of unreadable values, and the newest dictionary
  @ReadOperation
  Map<String, Object> segue() {
    Map<String, Object> state = new LinkedHashMap<>();
    state.put(
        "classes", serializer.registeredClasses().values().stream().map(Class::getName).toList());
    state.put("unreadable", counts.counts());
    OptionalInt newest = dictionaries == null ? OptionalInt.empty() : dictionaries.newest();
    newest.ifPresent(id -> state.put("dictionary", Integer.toUnsignedLong(id)));
    return state;
  }

  /// Trains a dictionary, which compresses all values written afterwards.
  ///
  /// @param pattern matches the keys of typical values, such as `orders::*`
  /// @param samples the maximum number of values to train with
  /// @return the dictionary's id, or an error with a remedy
  @WriteOperation
  Map<String, Object> train(String pattern, @Nullable Integer samples) {
    if (dictionaries == null) {
      return Map.of("error", "values are not compressed; set segue.zstd.enabled=true");
    }
    List<byte[]> payloads =
        dictionaries.sample(connections, pattern, samples == null ? DEFAULT_SAMPLES : samples);
    if (payloads.isEmpty()) {
      return Map.of("error", "no value of Segue has a key that matches " + pattern);
    }
    try {
      int id = dictionaries.train(payloads);
      return Map.of("dictionary", Integer.toUnsignedLong(id), "samples", payloads.size());
    } catch (CompressionException e) {
      return Map.of("error", String.valueOf(e.getMessage()), "samples", payloads.size());
    }
  }
}
