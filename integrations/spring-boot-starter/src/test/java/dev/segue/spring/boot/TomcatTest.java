// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.lettuce.server.RedisServer;
import dev.segue.spring.boot.shop.Catalog;
import dev.segue.spring.boot.shop.Item;
import dev.segue.spring.boot.shop.ShopApplication;
import dev.segue.spring.web.SegueMediaType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.JacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.SerializationException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;

/// An application on Tomcat with a Redis server: caches, sessions, templates and bodies, with
/// virtual threads, schemas in Redis and zstd.
class TomcatTest {
  private static final MediaType SEGUE = SegueMediaType.APPLICATION_SEGUE;
  private static final ParameterizedTypeReference<List<Item>> ITEMS =
      new ParameterizedTypeReference<>() {};

  private static RedisServer redis;
  private static ConfigurableApplicationContext context;
  private static RestClient client;

  @BeforeAll
  static void start() throws IOException {
    Assumptions.assumeTrue(RedisServer.program().isPresent(), "no redis-server is on the PATH");
    redis = RedisServer.start();
    context =
        Applications.start(
            List.of(ShopApplication.class, Legacy.class),
            WebApplicationType.SERVLET,
            redis.port(),
            "spring.threads.virtual.enabled=true",
            "management.endpoints.web.exposure.include=segue,health",
            "segue.schemas.enabled=true",
            "segue.zstd.enabled=true");
    client = context.getBean(RestClient.Builder.class).baseUrl(Applications.url(context)).build();
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
  void cachedValuesAreWrittenBySegue() {
    Catalog catalog = context.getBean(Catalog.class);
    Item first = catalog.item("cached");
    byte[] stored = Applications.stored(context, "items::cached", null);
    int calls = catalog.calls();
    assertEquals(first, catalog.item("cached"));
    assertEquals(calls, catalog.calls());
    assertEquals(catalog.items("many"), catalog.items("many"));
    assertEquals(catalog.items(""), catalog.items(""));
    // The value is an envelope, because zstd is on, and shorter than its payload. The schema is in
    // Redis.
    assertTrue(stored.length < 60, () -> "bytes: " + stored.length);
  }

  @Test
  void sessionsHoldObjectsThatAreNotSerializable() {
    ResponseEntity<String> first = client.get().uri("/cart/tea").retrieve().toEntity(String.class);
    String cookie = Sessions.cookie(first);
    String second =
        client
            .get()
            .uri("/cart/milk")
            .header(HttpHeaders.COOKIE, cookie)
            .retrieve()
            .body(String.class);
    assertEquals("2", second);
  }

  @Test
  @SuppressWarnings("unchecked") // A bean's type arguments are not checked.
  void templateHasStringsAsKeys() {
    RedisTemplate<String, Object> template =
        (RedisTemplate<String, Object>) context.getBean("segueRedisTemplate");
    template.opsForValue().set("an-item", new Item("tea", 1));
    assertEquals(new Item("tea", 1), template.opsForValue().get("an-item"));
    template.opsForHash().put("a-hash", "field", List.of(1, "two"));
    assertEquals(List.of(1, "two"), template.opsForHash().get("a-hash", "field"));
    assertNotNull(Applications.stored(context, "an-item", null));
  }

  @Test
  void clientsGetSegueOnRequest() {
    assertEquals(
        List.of(new Item("tea", 3), new Item("milk", 4)),
        client.get().uri("/items").accept(SEGUE).retrieve().body(ITEMS));
    ResponseEntity<byte[]> raw =
        client.get().uri("/items/tea").accept(SEGUE).retrieve().toEntity(byte[].class);
    assertEquals(SEGUE, raw.getHeaders().getContentType());
    assertEquals((byte) 0xE5, Objects.requireNonNull(raw.getBody())[0]);
  }

  @Test
  void otherClientsGetJsonAsBefore() {
    for (MediaType accepted : List.of(MediaType.ALL, new MediaType("application"))) {
      ResponseEntity<String> response =
          client.get().uri("/items/tea").accept(accepted).retrieve().toEntity(String.class);
      assertEquals("{\"name\":\"tea\",\"pieces\":3}", response.getBody());
    }
    ResponseEntity<String> text =
        client.get().uri("/text").accept(SEGUE, MediaType.ALL).retrieve().toEntity(String.class);
    assertEquals("plain", text.getBody());
    assertEquals(new Item("tea", 3), client.get().uri("/items/tea").retrieve().body(Item.class));
  }

  @Test
  void serverReadsGenericBodies() {
    Item all =
        client
            .post()
            .uri("/pieces")
            .contentType(SEGUE)
            .accept(SEGUE)
            .body(List.of(new Item("a", 2), new Item("b", 3)))
            .retrieve()
            .body(Item.class);
    assertEquals(new Item("all", 5), all);
    // Without a content type, a client sends JSON as before.
    Item json =
        client.post().uri("/pieces").body(List.of(new Item("a", 2))).retrieve().body(Item.class);
    assertEquals(new Item("all", 2), json);
  }

  @Test
  void unreadableBodyIsABadRequest() {
    assertThrows(
        HttpClientErrorException.BadRequest.class,
        () ->
            client
                .post()
                .uri("/pieces")
                .contentType(SEGUE)
                .body(List.of("not an item"))
                .retrieve()
                .body(Item.class));
  }

  @Test
  void endpointTrainsADictionaryFromLiveValues() {
    Catalog catalog = context.getBean(Catalog.class);
    IntStream.range(0, 2_000).forEach(i -> catalog.item("item-of-the-shop-" + i));
    byte[] _ = Applications.stored(context, "items::item-of-the-shop-1999", null); // the last one
    Map<?, ?> trained =
        client
            .post()
            .uri("/actuator/segue")
            .contentType(MediaType.APPLICATION_JSON)
            .body("{\"pattern\": \"items::*\"}")
            .retrieve()
            .body(Map.class);
    Object id = Objects.requireNonNull(trained).get("dictionary");
    assertNotNull(id, trained::toString);
    Map<?, ?> state = client.get().uri("/actuator/segue").retrieve().body(Map.class);
    assertEquals(id, Objects.requireNonNull(state).get("dictionary"));
    assertTrue(String.valueOf(state.get("classes")).contains(Item.class.getName()));
    assertEquals(catalog.item("item-of-the-shop-1"), catalog.item("item-of-the-shop-1"));
    Item other = catalog.item("item-of-the-shop-x");
    assertEquals(other, catalog.item("item-of-the-shop-x"));
    Map<?, ?> none =
        client
            .post()
            .uri("/actuator/segue")
            .contentType(MediaType.APPLICATION_JSON)
            .body("{\"pattern\": \"nothing\"}")
            .retrieve()
            .body(Map.class);
    assertEquals(Set.of("error"), Objects.requireNonNull(none).keySet());
  }

  @Test
  void healthSaysWhetherTheRegistryAnswers() {
    HealthIndicator indicator =
        context.getBean("segueSchemasHealthIndicator", HealthIndicator.class);
    assertEquals(Status.UP, Objects.requireNonNull(indicator.health()).getStatus());
    Health down =
        new SchemasHealthIndicator(
                new dev.segue.serializer.SchemaRegistry() {
                  @Override
                  public void put(long fingerprint, byte[] schema) {}

                  @Override
                  public byte[] get(long fingerprint) {
                    throw new IllegalStateException("no connection");
                  }
                })
            .health();
    assertEquals(Status.DOWN, Objects.requireNonNull(down).getStatus());
  }

  /// Values that were stored before the starter was added are read.
  @Nested
  class Migration {
    private final Catalog catalog = context.getBean(Catalog.class);

    @Test
    void valuesOfJavaSerializationAreRead() {
      Applications.store(
          context, "items::java", RedisSerializer.java().serialize(new Item("stored", 7)));
      int calls = catalog.calls();
      assertEquals(new Item("stored", 7), catalog.item("java"));
      assertEquals(calls, catalog.calls());
    }

    @Test
    void valuesOfTheLegacySerializerAreRead() {
      Applications.store(
          context,
          "items::json",
          new JacksonJsonRedisSerializer<>(Item.class).serialize(new Item("x", 7)));
      int calls = catalog.calls();
      assertEquals(new Item("x", 7), catalog.item("json"));
      assertEquals(calls, catalog.calls());
    }

    @Test
    void otherValuesAreErrorsByDefault() {
      Applications.store(context, "items::garbage", "garbage".getBytes(StandardCharsets.UTF_8));
      assertThrows(SerializationException.class, () -> catalog.item("garbage"));
    }
  }

  /// The bean that an application adds if it stored JSON before.
  @Configuration(proxyBeanMethods = false)
  static class Legacy {
    @Bean
    RedisSerializer<?> segueLegacyRedisSerializer() {
      return new JacksonJsonRedisSerializer<>(Item.class);
    }
  }
}
