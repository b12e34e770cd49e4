// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.Await;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Producers and consumers with a broker.
@ExtendWith(SharedCluster.class)
class RecordsTest {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final String SEGUE_KEYS = SegueSerializer.class.getName();

  private final TestCluster cluster;

  RecordsTest(TestCluster cluster) {
    this.cluster = cluster;
  }

  record Key(String customer, int number) {}

  private static <K, V> List<ConsumerRecord<K, V>> poll(Consumer<K, V> consumer, int count) {
    List<ConsumerRecord<K, V>> records = new ArrayList<>();
    Await.until(
        count + " records",
        () -> {
          consumer.poll(POLL).forEach(records::add);
          return records.size() >= count;
        });
    return records;
  }

  @ParameterizedTest
  @ValueSource(strings = {"record", "topic"})
  void recordsAndTombstonesComeBack(String schemas) {
    String topic = "orders-" + schemas;
    String[] keys = {
      "segue.type",
      Order.class.getName(),
      "segue.key.type",
      Key.class.getName(),
      "segue.schemas",
      schemas,
      "segue.schemas.topic",
      "schemas-of-orders",
      "key.serializer",
      SEGUE_KEYS,
      "key.deserializer",
      SegueDeserializer.class.getName()
    };
    try (var producer = new KafkaProducer<Key, Order>(cluster.producer(keys))) {
      for (int i = 0; i < 100; i++) {
        Order order = i % 10 == 0 ? null : Order.of(i, i % 4);
        Object _ = producer.send(new ProducerRecord<>(topic, new Key("c", i), order));
      }
    }
    try (var consumer = new KafkaConsumer<Key, Order>(cluster.consumer(topic, keys))) {
      consumer.subscribe(List.of(topic));
      int i = 0;
      for (ConsumerRecord<Key, Order> record : poll(consumer, 100)) {
        assertEquals(new Key("c", i), record.key());
        assertEquals(i % 10 == 0 ? null : Order.of(i, i % 4), record.value());
        boolean isShort = record.serializedValueSize() < 150;
        assertTrue(schemas.equals("record") || isShort, () -> record.serializedValueSize() + "");
        i++;
      }
    }
  }

