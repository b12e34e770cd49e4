// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.redis;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.segue.benchmark.CacheBenchmark;
import dev.segue.lettuce.server.RedisServer;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.annotations.Param;

class CacheClientTest {
  private static @Nullable RedisServer server;

  @BeforeAll
  static void start() throws IOException {
    assumeTrue(
        RedisServer.program().isPresent(), "neither redis-server nor valkey-server is installed");
    server = RedisServer.start();
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static String[] values(String param) throws NoSuchFieldException {
    return requireNonNull(CacheBenchmark.class.getField(param).getAnnotation(Param.class)).value();
  }

  /// Stores an object with each library, and returns the bytes stored.
  private static Map<String, Long> storedBytes(String client, CachedObject object)
      throws NoSuchFieldException {
    int port = requireNonNull(server).port();
    var bytes = new LinkedHashMap<String, Long>();
    for (String library : values("library")) {
      try (CacheClient cache = CacheClient.connect(client, library, object, port)) {
        String key = client + ":" + library + ":" + object;
        cache.set(key, object.create());
        assertEquals(object.create(), cache.get(key), key);
        bytes.put(library, cache.storedBytes(key));
      }
    }
    return bytes;
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource
  void everyLibraryReadsItsValuesAndSegueStoresFewBytes(CachedObject object)
      throws NoSuchFieldException {
    var bytesByClient = new HashSet<Map<String, Long>>();
    for (String client : values("client")) {
      Map<String, Long> bytes = storedBytes(client, object);
      long plain = requireNonNull(bytes.get("segue"));
      assertTrue(requireNonNull(bytes.get("segue-registry")) < plain, client + bytes);
      assertTrue(requireNonNull(bytes.get("segue-zstd")) <= plain, client + bytes);
      assertTrue(plain < requireNonNull(bytes.get("jdk")), client + bytes);
      long leastOfOthers =
          bytes.entrySet().stream()
              .filter(entry -> !entry.getKey().startsWith("segue"))
              .mapToLong(Map.Entry::getValue)
              .min()
              .orElseThrow();
      long small = requireNonNull(bytes.get("segue-registry-zstd"));
      assertTrue(small < leastOfOthers, client + bytes);
      assertTrue(requireNonNull(bytes.get("segue-dictionary")) < small, client + bytes);
      bytesByClient.add(bytes);
      long json = requireNonNull(bytes.get("jackson-json"));
      switch (object) {
        case PRODUCT -> assertTrue(json > 200 && json < 400, client + bytes);
        case MEDIA_CONTENT -> assertTrue(json > 400 && json < 1_500, client + bytes);
        case LONG_DOCUMENT -> assertTrue(json > 45_000 && json < 55_000, client + bytes);
      }
    }
    assertEquals(1, bytesByClient.size(), "different bytes in the same place: " + bytesByClient);
  }
}
