// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Brokers that are stopped and started again.
class FaultsTest {
  private static TestCluster cluster;

  /// All brokers, or one of them to save time.
  private static final int RESTARTED = Boolean.getBoolean("segue.soak") ? 3 : 1;

  record Other(int number) {}

  @BeforeAll
  static void start() {
    cluster = TestCluster.start(3);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void schemasAndRecordsSurviveRestarts() throws Exception {
    cluster.createTopic("orders", 1, 3, Map.of("min.insync.replicas", "2"));
    String[] keys = {
      "segue.classes",
      Order.class.getName() + "," + Other.class.getName(),
      "segue.schemas",
      "topic",
      "segue.schemas.topic",
      "schemas",
      "segue.schemas.timeout.ms",
      TestCluster.PATIENCE_MS // one broker is away
    };
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    try (var producer = new KafkaProducer<String, Object>(cluster.producer(keys))) {
      sent.add(producer.send(new ProducerRecord<>("orders", Order.of(0, 1))));
      for (int broker = 0; broker < RESTARTED; broker++) {
        cluster.stopBroker(broker);
        for (int i = 0; i < 50; i++) {
          Object value = broker == 0 && i == 0 ? new Other(1) : Order.of(i, 1);
          sent.add(producer.send(new ProducerRecord<>("orders", value)));
        }
        for (Future<RecordMetadata> one : sent) {
          assertNotNull(one.get(5, TimeUnit.MINUTES));
        }
        cluster.startBroker(broker);
      }
    }
    TopicDescription schemas =
        Objects.requireNonNull(
            TestCluster.get(cluster.admin().describeTopics(List.of("schemas")).allTopicNames())
                .get("schemas"));
    assertEquals(3, schemas.partitions().getFirst().replicas().size());
    try (var consumer = new KafkaConsumer<String, Object>(cluster.consumer("all", keys))) {
      consumer.subscribe(List.of("orders"));
      List<Object> read = new ArrayList<>();
      Await.until(
          "all records",
          () -> {
            consumer.poll(Duration.ofMillis(100)).forEach(record -> read.add(record.value()));
            return read.size() >= sent.size();
          });
      assertEquals(sent.size(), read.size());
      assertTrue(read.contains(new Other(1)));
    }
  }

  private static String[] with(String[] keys, String... more) {
    List<String> all = new ArrayList<>(List.of(keys));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  @Test
  void outageOfTheTopicHidesOnlyUnknownSchemas() {
    String[] patient = {
      "segue.packages", "dev.segue.kafka", SegueKafkaConfig.SCHEMAS_TIMEOUT_MS, "300000"
    };
    // Listed classes have other numbers, so the writer's schemas differ from the readers' own.
    String[] impatient = {
      "segue.classes",
      Order.class.getName() + "," + Other.class.getName(),
      SegueKafkaConfig.SCHEMAS_TIMEOUT_MS,
      "1000",
      SegueKafkaConfig.SCHEMAS_CLIENT_PREFIX + "metadata.max.age.ms",
      "100001"
    };
    try (var writer = serde(patient);
        var reader = serde(impatient)) {
      byte[] order = writer.serializer().serialize("orders", Order.of(1, 1));
      assertEquals(Order.of(1, 1), readPatiently(reader, order));
      cluster.stopBrokers();
      // Opened during the outage, so that it cannot have read the topic before.
      try (var stranger =
          serde(with(impatient, "segue.schemas.client.metadata.max.age.ms", "100002"))) {
        try {
          assertEquals(Order.of(1, 1), read(reader, order));
          assertArrayEquals(order, writer.serializer().serialize("orders", Order.of(1, 1)));
          // Not a SerializationException, because the record must not be skipped.
          TimeoutException failure =
              assertThrows(TimeoutException.class, () -> read(stranger, order));
          assertTrue(Messages.of(failure).contains("topic outage"), Messages.of(failure));
          assertThrows(
              TimeoutException.class, () -> reader.serializer().serialize("orders", new Other(1)));
        } finally {
          cluster.startBrokers();
        }
        byte[] other = writer.serializer().serialize("orders", new Other(2));
        assertEquals(Order.of(1, 1), readPatiently(stranger, order));
        assertEquals(new Other(2), readPatiently(stranger, other));
        byte[] unknown = order.clone();
        unknown[unknown.length - 13] ^= 1; // the fingerprint
        SerializationException poison =
            assertThrows(SerializationException.class, () -> readPatiently(stranger, unknown));
        assertTrue(Messages.of(poison).contains("has no schema with the fingerprint"));
        assertInstanceOf(dev.segue.serializer.SerializationException.class, poison.getCause());
      }
    }
  }

  /// Retries reads that time out; the timeout is short.
  private static Object readPatiently(SegueSerde<Object> serde, byte[] value) {
    AtomicReference<@Nullable Object> read = new AtomicReference<>();
    Await.until(
        "the topic can be read",
        () -> {
          try {
            read.set(read(serde, value));
            return true;
          } catch (TimeoutException _) {
            return false;
          }
        });
    return Objects.requireNonNull(read.get());
  }

  private static SegueSerde<Object> serde(String... keys) {
    SegueSerde<Object> serde = new SegueSerde<>();
    serde.configure(cluster.schemas("outage", keys), false);
    return serde;
  }

  private static Object read(SegueSerde<Object> serde, byte[] value) {
    return serde.deserializer().deserialize("orders", value);
  }

  @Test
  void recordWithUnstorableSchemaIsNotSent() {
    String[] keys = {
      "segue.type", Order.class.getName(),
      "segue.schemas", "topic",
      "segue.schemas.topic", "losing"
    };
    cluster.createTopic("losing", 1, 1, Map.of("cleanup.policy", "delete"));
    try (var producer = new KafkaProducer<String, Order>(cluster.producer(keys))) {
      Future<RecordMetadata> sent = producer.send(new ProducerRecord<>("unsent", Order.of(1, 1)));
      Throwable reason = assertThrows(ExecutionException.class, sent::get).getCause();
      assertTrue(Messages.of(reason).contains("cleanup.policy=delete"), Messages.of(reason));
    }
  }
}
