// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.redis;

import dev.segue.benchmark.launch.Family;
import dev.segue.lettuce.server.RedisServer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The family of benchmarks that need a Redis server.
public final class RedisFamily implements Family {
  @Override
  public Optional<String> absence(Map<String, String> params) {
    if (RedisServer.program().isEmpty()) {
      return Optional.of("no redis-server or valkey-server installed");
    }
    if (Boolean.parseBoolean(params.getOrDefault("dictionary", ""))) {
      if (!params.getOrDefault("library", "").startsWith("segue")) {
        return Optional.of("no dictionaries");
      }
      if (!params.getOrDefault("data", "").equals("json")) {
        return Optional.of("a dictionary for JSON only");
      }
    }
    return Optional.empty();
  }

  /// Flags that suppress the JDK's warnings about Netty, the same for all libraries.
  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    return List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
  }

  /// Each form once.
  @Override
  public boolean isQuick(Map<String, String> params) {
    return params.getOrDefault("size", "").equals("100")
        && params.getOrDefault("data", "").equals("json")
        && params.getOrDefault("tasks", "").equals("100");
  }
}
