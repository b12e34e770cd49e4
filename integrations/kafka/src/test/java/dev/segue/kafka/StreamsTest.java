// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SchemaRegistry;
import dev.segue.serializer.Serializer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.errors.DeserializationExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.LogAndContinueExceptionHandler;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamsTest {
  private static final String HANDLER =
      StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG;

  record Position(String customer, int day) {}

  record Total(long quantity, List<Long> orders) {
    Total plus(Order order) {
      List<Long> all = new ArrayList<>(orders);
      all.add(order.id());
      return new Total(quantity + order.items().size(), all);
    }
  }

  @TempDir private Path folder;

  private Properties properties() {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "totals");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
    properties.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, SegueSerde.class);
    properties.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, SegueSerde.class);
    properties.put(SegueKafkaConfig.CLASSES, List.of(Order.class, Total.class));
    properties.put(SegueKafkaConfig.KEY_TYPE, Position.class);
    return properties;
  }

  private static StreamsBuilder totals() {
    StreamsBuilder builder = new StreamsBuilder();
    builder.<Position, Order>stream("orders")
        .groupByKey()
        .aggregate(
            () -> new Total(0, List.of()),
            (_, order, total) -> total.plus(order),
            Materialized.as(Stores.inMemoryKeyValueStore("totals")))
        .toStream()
        .to("totals");
    return builder;
  }

  private static <T> SegueSerde<T> serde(Map<?, ?> properties, boolean isKey) {
    SegueSerde<T> serde = new SegueSerde<>();
    @SuppressWarnings("unchecked")
    Map<String, Object> configs = (Map<String, Object>) properties;
    serde.configure(configs, isKey);
    return serde;
  }

  @Test
  void storesFindKeysByTheirBytesAndInOrder() {
    try (var driver = new TopologyTestDriver(totals().build(), properties())) {
      SegueSerde<Position> keys = serde(properties(), true);
      SegueSerde<Order> orders = serde(properties(), false);
      SegueSerde<Total> totals = serde(properties(), false);
      var in = driver.createInputTopic("orders", keys.serializer(), orders.serializer());
      var out = driver.createOutputTopic("totals", keys.deserializer(), totals.deserializer());
      for (int i = 0; i < 10; i++) {
        in.pipeInput(new Position("Ann", i % 5 - 2), Order.of(i, 3));
      }
      List<KeyValue<Position, Total>> written = out.readKeyValuesToList();
      assertEquals(10, written.size());
      assertEquals(
          new KeyValue<>(new Position("Ann", 2), new Total(6, List.of(4L, 9L))), written.getLast());
      KeyValueStore<Position, Total> store = driver.getKeyValueStore("totals");
      assertEquals(new Total(6, List.of(0L, 5L)), store.get(new Position("Ann", -2)));
      assertNull(store.get(new Position("Bob", 0)));
      List<Integer> days = new ArrayList<>();
      try (KeyValueIterator<Position, Total> range =
          store.range(new Position("Ann", -1), new Position("Ann", 1))) {
        range.forEachRemaining(entry -> days.add(entry.key.day()));
      }
      assertEquals(List.of(-1, 0, 1), days);
    }
  }

  /// Skips only bad records.
  public static final class SkipsPoison implements DeserializationExceptionHandler {
    @Override
    public Response handleError(
        ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception failure) {
      return failure instanceof SerializationException ? Response.resume() : Response.fail();
    }

    @Override
    public void configure(Map<String, ?> configs) {}
  }

  @Test
  void handlerCanDistinguishPoisonFromASchemaOutage() {
    var builder = new StreamsBuilder();
    var own =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .schemaRegistry(SchemaRegistry.inMemory()) // which the reader does not have
            .register(Order.class, Order.Item.class, Position.class)
            .build();
    Properties elsewhere = properties();
    elsewhere.put(SegueKafkaConfig.SCHEMAS, "topic");
    elsewhere.put(SegueKafkaConfig.SCHEMAS_TIMEOUT_MS, "1");
    try (SegueSerde<Order> waiting = serde(elsewhere, false)) {
      builder.stream("in", Consumed.with(serde(properties(), true), waiting)).to("out");
      Properties properties = properties();
      properties.put(HANDLER, SkipsPoison.class);
      try (var driver = new TopologyTestDriver(builder.build(), properties)) {
        SegueSerde<Position> keys = serde(properties(), true);
        var poison = driver.createInputTopic("in", keys.serializer(), new StringSerializer());
        poison.pipeInput(new Position("Ann", 1), "no payload");
        var in = driver.createInputTopic("in", keys.serializer(), new SegueSerializer<Order>(own));
        StreamsException failure =
            assertThrows(
                StreamsException.class, () -> in.pipeInput(new Position("Ann", 2), Order.of(2, 1)));
        assertInstanceOf(TimeoutException.class, failure.getCause());
      }
    }
  }

  @Test
  void handlersDecideAboutPoison() {
    var builder = new StreamsBuilder();
    SegueSerde<Order> orders = serde(properties(), false);
    builder.stream("in", Consumed.with(serde(properties(), true), orders))
        .to("out", Produced.with(serde(properties(), true), orders));
    SegueSerde<Position> keys = serde(properties(), true);
    Properties lenient = properties();
    lenient.put(HANDLER, LogAndContinueExceptionHandler.class);
    for (Properties properties : List.of(properties(), lenient)) {
      try (var driver = new TopologyTestDriver(builder.build(), properties)) {
        var in = driver.createInputTopic("in", keys.serializer(), new StringSerializer());
        var good = driver.createInputTopic("in", keys.serializer(), orders.serializer());
        var out = driver.createOutputTopic("out", keys.deserializer(), orders.deserializer());
        if (properties.containsKey(HANDLER)) {
          in.pipeInput(new Position("Ann", 1), "no payload");
        } else {
          assertThrows(
              StreamsException.class, () -> in.pipeInput(new Position("Ann", 1), "no payload"));
        }
        good.pipeInput(new Position("Ann", 2), Order.of(2, 1));
        assertEquals(List.of(Order.of(2, 1)), out.readValuesToList());
      }
    }
  }
}
