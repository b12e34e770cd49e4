// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/// Two versions of an application share a Redis server, as in a rolling deployment. A class has
/// different fields in each, and each reads the values that the other wrote.
class RollingDeploymentTest {
  private static final int THREADS = 4;
  private static final int CALLS = 150;
  private static final int NAMES = 10;

  @TempDir private Path folder = Path.of("");

  @Test
  void bothVersionsReadEachOthersValues() throws Exception {
    Assumptions.assumeTrue(RedisServer.program().isPresent(), "no redis-server is on the PATH");
    try (RedisServer redis = RedisServer.start();
        URLClassLoader first = loader("first", false);
        URLClassLoader second = loader("second", true);
        ConfigurableApplicationContext older = start(first, redis.port());
        ConfigurableApplicationContext newer = start(second, redis.port())) {
      List<BinaryOperator<String>> versions = List.of(shop(older), shop(newer));
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
      for (String way : List.of("item", "get", "session")) {
        assertTrue(readings.getOrDefault(way + " 0 second", 0) > 0, readings::toString);
        assertTrue(readings.getOrDefault(way + " 1 first", 0) > 0, readings::toString);
      }
    }
  }

  /// Writes and reads through caches, templates and sessions of both versions.
  private static @Nullable Void use(
      List<BinaryOperator<String>> versions, Random random, Map<String, Integer> readings) {
    for (int i = 0; i < CALLS; i++) {
      int writer = random.nextInt(2);
      int reader = random.nextInt(2);
      String name = "n".repeat(1 + random.nextInt(NAMES));
      switch (random.nextInt(3)) {
        case 0 -> {
          String id = versions.get(writer).apply("open", name);
          check("session", reader, name, versions.get(reader).apply("read", id), readings);
        }
        case 1 -> {
          String _ = versions.get(writer).apply("set", name);
          check("get", reader, name, versions.get(reader).apply("get", name), readings);
        }
        default -> {
          if (random.nextInt(4) == 0) {
            String _ = versions.get(writer).apply("evict", name);
          }
          check("item", reader, name, versions.get(reader).apply("item", name), readings);
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

  private static ConfigurableApplicationContext start(ClassLoader loader, int redis)
      throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return Applications.start(
          List.of(loader.loadClass("rolling.App")),
          WebApplicationType.SERVLET,
          redis,
          "spring.main.lazy-initialization=true");
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @SuppressWarnings("unchecked") // The class is compiled from a text.
  private static BinaryOperator<String> shop(ConfigurableApplicationContext context) {
    Object shop = context.getBean("shop");
    assertEquals("rolling.Shop", shop.getClass().getName());
    return (BinaryOperator<String>) shop;
  }
}
