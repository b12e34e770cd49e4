// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.redis;

import dev.segue.benchmark.graph.ForyCodec;
import dev.segue.benchmark.launch.Family;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The family of benchmarks that cache objects in a Redis server.
public final class CacheFamily implements Family {
  private static final Family REDIS = new RedisFamily();

  @Override
  public Optional<String> absence(Map<String, String> params) {
    return REDIS.absence(params);
  }

  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    List<String> flags = REDIS.jvmFlags(params);
    return params.getOrDefault("library", "").startsWith("fory")
        ? Stream.concat(flags.stream(), ForyCodec.JVM_FLAGS.stream()).toList()
        : flags;
  }

  /// Each library once.
  @Override
  public boolean isQuick(Map<String, String> params) {
    return params.getOrDefault("object", "").equals("PRODUCT")
        && params.getOrDefault("client", "").equals("RedisTemplate");
  }
}
