// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.transports;

import dev.segue.kafka.SegueDeserializer;
import dev.segue.kafka.SegueSerializer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/// Quotes through Kafka: a topic of one partition for each direction. A restarted consumer
/// continues at the last committed offset.
final class KafkaLink implements Link {

  private final KafkaProducer<String, Quote> producer;
  private final KafkaConsumer<String, Quote> consumer;
  private final String out;
  private volatile @Nullable Exception failure;

  /// @param brokers the addresses of the brokers
  /// @param out the topic to send to
  /// @param in the topic to receive from
  KafkaLink(String brokers, String out, String in) {
    this.out = out;
    Map<String, Object> configs = new HashMap<>();
    configs.put("bootstrap.servers", brokers);
    configs.put("segue.type", Quote.class);
    configs.put("key.serializer", StringSerializer.class);
    configs.put("value.serializer", SegueSerializer.class);
    configs.put("linger.ms", 0);
    producer = new KafkaProducer<>(configs);
    configs.put("key.deserializer", StringDeserializer.class);
    configs.put("value.deserializer", SegueDeserializer.class);
    configs.put("group.id", in);
    configs.put("auto.offset.reset", "earliest");
    configs.put("enable.auto.commit", false);
    consumer = new KafkaConsumer<>(configs);
    // With subscribe, the partition of a killed consumer is free after session.timeout.ms.
    consumer.assign(List.of(new TopicPartition(in, 0)));
  }

  @Override
  public boolean send(Quote quote) {
    if (failure != null) {
      throw new IllegalStateException("Kafka has refused a quote", failure);
    }
    Object _ =
        producer.send(
            new ProducerRecord<>(out, quote.symbol(), quote),
            (_, reason) -> failure = failure == null ? reason : failure);
    return true;
  }

  @Override
  public int receive(Consumer<? super Quote> quotes) {
    ConsumerRecords<String, Quote> records = consumer.poll(WAIT);
    for (ConsumerRecord<String, Quote> record : records) {
      quotes.accept(record.value());
    }
    if (!records.isEmpty()) {
      producer.flush(); // Answers are stored before their quotes count as read.
      consumer.commitAsync();
    }
    return records.count();
  }

  @Override
  public long stored() {
    producer.flush();
    TopicPartition sent = new TopicPartition(out, 0);
    return consumer.endOffsets(List.of(sent)).getOrDefault(sent, 0L)
        - consumer.beginningOffsets(List.of(sent)).getOrDefault(sent, 0L);
  }

  @Override
  public void close() {
    consumer.close();
    producer.close(Duration.ZERO);
  }
}
