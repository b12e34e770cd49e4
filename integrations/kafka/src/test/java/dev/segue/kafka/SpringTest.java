// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.fixtures.Await;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.kafka.listener.MessageListener;
import org.springframework.kafka.support.serializer.DeserializationException;
import org.springframework.kafka.support.serializer.ErrorHandlingDeserializer;
import org.springframework.util.backoff.FixedBackOff;

/// A listener of Spring Kafka with its `ErrorHandlingDeserializer`.
@ExtendWith(SharedCluster.class)
class SpringTest {
  private final TestCluster cluster;

  SpringTest(TestCluster cluster) {
    this.cluster = cluster;
  }

  /// Skips bad records, and retries others until they can be read.
  static DefaultErrorHandler handler(ConsumerRecordRecoverer skipped) {
    var handler = new DefaultErrorHandler(skipped);
    handler.removeClassification(DeserializationException.class);
    handler.setBackOffFunction((_, failure) ->
        isPoison(failure)
            ? new FixedBackOff(0, 0)
            : new FixedBackOff(1_000, FixedBackOff.UNLIMITED_ATTEMPTS));
    return handler;
  }

  private static boolean isPoison(@Nullable Throwable failure) {
    return failure != null
        && (failure instanceof SerializationException || isPoison(failure.getCause()));
  }

  @Test
  void recordWithUnreadableSchemaIsRetriedAndPoisonIsSkipped() {
    sendPoisonAndAnOrder();
    // A list of classes has other numbers, so the schema differs from the consumer's own.
    Map<String, Object> configs =
        cluster.consumer(
            "spring",
            "segue.classes",
            Order.class.getName() + "," + KeyFormTest.Shop.class.getName(),
            "segue.schemas",
            "topic",
            "segue.schemas.topic",
            "spring-later",
            "segue.schemas.timeout.ms",
            "200",
            "value.deserializer",
            ErrorHandlingDeserializer.class.getName(),
            ErrorHandlingDeserializer.VALUE_DESERIALIZER_CLASS,
            SegueDeserializer.class.getName());
    List<Object> read = new CopyOnWriteArrayList<>();
    List<String> skipped = new CopyOnWriteArrayList<>();
    AtomicInteger retried = new AtomicInteger();
    var properties = new ContainerProperties("spring-orders");
    properties.setMessageListener(
        (MessageListener<String, Object>) record -> read.add(record.value()));
    DefaultErrorHandler handler = handler((record, _) -> skipped.add(String.valueOf(record.key())));
    handler.setRetryListeners((_, failure, _) -> {
      if (!isPoison(failure)) {
        retried.incrementAndGet();
      }
    });
    var container =
        new KafkaMessageListenerContainer<>(
            new DefaultKafkaConsumerFactory<String, Object>(configs), properties);
    container.setCommonErrorHandler(handler);
    container.start();
    try {
      Await.until("the record is read again", () -> retried.get() > 1);
      assertEquals(List.of(), read);
      copySchemas();
      Await.until("the record is read", () -> !read.isEmpty());
    } finally {
      container.stop();
    }
    assertEquals(List.of(Order.of(2, 1)), read);
    assertEquals(List.of("a"), skipped);
  }

  private void sendPoisonAndAnOrder() {
    String[] keys = {
      "segue.type", Order.class.getName(), "segue.schemas", "topic", "segue.schemas.topic", "spring"
    };
    try (var producer = new KafkaProducer<String, Order>(cluster.producer(keys));
        var strings =
            new KafkaProducer<>(
                cluster.producer(), new StringSerializer(), new StringSerializer())) {
      var _ = strings.send(new ProducerRecord<>("spring-orders", "a", "no payload"));
      strings.flush();
      var _ = producer.send(new ProducerRecord<>("spring-orders", "b", Order.of(2, 1)));
    }
  }

  /// Creates the topic that the consumer waits for, with the schema of the record.
  private void copySchemas() {
    String[] keys = {"segue.type", Order.class.getName()};
    SegueSerde<Order> writer = new SegueSerde<>();
    writer.configure(cluster.schemas("spring-later", keys), false);
    try (writer) {
      Await.until("the schema is stored", () -> stores(writer));
    }
  }

  /// Returns false on a timeout: a writer waits no longer than the consumer, because both share one
  /// reader of the topic.
  private static boolean stores(SegueSerde<Order> writer) {
    try {
      return writer.serializer().serialize("spring-orders", Order.of(2, 1)).length > 0;
    } catch (TimeoutException e) {
      return false;
    }
  }
}
