// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.spring.Order;
import dev.segue.spring.UnreadableValues;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Range;
import org.springframework.data.redis.core.ReactiveHashOperations;
import org.springframework.data.redis.core.ReactiveRedisTemplate;
import org.springframework.data.redis.serializer.SerializationException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// A reactive template with a real server, in which some values cannot be read.
class SegueReactiveRedisTemplateTest {

  private static final SegueRedisSerializer<Order> ORDERS =
      SegueRedisSerializer.of(Order.serializer(), Order.class);
  private static final SegueRedisSerializer<Object> ANY =
      SegueRedisSerializer.of(Order.serializer());
  private static final List<Order> READABLE = List.of(Order.of(1), Order.of(3));

  private static TestRedis redis;

  private final UnreadableValues unreadable = UnreadableValues.missing("orders");

  private ReactiveRedisTemplate<String, Order> template() {
    return new SegueReactiveRedisTemplate<>(
        redis.connections(), ORDERS.onUnreadable(unreadable).context());
  }

  @BeforeAll
  static void start() throws IOException {
    redis = TestRedis.start();
  }

  @AfterAll
  static void stop() {
    if (redis != null) {
      redis.close();
    }
  }

  @AfterEach
  void flush() {
    redis.flush();
  }

  private static <T> List<T> list(Flux<T> elements) {
    return elements.collectList().blockOptional().orElseThrow();
  }

  @Test
  void anUnreadableValueIsEmpty() {
    redis.set("order", ANY.serialize("text"));
    redis.set("other", ORDERS.serialize(Order.of(1)));
    assertEquals(
        Order.of(2), template().opsForValue().get("order").defaultIfEmpty(Order.of(2)).block());
    assertEquals(Order.of(1), template().opsForValue().get("other").block());
    assertNull(template().opsForValue().getAndExpire("order", Duration.ofHours(1)).block());
    assertNull(template().opsForValue().getAndSet("order", Order.of(1)).block());
    assertEquals(Order.of(1), template().opsForValue().getAndDelete("order").block());
    assertEquals(3, unreadable.count());
  }

  @Test
  void manyKeysHaveNullInThePlaceOfAnUnreadableValue() {
    redis.set("1", ORDERS.serialize(Order.of(1)));
    redis.set("2", ANY.serialize("text"));
    assertEquals(
        Arrays.asList(Order.of(1), null, null),
        template().opsForValue().multiGet(List.of("1", "2", "3")).block());
  }

  @Test
  void sequencesGoOnAfterAnUnreadableElement() {
    // Its values are of any class, so it stores what the other one cannot read.
    var writer = new ReactiveRedisTemplate<>(redis.connections(), ANY.context());
    for (Object element : List.of(Order.of(1), "text", Order.of(3))) {
      Mono<Long> list = writer.opsForList().rightPush("list", element);
      Mono<Long> set = writer.opsForSet().add("set", element);
      Mono<Boolean> sorted = writer.opsForZSet().add("sorted", element, 1);
      list.then(set).then(sorted).block();
    }
    assertEquals(READABLE, list(template().opsForList().range("list", 0, -1)));
    assertEquals(READABLE, sorted(list(template().opsForSet().members("set"))));
    assertEquals(
        READABLE, sorted(list(template().opsForZSet().range("sorted", Range.unbounded()))));
    assertNull(template().opsForList().index("list", 1).block());
    assertEquals(4, unreadable.count());
  }

  private static List<Order> sorted(List<Order> orders) {
    return orders.stream().sorted(Comparator.comparingLong(Order::id)).toList();
  }

  @Test
  void fieldsOfHashesAreEmptyOrLeftOut() {
    redis.setField("orders", "1", ORDERS.serialize(Order.of(1)));
    redis.setField("orders", "2", ANY.serialize("text"));
    redis.setField("orders", "3", ORDERS.serialize(Order.of(3)));
    ReactiveHashOperations<String, String, Order> hashes = template().opsForHash();
    assertNull(hashes.get("orders", "2").block());
    assertEquals(Order.of(3), hashes.get("orders", "3").block());
    assertEquals(READABLE, sorted(list(hashes.values("orders"))));
    assertEquals(
        Arrays.asList(Order.of(1), null, null),
        hashes.multiGet("orders", List.of("1", "2", "4")).block());
    assertEquals(3, list(hashes.entries("orders")).size());
  }

  @Test
  void otherFailuresStayErrors() {
    redis.setField("hash", "1", ORDERS.serialize(Order.of(1)));
    var ofWrongType = template().opsForValue().get("hash");
    assertThrows(DataAccessException.class, ofWrongType::block);
    redis.set("order", ANY.serialize("text"));
    var strict = new SegueReactiveRedisTemplate<>(redis.connections(), ORDERS.context());
    var unreadableThere = strict.opsForValue().get("order");
    assertThrows(SerializationException.class, unreadableThere::block);
    var ofUser = template().execute(_ -> Flux.error(new InvalidDataAccessApiUsageException("own")));
    assertThrows(InvalidDataAccessApiUsageException.class, ofUser::blockFirst);
    assertEquals(0, unreadable.count());
  }

  @Test
  void valuesReadInASessionCountAsMissing() {
    redis.set("order", ANY.serialize("text"));
    assertEquals(
        List.of(),
        list(template().executeInSession(operations -> operations.opsForValue().get("order"))));
  }

  /// The reason for this template: if Spring's own did the same, it could go.
  @Test
  void springsOwnTemplateFails() {
    redis.set("order", ANY.serialize("text"));
    var own =
        new ReactiveRedisTemplate<>(redis.connections(), ORDERS.onUnreadable(unreadable).context());
    var value = own.opsForValue().get("order");
    assertThrows(InvalidDataAccessApiUsageException.class, value::block);
  }
}