  @Test
  void examplePrintsTheRecordsItSent() {
    PrintStream before = System.out;
    var printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      KafkaExample.main(new String[] {cluster.servers()});
    } finally {
      System.setOut(before);
    }
    List<String> lines = printed.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals(3, lines.size(), lines::toString);
    assertTrue(lines.getLast().matches("Order\\[id=2, .*]: \\d+ bytes"), lines::toString);
  }

  @Test
  void unreadableRecordStopsNoOther() {
    String[] keys = {"segue.type", Order.class.getName()};
    try (var strings =
            new KafkaProducer<>(
                cluster.producer(), new StringSerializer(), new StringSerializer());
        var orders = new KafkaProducer<String, Order>(cluster.producer(keys))) {
      Object _ = orders.send(new ProducerRecord<>("poisoned", "a", Order.of(1, 1)));
      orders.flush();
      Object _ = strings.send(new ProducerRecord<>("poisoned", "b", "no payload"));
      strings.flush();
      Object _ = orders.send(new ProducerRecord<>("poisoned", "c", Order.of(3, 1)));
      orders.flush();
    }
    try (var consumer = new KafkaConsumer<String, Order>(cluster.consumer("poisoned", keys))) {
      consumer.subscribe(List.of("poisoned"));
      List<Order> read = new ArrayList<>();
      List<RecordDeserializationException> failures = new ArrayList<>();
      Await.until(
          "two orders",
          () -> {
            try {
              consumer.poll(POLL).forEach(record -> read.add(record.value()));
            } catch (RecordDeserializationException e) {
              failures.add(e);
              consumer.seek(e.topicPartition(), e.offset() + 1);
            }
            return read.size() == 2;
          });
      assertEquals(List.of(Order.of(1, 1), Order.of(3, 1)), read);
      assertEquals(1, failures.size());
      SerializationException cause =
          assertInstanceOf(SerializationException.class, failures.getFirst().getCause());
      assertTrue(Messages.of(cause).contains("topic poisoned"), Messages.of(cause));
      assertInstanceOf(dev.segue.serializer.SerializationException.class, cause.getCause());
    }
  }

  @Test
  void unreadableSchemaTopicIsNotBlamedOnTheRecord() {
    String[] keys = {
      "segue.type", Order.class.getName(), "segue.schemas", "topic", "segue.schemas.topic", "known"
    };
    try (var producer = new KafkaProducer<String, Order>(cluster.producer(keys))) {
      Object _ = producer.send(new ProducerRecord<>("described", "a", Order.of(1, 1)));
    }
    // A list of classes has other numbers, so the schema differs from the consumer's own.
    Map<String, Object> elsewhere = cluster.consumer("described", keys);
    elsewhere.put("segue.classes", Key.class.getName());
    elsewhere.put("segue.schemas.topic", "no-such-topic");
    elsewhere.put("segue.schemas.timeout.ms", "200");
    try (var consumer = new KafkaConsumer<String, Order>(elsewhere)) {
      consumer.subscribe(List.of("described"));
      List<RecordDeserializationException> failures = new ArrayList<>();
      Await.until(
          "two failures",
          () -> {
            try {
              consumer.poll(POLL);
            } catch (RecordDeserializationException e) {
              failures.add(e);
            }
            return failures.size() == 2;
          });
      assertInstanceOf(TimeoutException.class, failures.getFirst().getCause());
      assertEquals(failures.getFirst().offset(), failures.getLast().offset());
    }
  }

  @Test
  void unwritableValueIsNotSent() {
    try (var producer =
        new KafkaProducer<String, Object>(cluster.producer("segue.type", Order.class.getName()))) {
      var record = new ProducerRecord<String, Object>("refused", "a", new Thread());
      String message =
          Messages.of(assertThrows(SerializationException.class, () -> producer.send(record)));
      assertTrue(message.contains("java.lang.Thread"), message);
    }
  }

  private static final String OLD =
      """
      public record Event(long id, String text) {
        public static String text(long id) { return "event " + id; }
        public static Event of(long id) { return new Event(id, text(id)); }
        public boolean isRight() { return text.equals(text(id)); }
      }
      """;
  private static final String NEW =
      """
      public record Event(@DefaultValue("none") String source, String text, long id) {
        public static Event of(long id) { return new Event("new", "event " + id, id); }
        public boolean isRight() {
          return text.equals("event " + id) && (source.equals("none") || source.equals("new"));
        }
      }
      """;

  @ParameterizedTest
  @ValueSource(strings = {"record", "topic"})
  void versionsOfAProgramShareAGroup(String schemas, @TempDir Path folders) throws Exception {
    String topic = "events-" + schemas;
    cluster.createTopic(topic, 4, 1, Map.of());
    List<Program> versions =
        List.of(
            new Program(Files.createDirectory(folders.resolve("old")), OLD),
            new Program(Files.createDirectory(folders.resolve("new")), NEW));
    String[] keys = {
      "segue.packages", "shop", "segue.schemas", schemas, "segue.schemas.topic", "schemas-events"
    };
    Map<Integer, Consumer<String, Object>> consumers = new HashMap<>();
    Set<Long> read = new HashSet<>();
    int count = 400;
    try {
      for (int i = 0; i < 2; i++) {
        int member = i;
        consumers.put(
            i,
            versions
                .get(i)
                .as(() -> new KafkaConsumer<String, Object>(cluster.consumer(topic, keys))));
        Objects.requireNonNull(consumers.get(member)).subscribe(List.of(topic));
      }
      Await.until(
          "both consumers have partitions",
          () -> consumers.values().stream().allMatch(consumer -> hasPartitions(consumer, read)));
      for (int i = 0; i < 2; i++) {
        Program version = versions.get(i);
        int first = i * count / 2;
        version.as(() -> {
          try (var producer = new KafkaProducer<String, Object>(cluster.producer(keys))) {
            for (long id = first; id < first + count / 2; id++) {
              Object _ =
                  producer.send(new ProducerRecord<>(topic, "key " + id, event(version, id)));
            }
          }
          return null;
        });
      }
      Await.until(
          "all records are read",
          () -> {
            consumers.values().forEach(consumer -> hasPartitions(consumer, read));
            return read.size() == count;
          });
    } finally {
      consumers.values().forEach(Consumer::close);
    }
  }

  private static Object event(Program version, long id) throws ReflectiveOperationException {
    return version.type("Event").getMethod("of", long.class).invoke(null, id);
  }

  /// Polls once, and checks the records.
  private static boolean hasPartitions(Consumer<String, Object> consumer, Set<Long> read) {
    consumer
        .poll(POLL)
        .forEach(record -> {
          Object event = record.value();
          try {
            assertEquals(
                true, event.getClass().getMethod("isRight").invoke(event), event::toString);
            long id = (long) event.getClass().getMethod("id").invoke(event);
            assertEquals("key " + id, record.key());
            assertTrue(read.add(id), event::toString);
          } catch (ReflectiveOperationException e) {
            throw new LinkageError("shop.Event", e);
          }
        });
    return !consumer.assignment().isEmpty();
  }
}
