// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.redis;

import dev.segue.benchmark.launch.Family;
import dev.segue.lettuce.server.RedisServer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is known about the cases of benchmarks that need a Redis server.
public final class RedisFamily implements Family {
  @Override
  public Optional<String> absence(Map<String, String> params) {
    if (RedisServer.program().isEmpty()) {
      return Optional.of("neither redis-server nor valkey-server is installed");
    }
    if (Boolean.parseBoolean(params.getOrDefault("dictionary", ""))) {
      String library = params.getOrDefault("library", "");
      if (!library.startsWith("segue")) {
        return Optional.of(library + " has no dictionaries");
      }
      if (!params.getOrDefault("data", "").equals("json")) {
        return Optional.of("a dictionary is trained with JSON");
      }
    }
    return Optional.empty();
  }

  /// What netty needs in order not to be warned about, the same for everyone.
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
