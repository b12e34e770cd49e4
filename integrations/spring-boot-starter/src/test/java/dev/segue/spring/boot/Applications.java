// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import dev.segue.spring.boot.shop.ShopApplication;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/// Starts the application of the tests.
final class Applications {
  private Applications() {}

  /// @param redis the port of the server
  /// @param settings such as `segue.unreadable=miss`
  static ConfigurableApplicationContext start(
      WebApplicationType type, int redis, String... settings) {
    return start(List.of(ShopApplication.class), type, redis, settings);
  }

  static ConfigurableApplicationContext start(
      List<Class<?>> sources, WebApplicationType type, int redis, String... settings) {
    return new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
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
                "logging.level.root=warn"));
    all.addAll(List.of(settings));
    return all.stream().map(setting -> "--" + setting).toArray(String[]::new);
  }

  static String url(ConfigurableApplicationContext context) {
    return "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
  }
}
