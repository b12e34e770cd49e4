// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.lettuce.server.RedisServer;
import dev.segue.spring.boot.shop.Item;
import dev.segue.spring.boot.shop.ShopApplication;
import dev.segue.spring.web.SegueMediaType;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.codec.DecodingException;
import org.springframework.data.redis.core.ReactiveRedisTemplate;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.JacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.publisher.Flux;

/// An application on WebFlux and Netty with a Redis server: streams, sessions, templates, bodies;
/// unreadable values are missing.
class WebFluxTest {
  private static final MediaType SEGUE = SegueMediaType.APPLICATION_SEGUE;
  private static final ParameterizedTypeReference<List<Item>> ITEMS =
      new ParameterizedTypeReference<>() {};

  private static final byte[] GARBAGE = "garbage".getBytes(StandardCharsets.UTF_8);

  private static RedisServer redis;
  private static ConfigurableApplicationContext context;
  private static WebClient client;

  @BeforeAll
  static void start() throws IOException {
    Assumptions.assumeTrue(RedisServer.program().isPresent(), "no redis-server is on the PATH");
    redis = RedisServer.start();
    context =
        Applications.start(
            List.of(ShopApplication.class, TomcatTest.Legacy.class),
            WebApplicationType.REACTIVE,
            redis.port(),
            "segue.unreadable=miss",
            "segue.template.unreadable=miss");
    client = context.getBean(WebClient.Builder.class).baseUrl(Applications.url(context)).build();
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
  void streamsAreReadElementByElement() {
    List<Item> expected =
        IntStream.rangeClosed(1, 1_000).mapToObj(pieces -> new Item("tea", pieces)).toList();
    Flux<Item> stream = client.get().uri("/stream").accept(SEGUE).retrieve().bodyToFlux(Item.class);
    assertEquals(expected, stream.collectList().block());
    assertEquals(expected.getFirst(), stream.blockFirst());
    // A client that does not stream gets a list.
    assertEquals(
        expected, client.get().uri("/stream").accept(SEGUE).retrieve().bodyToMono(ITEMS).block());
    RestClient blocking =
        context.getBean(RestClient.Builder.class).baseUrl(Applications.url(context)).build();
    assertEquals(expected, blocking.get().uri("/stream").accept(SEGUE).retrieve().body(ITEMS));
    assertEquals(
        List.of(List.of(new Item("tea", 3), new Item("milk", 4)), expected),
        HttpExample.items(blocking, client));
  }

  @Test
  void streamsAreSentElementByElement() {
    List<Item> twice =
        client
            .post()
            .uri("/double")
            .contentType(SEGUE)
            .accept(SEGUE)
            .body(Flux.just(new Item("a", 1), new Item("b", 2)), Item.class)
            .retrieve()
            .bodyToFlux(Item.class)
            .collectList()
            .block();
    assertEquals(List.of(new Item("a", 2), new Item("b", 4)), twice);
  }

  @Test
  void listsAndStreamsAreInterchangeable() {
    List<Item> items =
        client
            .get()
            .uri("/items")
            .accept(SEGUE)
            .retrieve()
            .bodyToFlux(Item.class)
            .collectList()
            .block();
    assertEquals(List.of(new Item("tea", 3), new Item("milk", 4)), items);
    Item all =
        client
            .post()
            .uri("/pieces")
            .contentType(SEGUE)
            .accept(SEGUE)
            .body(Flux.just(new Item("a", 1), new Item("b", 2)), Item.class)
            .retrieve()
            .bodyToMono(Item.class)
            .block();
    assertEquals(new Item("all", 3), all);
  }

  @Test
  void responsesHaveTheContentTypeWithoutAQuality() {
    ResponseEntity<byte[]> response =
        client.get().uri("/items/tea").accept(SEGUE).retrieve().toEntity(byte[].class).block();
    assertEquals(
        SegueMediaType.APPLICATION_SEGUE_VALUE,
        Objects.requireNonNull(response).getHeaders().getFirst(HttpHeaders.CONTENT_TYPE));
  }

  @Test
  void otherClientsGetJsonAsBefore() {
    String json = "{\"name\":\"tea\",\"pieces\":3}";
    for (MediaType accepted : List.of(MediaType.ALL, new MediaType("application"))) {
      assertEquals(
          json,
          client
              .get()
              .uri("/items/tea")
              .accept(accepted)
              .retrieve()
              .bodyToMono(String.class)
              .block());
    }
    assertEquals(
        "{\"name\":\"tea\",\"pieces\":1}",
        client.get().uri("/functional").retrieve().bodyToMono(String.class).block());
    assertEquals(
        "plain",
        client
            .get()
            .uri("/text")
            .accept(SEGUE, MediaType.ALL)
            .retrieve()
            .bodyToMono(String.class)
            .block());
    // A request without a content type is JSON as well.
    assertEquals(
        new Item("all", 2),
        client
            .post()
            .uri("/pieces")
            .bodyValue(List.of(new Item("a", 2)))
            .retrieve()
            .bodyToMono(Item.class)
            .block());
  }

  @Test
  void unreadableBodiesFailTheRequestOrTheResponse() {
    assertThrows(
        WebClientResponseException.BadRequest.class,
        () ->
            client
                .post()
                .uri("/pieces")
                .contentType(SEGUE)
                .bodyValue(List.of("not an item"))
                .retrieve()
                .bodyToMono(Item.class)
                .block());
    assertThrows(
        DecodingException.class,
        () -> client.get().uri("/items/tea").accept(SEGUE).retrieve().bodyToMono(ITEMS).block());
  }

  @Test
  void sessionsHoldObjectsThatAreNotSerializable() {
    ResponseEntity<String> first =
        client.get().uri("/cart/tea").retrieve().toEntity(String.class).block();
    String cookie = Sessions.cookie(first);
    assertEquals(
        "2",
        client
            .get()
            .uri("/cart/milk")
            .header(HttpHeaders.COOKIE, cookie)
            .retrieve()
            .bodyToMono(String.class)
            .block());
  }

  @Test
  void requestsWithUnreadableSessionsAreNoErrors() {
    Sessions.assertUnreadableOnesAreNoErrors(context);
  }

  @Test
  @SuppressWarnings("unchecked") // A bean's type arguments are not checked.
  void templatesReadFormerValuesAndMissUnreadableOnes() {
    Item item = new Item("stored", 7);
    Applications.store(context, "former:java", RedisSerializer.java().serialize(item));
    Applications.store(
        context, "former:json", new JacksonJsonRedisSerializer<>(Item.class).serialize(item));
    Applications.store(context, "former:other", GARBAGE);
    ReactiveRedisTemplate<String, Object> template = template();
    assertEquals(
        List.of(item, item),
        Flux.just("java", "other", "json", "none")
            .concatMap(name -> template.opsForValue().get("former:" + name))
            .collectList()
            .block());
    RedisTemplate<String, Object> blocking =
        (RedisTemplate<String, Object>) context.getBean("segueRedisTemplate");
    assertEquals(item, blocking.opsForValue().get("former:java"));
    assertNull(blocking.opsForValue().get("former:other"));
    MeterRegistry meters = context.getBean(MeterRegistry.class);
    assertEquals(
        2,
        meters.get("segue.spring.unreadable").tag("name", "templates").functionCounter().count());
  }

  @SuppressWarnings("unchecked") // A bean's type arguments are not checked.
  private static ReactiveRedisTemplate<String, Object> template() {
    return (ReactiveRedisTemplate<String, Object>) context.getBean("segueReactiveRedisTemplate");
  }

  @Test
  void reactiveTemplateHasStringsAsKeys() {
    ReactiveRedisTemplate<String, Object> template = template();
    assertEquals(
        new Item("tea", 1),
        template
            .opsForValue()
            .set("reactive-item", new Item("tea", 1))
            .then(template.opsForValue().get("reactive-item"))
            .block());
  }
}
