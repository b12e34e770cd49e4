// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.lettuce.server.RedisServer;
import dev.segue.spring.boot.shop.Catalog;
import dev.segue.spring.boot.shop.Item;
import dev.segue.spring.boot.shop.ShopApplication;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.serializer.JacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.SerializationException;

/// Values that were stored before the starter was added are read.
class MigrationTest {
  private static RedisServer redis;
  private static ConfigurableApplicationContext context;
  private static Catalog catalog;

  @BeforeAll
  static void start() throws IOException {
    Assumptions.assumeTrue(RedisServer.program().isPresent(), "no redis-server is on the PATH");
    redis = RedisServer.start();
    context =
        Applications.start(
            List.of(ShopApplication.class, Legacy.class), WebApplicationType.NONE, redis.port());
    catalog = context.getBean(Catalog.class);
  }

  @AfterAll
  static void stop() {
    if (context != null) {
      context.close();
    }
    if (redis != null) {
      redis.close();
    }
  }

  @Test
  void valuesOfJavaSerializationAreRead() {
    store("items::java", RedisSerializer.java().serialize(new Item("stored", 7)));
    int calls = catalog.calls();
    assertEquals(new Item("stored", 7), catalog.item("java"));
    assertEquals(calls, catalog.calls());
  }

  @Test
  void valuesOfTheLegacySerializerAreRead() {
    store("items::json", new JacksonJsonRedisSerializer<>(Item.class).serialize(new Item("x", 7)));
    int calls = catalog.calls();
    assertEquals(new Item("x", 7), catalog.item("json"));
    assertEquals(calls, catalog.calls());
  }

  @Test
  void otherValuesAreErrorsByDefault() {
    store("items::garbage", "garbage".getBytes(StandardCharsets.UTF_8));
    assertThrows(SerializationException.class, () -> catalog.item("garbage"));
  }

  private static void store(String key, byte[] value) {
    try (var connection = context.getBean(RedisConnectionFactory.class).getConnection()) {
      connection.stringCommands().set(key.getBytes(StandardCharsets.UTF_8), value);
    }
  }

  /// What an application adds that stored JSON before.
  @Configuration(proxyBeanMethods = false)
  static class Legacy {
    @Bean
    RedisSerializer<?> segueLegacyRedisSerializer() {
      return new JacksonJsonRedisSerializer<>(Item.class);
    }
  }
}
