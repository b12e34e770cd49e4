// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.Await;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedCluster.class)
class TopicSchemaRegistryTest {
  private final TestCluster cluster;

  TopicSchemaRegistryTest(TestCluster cluster) {
    this.cluster = cluster;
  }

  private static byte[] document(int number) {
    return ("schema " + number).getBytes(StandardCharsets.US_ASCII);
  }

  private static long fingerprint(byte[] document) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(document);
      return ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static void put(TopicSchemaRegistry registry, int number) {
    registry.put(fingerprint(document(number)), document(number));
  }

  private static byte @Nullable [] get(TopicSchemaRegistry registry, int number) {
    return registry.get(fingerprint(document(number)));
  }

  private TopicSchemaRegistry open(String topic, String... more) {
    return TopicSchemaRegistry.open(cluster.schemas(topic, more));
  }

  /// A registry that shares nothing with others, like a registry of another process.
  private TopicSchemaRegistry ofAnotherProcess(String topic, int process, String... more) {
    String[] all = new String[more.length + 2];
    System.arraycopy(more, 0, all, 2, more.length);
    all[0] = SegueKafkaConfig.SCHEMAS_CLIENT_PREFIX + "metadata.max.age.ms";
    all[1] = String.valueOf(100_000 + process);
    return open(topic, all);
  }

  private String setting(String topic, String name) {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Map<ConfigResource, Config> configs =
        TestCluster.get(cluster.admin().describeConfigs(List.of(resource)).all());
    return Objects.requireNonNull(configs.get(resource)).get(name).value();
  }

  private Set<String> topics() {
    return TestCluster.get(cluster.admin().listTopics().names());
  }

  @Test
  void firstSchemaCreatesACompactedTopic() {
    try (var registry = open("created")) {
      put(registry, 1);
      put(registry, 1);
      assertArrayEquals(document(1), get(registry, 1));
      assertNull(get(registry, 2));
    }
    assertEquals("compact", setting("created", "cleanup.policy"));
    TopicDescription topic =
        Objects.requireNonNull(
            TestCluster.get(cluster.admin().describeTopics(List.of("created")).allTopicNames())
                .get("created"));
    assertEquals(1, topic.partitions().size());
    List<ConsumerRecord<byte[], byte[]>> records = records("created");
    assertEquals(1, records.size());
    assertArrayEquals(document(1), records.getFirst().value());
    assertEquals(
        HexFormat.of().toHexDigits(fingerprint(document(1))),
        new String(records.getFirst().key(), StandardCharsets.US_ASCII));
  }

  private List<ConsumerRecord<byte[], byte[]>> records(String topic) {
    var partition = new TopicPartition(topic, 0);
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", cluster.servers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  private void produce(String topic, byte[] key, byte @Nullable [] value) throws Exception {
    try (var producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", cluster.servers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topic, key, value)).get();
    }
  }

  @Test
  void anEmptyTopicWithoutSettingsOfItsOwnIsCompacted() {
    cluster.createTopic("automatic", 1, 1, Map.of());
    try (var registry = open("automatic")) {
      put(registry, 1);
      Await.until(
          "it is compacted", () -> setting("automatic", "cleanup.policy").equals("compact"));
    }
  }

  @Test
  void aTopicOfOtherRecordsIsLeftAsItIs() throws Exception {
    cluster.createTopic("others", 1, 1, Map.of());
    produce("others", new byte[] {1}, new byte[] {2});
    try (var registry = open("others")) {
      assertThrows(InvalidConfigurationException.class, () -> put(registry, 1));
      assertEquals("delete", setting("others", "cleanup.policy"));
    }
  }

  @Test
  void topicThatLosesSchemasIsRefusedOnlyByWriters() {
    cluster.createTopic("deleting", 1, 1, Map.of("cleanup.policy", "delete"));
    try (var registry = open("deleting")) {
      assertNull(get(registry, 1));
      String message =
          Messages.of(assertThrows(InvalidConfigurationException.class, () -> put(registry, 1)));
      assertTrue(message.contains("topic deleting has cleanup.policy=delete"), message);
      assertTrue(message.contains("kafka-configs.sh --alter"), message);
      assertTrue(message.contains("segue.schemas.topic"), message);
    }
    assertEquals(List.of(), records("deleting"));
  }

  @Test
  void concurrentPublishersAgree() throws Exception {
    int schemas = 20;
    List<TopicSchemaRegistry> processes =
        List.of(
            ofAnotherProcess("at-once", 1),
            ofAnotherProcess("at-once", 2),
            ofAnotherProcess("at-once", 2));
    var start = new CountDownLatch(1);
    try (var threads = Executors.newCachedThreadPool()) {
      List<Future<?>> all = new ArrayList<>();
      for (TopicSchemaRegistry process : processes) {
        all.add(
            threads.submit(() -> {
              start.await();
              for (int i = 0; i < schemas; i++) {
                put(process, i);
              }
              return null;
            }));
      }
      start.countDown();
      for (Future<?> one : all) {
        one.get();
      }
    }
    try (var reader = open("at-once")) {
      for (int i = 0; i < schemas; i++) {
        assertArrayEquals(document(i), get(reader, i));
      }
    }
    processes.forEach(TopicSchemaRegistry::close);
  }

  @Test
  void schemaIsFoundAsSoonAsItIsStored() {
    try (var writer = ofAnotherProcess("prompt", 1);
        var reader = ofAnotherProcess("prompt", 2)) {
      for (int i = 0; i < 20; i++) {
        put(writer, i);
        assertArrayEquals(document(i), get(reader, i));
        assertNull(get(reader, -1));
      }
    }
  }

