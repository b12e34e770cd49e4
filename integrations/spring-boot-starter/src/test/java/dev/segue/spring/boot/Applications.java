// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.spring.boot.shop.ShopApplication;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/// Starts the application of the tests.
final class Applications {
  private Applications() {}

  /// @param redis the port of the server
  /// @param settings additional settings, such as `segue.unreadable=miss`
  static ConfigurableApplicationContext start(
      WebApplicationType type, int redis, String... settings) {
    return start(List.of(ShopApplication.class), type, redis, settings);
  }

  static ConfigurableApplicationContext start(
      List<Class<?>> sources, WebApplicationType type, int redis, String... settings) {
    List<Class<?>> all = new ArrayList<>(sources);
    all.add(WholeAnswers.class);
    return new SpringApplicationBuilder(all.toArray(Class<?>[]::new))
        .web(type)
        .run(arguments(redis, settings));
  }

  /// The arguments of an application on a free port, with little output.
  static String[] arguments(int redis, String... settings) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "server.port=0",
                "server.address=127.0.0.1",
                "spring.main.banner-mode=off",
                "spring.data.redis.host=127.0.0.1",
                "spring.data.redis.port=" + redis,
                // On a busy machine, the defaults of time-outs pass.
                "spring.data.redis.timeout=5m",
                "spring.data.redis.connect-timeout=5m",
                "segue.schemas.timeout=5m",
                "segue.zstd.timeout=5m",
                "logging.level.root=warn"));
    all.addAll(List.of(settings));
    return all.stream().map(setting -> "--" + setting).toArray(String[]::new);
  }

  /// Waits until Redis has a new value: a cache may return before it is stored.
  static byte[] stored(
      ConfigurableApplicationContext context, String key, byte @Nullable [] before) {
    byte[] name = bytes(key);
    try (var connection = context.getBean(RedisConnectionFactory.class).getConnection()) {
      while (true) {
        byte[] value = connection.stringCommands().get(name);
        if (value != null && !Arrays.equals(value, before)) {
          return value;
        }
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  /// Stores bytes, as another application would.
  static void store(ConfigurableApplicationContext context, String key, byte[] value) {
    try (var connection = context.getBean(RedisConnectionFactory.class).getConnection()) {
      Boolean _ = connection.stringCommands().set(bytes(key), value);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String url(ConfigurableApplicationContext context) {
    return "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
  }
}
