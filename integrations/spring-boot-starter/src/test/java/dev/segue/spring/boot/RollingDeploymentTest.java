// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.lettuce.server.RedisServer;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/// Two versions of an application share a Redis server, as in a rolling deployment. A class has
/// different fields in each, and each reads the values that the other wrote.
class RollingDeploymentTest {
  private static final int THREADS = 4;
  private static final int CALLS = 200;
  private static final int NAMES = 10;

  @TempDir private Path folder = Path.of("");

  /// A running version.
  ///
  /// @param shop its bean
  /// @param url its address, for other versions
  private record Instance(BinaryOperator<String> shop, String url) {}

  @ParameterizedTest
  @EnumSource(
      value = WebApplicationType.class,
      names = {"SERVLET", "REACTIVE"})
  void bothVersionsReadWhatEitherWrote(WebApplicationType type) throws Exception {
    Assumptions.assumeTrue(RedisServer.program().isPresent(), "no redis-server is on the PATH");
    try (RedisServer redis = RedisServer.start();
        URLClassLoader first = loader("first", false);
        URLClassLoader second = loader("second", true);
        ConfigurableApplicationContext older = start(first, type, redis.port());
        ConfigurableApplicationContext newer = start(second, type, redis.port())) {
      List<Instance> versions = List.of(instance(older, type), instance(newer, type));
      Map<String, Integer> readings = new ConcurrentHashMap<>();
      try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          Random random = new Random(i);
          tasks.add(() -> use(versions, random, readings));
        }
        for (Future<Void> done : threads.invokeAll(tasks)) {
          done.get(); // rethrows the failure of a call
        }
      }
      for (String way : List.of("item", "get", "session", "request", "response")) {
        assertTrue(readings.getOrDefault(way + " 0 second", 0) > 0, readings::toString);
        assertTrue(readings.getOrDefault(way + " 1 first", 0) > 0, readings::toString);
      }
    }
  }

  /// Writes and reads through caches, templates, sessions and bodies of either version.
  private static @Nullable Void use(
      List<Instance> versions, Random random, Map<String, Integer> readings) {
    for (int i = 0; i < CALLS; i++) {
      Instance writer = versions.get(random.nextInt(2));
      int reader = random.nextInt(2);
      Instance reading = versions.get(reader);
      String name = "n".repeat(1 + random.nextInt(NAMES));
      switch (random.nextInt(5)) {
        case 0 -> {
          String id = writer.shop.apply("open", name);
          check("session", reader, name, reading.shop.apply("read", id), readings);
        }
        case 1 -> {
          String _ = writer.shop.apply("set", name);
          check("get", reader, name, reading.shop.apply("get", name), readings);
        }
        case 2 ->
            check(
                "request",
                reader,
                name,
                writer.shop.apply("send", reading.url + "/" + name),
                readings);
        case 3 ->
            check(
                "response",
                reader,
                name,
                reading.shop.apply("fetch", writer.url + "/" + name),
                readings);
        default -> {
          if (random.nextInt(4) == 0) {
            String _ = writer.shop.apply("evict", name);
          }
          check("item", reader, name, reading.shop.apply("item", name), readings);
        }
      }
    }
    return null;
  }

  private static void check(
      String way, int reader, String name, String text, Map<String, Integer> readings) {
    String expected = name + ":" + name.length() + ":";
    assertTrue(text.startsWith(expected), () -> way + " of " + name + " gives " + text);
    readings.merge(way + " " + reader + " " + text.substring(expected.length()), 1, Integer::sum);
  }

  private URLClassLoader loader(String name, boolean isSecond) throws IOException {
    Path classes = Sources.application(folder.resolve(name), isSecond);
    return new URLClassLoader(
        new URL[] {classes.toUri().toURL()}, RollingDeploymentTest.class.getClassLoader());
  }

  private static ConfigurableApplicationContext start(
      ClassLoader loader, WebApplicationType type, int redis) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return Applications.start(
          List.of(loader.loadClass("rolling.App")),
          type,
          redis,
          "spring.main.lazy-initialization=true");
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @SuppressWarnings("unchecked") // The class is compiled from a text.
  private static Instance instance(
      ConfigurableApplicationContext context, WebApplicationType type) {
    String bean = type == WebApplicationType.REACTIVE ? "reactiveShop" : "shop";
    return new Instance((BinaryOperator<String>) context.getBean(bean), Applications.url(context));
  }
}
