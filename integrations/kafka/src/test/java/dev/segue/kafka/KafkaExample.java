// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/// Sends orders through Kafka, with their schema on a topic, and reads them.
final class KafkaExample {
  private KafkaExample() {}

  /// @param args the addresses of brokers, such as `localhost:9092`
  public static void main(String[] args) {
    Map<String, Object> configs = new HashMap<>();
    configs.put("bootstrap.servers", args[0]);
    configs.put("key.serializer", StringSerializer.class);
    configs.put("value.serializer", SegueSerializer.class);
    configs.put("segue.type", Order.class);
    configs.put("segue.schemas", "topic");
    try (var producer = new KafkaProducer<String, Order>(configs)) {
      for (long id = 0; id < 3; id++) {
        Object _ = producer.send(new ProducerRecord<>("orders", "order:" + id, Order.of(id, 2)));
      }
    }
    configs.put("key.deserializer", StringDeserializer.class);
    configs.put("value.deserializer", SegueDeserializer.class);
    configs.put("group.id", "example");
    configs.put("auto.offset.reset", "earliest");
    try (var consumer = new KafkaConsumer<String, Order>(configs)) {
      consumer.subscribe(List.of("orders"));
      for (int read = 0; read < 3; ) {
        for (ConsumerRecord<String, Order> record : consumer.poll(Duration.ofSeconds(1))) {
          System.out.printf("%s: %d bytes%n", record.value(), record.serializedValueSize());
          read++;
        }
      }
    }
  }
}