  @Test
  void registriesOfATopicShareOneThreadUntilTheLastIsClosed() {
    var first = open("shared");
    var second = open("shared");
    var other = ofAnotherProcess("shared", 1);
    assertEquals(2, threads("shared"));
    other.close();
    first.close();
    first.close();
    put(second, 1);
    assertEquals(1, threads("shared"));
    assertThrows(IllegalStateException.class, () -> get(first, 1));
    second.close();
    assertEquals(0, threads("shared"));
  }

  private static long threads(String topic) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("segue-schemas-" + topic))
        .count();
  }

  @Test
  void writersRestoreADeletedTopic() {
    try (var writer = ofAnotherProcess("restored", 1, SegueKafkaConfig.SCHEMAS_CHECK_MS, "50")) {
      put(writer, 1);
      try (var earlier = ofAnotherProcess("restored", 2)) {
        put(earlier, 2);
      }
      assertArrayEquals(document(2), get(writer, 2));
      TestCluster.get(cluster.admin().deleteTopics(List.of("restored")).all());
      try (var reader = ofAnotherProcess("restored", 3)) {
        for (int i = 1; i <= 2; i++) {
          int number = i;
          Await.until("schema " + i + " is there again", () -> get(reader, number) != null);
        }
      }
      assertEquals("compact", setting("restored", "cleanup.policy"));
      put(writer, 3);
      assertEquals(
          3,
          records("restored").stream()
              .map(r -> new String(r.key(), StandardCharsets.UTF_8))
              .distinct()
              .count());
    }
  }

  @Test
  void writersRestoreATopicThatTheBrokerCreatedAgain() {
    try (var writer = ofAnotherProcess("again", 1, SegueKafkaConfig.SCHEMAS_CHECK_MS, "50");
        var producer =
            new KafkaProducer<>(
                Map.of("bootstrap.servers", cluster.servers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
      put(writer, 1);
      TestCluster.get(cluster.admin().deleteTopics(List.of("again")).all());
      Object _ = producer.partitionsFor("again"); // creates it
      try (var reader = ofAnotherProcess("again", 2)) {
        Await.until("the schema is there again", () -> get(reader, 1) != null);
      }
    }
  }

  @Test
  void writersRestoreADeletedSchema() throws Exception {
    try (var writer = ofAnotherProcess("tombstone", 1, SegueKafkaConfig.SCHEMAS_CHECK_MS, "50")) {
      put(writer, 1);
      byte[] key = records("tombstone").getFirst().key();
      produce("tombstone", key, null);
      Await.until("it is written again", () -> records("tombstone").size() > 2);
      assertArrayEquals(document(1), records("tombstone").getLast().value());
      assertArrayEquals(document(1), get(writer, 1));
    }
  }

  @Test
  void readerWaitsForATopicWithoutCreatingIt() {
    try (var reader = open("missing", SegueKafkaConfig.SCHEMAS_TIMEOUT_MS, "500")) {
      Await.until(
          "the reason is known",
          () -> {
            String message =
                Messages.of(assertThrows(TimeoutException.class, () -> get(reader, 1)));
            assertTrue(
                message.contains("cannot read topic missing within segue.schemas.timeout.ms=500"),
                message);
            return message.contains("topic missing does not exist");
          });
      assertTrue(!topics().contains("missing"));
      try (var writer = ofAnotherProcess("missing", 1)) {
        put(writer, 1);
      }
      Await.until("the topic is read", () -> Arrays.equals(document(1), getOrNull(reader)));
    }
  }

  private static byte @Nullable [] getOrNull(TopicSchemaRegistry registry) {
    try {
      return get(registry, 1);
    } catch (TimeoutException _) { // the timeout is short
      return null;
    }
  }

  @Test
  void waitingThreadPublishesAfterAnInterruptedOne() throws Exception {
    String servers = SegueKafkaConfig.SCHEMAS_CLIENT_PREFIX + "bootstrap.servers";
    try (var registry = open("unreachable", servers, "127.0.0.1:1")) {
      Map<Thread, RuntimeException> failures = new ConcurrentHashMap<>();
      Runnable publishing =
          () -> {
            try {
              put(registry, 1);
            } catch (RuntimeException e) {
              failures.put(Thread.currentThread(), e);
            }
          };
      Thread first = Thread.ofPlatform().daemon().start(publishing);
      long schema = fingerprint(document(1));
      Await.until("the first publishes", () -> registry.waiting(schema) == 0);
      Thread second = Thread.ofPlatform().daemon().start(publishing);
      Await.until("the second waits", () -> registry.waiting(schema) == 1);
      first.interrupt();
      assertInterrupted(first, failures);
      Await.until("the second publishes", () -> registry.waiting(schema) == 0);
      assertNull(failures.get(second));
      second.interrupt();
      assertInterrupted(second, failures);
    }
  }

  private static void assertInterrupted(Thread thread, Map<Thread, RuntimeException> failures)
      throws InterruptedException {
    assertTrue(thread.join(Duration.ofMinutes(5)));
    assertInstanceOf(InterruptException.class, failures.get(thread));
  }

  @Test
  void foreignRecordsOnTheTopicAreSkipped() throws Exception {
    try (var registry = ofAnotherProcess("mixed", 1)) {
      put(registry, 1);
    }
    byte[] key = records("mixed").getFirst().key();
    produce("mixed", key, new byte[] {1});
    produce("mixed", key, null);
    try (var registry = ofAnotherProcess("mixed", 2)) {
      assertArrayEquals(document(1), get(registry, 1));
    }
  }
}
