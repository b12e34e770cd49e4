// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The topic of schemas on a broker with TLS that asks clients for certificates, and allows what
/// access control lists say.
class TlsTest {
  private static final String TOPIC = "encrypted-schemas";
  private static final String RECORDS = "encrypted-orders";
  private static final String WRITER = "writer";
  private static final String READER = "reader";

  @TempDir private static Path folder;

  private static Certificates certificates;
  private static TestCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    certificates = new Certificates(folder, List.of("broker", WRITER, READER));
    cluster = TestCluster.startWithCertificates(certificates, "broker");
    cluster.createTopic(RECORDS, 1, 1, Map.of());
    cluster.allow("CN=" + WRITER, TOPIC, CREATE, DESCRIBE, DESCRIBE_CONFIGS, READ, WRITE);
    cluster.allow("CN=" + WRITER, RECORDS, DESCRIBE, WRITE);
    cluster.allow("CN=" + READER, TOPIC, DESCRIBE, READ);
    cluster.allow("CN=" + READER, RECORDS, DESCRIBE, READ);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static SegueSerde<Order> writer(Map<String, Object> security) {
    Map<String, Object> configs = cluster.schemas(TOPIC);
    configs.putAll(security);
    configs.put(SegueKafkaConfig.TYPE, Order.class.getName());
    SegueSerde<Order> serde = new SegueSerde<>();
    serde.configure(configs, false);
    return serde;
  }

  /// Has a list of classes: these have other numbers, so the writer's schema is another one.
  private static SegueSerde<Order> reader(Map<String, Object> security) {
    Map<String, Object> configs = new HashMap<>(security);
    configs.put(SegueKafkaConfig.CLASSES, KeyFormTest.Shop.class.getName());
    return writer(configs);
  }

  private static byte[] write(Order order) {
    try (SegueSerde<Order> writer = writer(certificates.pem(WRITER))) {
      return writer.serializer().serialize(RECORDS, order);
    }
  }

  @Test
  void clientCertificateGivesAccessToSchemas() {
    Order order = Order.of(1, 2);
    byte[] bytes = write(order);
    try (SegueSerde<Order> reader = reader(certificates.files(READER))) {
      assertEquals(order, reader.deserializer().deserialize(RECORDS, bytes));
      RuntimeException refused =
          assertThrows(
              AuthorizationException.class, () -> reader.serializer().serialize(RECORDS, order));
      assertTrue(Messages.of(refused).contains(TOPIC), Messages.of(refused));
    }
  }

  @Test
  void producersAndConsumersPassOnTheirTlsSettings() throws Exception {
    String[] keys = {
      SegueKafkaConfig.SCHEMAS,
      "topic",
      SegueKafkaConfig.SCHEMAS_TOPIC,
      TOPIC,
      SegueKafkaConfig.TYPE,
      Order.class.getName()
    };
    Map<String, Object> producing = cluster.producer(keys);
    producing.putAll(certificates.files(WRITER));
    Map<String, Object> consuming = cluster.consumer("unused", keys);
    consuming.put(SegueKafkaConfig.CLASSES, KeyFormTest.Shop.class.getName());
    consuming.putAll(certificates.pem(READER));
    try (var producer = new KafkaProducer<String, Order>(producing);
        var consumer = new KafkaConsumer<String, Order>(consuming)) {
      var sent = producer.send(new ProducerRecord<>(RECORDS, Order.of(3, 4)));
      assertNotNull(sent.get(5, TimeUnit.MINUTES));
      var partition = new TopicPartition(RECORDS, 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      List<Order> read = new ArrayList<>();
      Await.until(
          "the record",
          () -> {
            consumer.poll(Duration.ofMillis(100)).forEach(record -> read.add(record.value()));
            return !read.isEmpty();
          });
      assertEquals(List.of(Order.of(3, 4)), read);
    }
  }

  @Test
  void topicCanHaveItsOwnTlsSettings() {
    Map<String, Object> configs = new HashMap<>();
    configs.put("security.protocol", "PLAINTEXT");
    certificates
        .pem(READER)
        .forEach((key, value) -> configs.put(SegueKafkaConfig.SCHEMAS_CLIENT_PREFIX + key, value));
    Order order = Order.of(1, 2);
    byte[] bytes = write(order);
    try (SegueSerde<Order> reader = reader(configs)) {
      assertEquals(order, reader.deserializer().deserialize(RECORDS, bytes));
    }
  }

  @Test
  void untrustedBrokerIsNotBlamedOnTheRecord() {
    Map<String, Object> configs = certificates.pem(READER);
    configs.putAll(certificates.trusting(WRITER));
    requireBlamesTheConnection(configs, "certificat");
  }

  @Test
  void missingCertificateIsNotBlamedOnTheRecord() {
    Map<String, Object> configs = certificates.anonymous();
    // With 1.3, the client learns it from the first answer, if the connection lives that long.
    configs.put("ssl.protocol", "TLSv1.2");
    configs.put("ssl.enabled.protocols", "TLSv1.2");
    requireBlamesTheConnection(configs, "");
  }

  private static void requireBlamesTheConnection(Map<String, Object> configs, String reason) {
    Order order = Order.of(1, 2);
    byte[] bytes = write(order);
    try (SegueSerde<Order> reader = reader(configs)) {
      for (var call :
          List.<Runnable>of(
              () -> reader.deserializer().deserialize(RECORDS, bytes),
              () -> reader.serializer().serialize(RECORDS, order))) {
        String message =
            Messages.of(assertThrows(SslAuthenticationException.class, () -> call.run()));
        for (String part : List.of(TOPIC, "handshake", reason, "segue.schemas.client.ssl.")) {
          assertTrue(message.contains(part), message);
        }
      }
    }
  }
}
