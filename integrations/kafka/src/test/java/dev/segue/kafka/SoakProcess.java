// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/// A producer or a consumer of the class `shop.Events` on the class path, until it is killed.
/// Prints the ids of the records that were acknowledged, or that were read correctly.
final class SoakProcess {
  private static final int MOST_IN_FLIGHT = 200;

  /// A line with an id. Without its end it is the rest of a line, after which the process was
  /// killed.
  static final String ID = "\\d+;";

  private SoakProcess() {}

  /// @param arguments `produce` or `consume`, the topic, the first id, and then the configuration
  public static void main(String[] arguments) throws Exception {
    Properties configs = new Properties();
    for (int i = 3; i < arguments.length; i += 2) {
      configs.put(arguments[i], arguments[i + 1]);
    }
    if (arguments[0].equals("produce")) {
      produce(configs, arguments[1], Long.parseLong(arguments[2]));
    } else {
      consume(configs, arguments[1]);
    }
  }

  private static Object event(long id) throws ReflectiveOperationException {
    return Class.forName("shop.Events").getMethod("of", long.class).invoke(null, id);
  }

  /// Returns the id of an event after checking its content.
  static long check(Object event) throws ReflectiveOperationException {
    return (long)
        event
            .getClass()
            .getClassLoader()
            .loadClass("shop.Events")
            .getMethod("check", Object.class)
            .invoke(null, event);
  }

  private static void produce(Properties configs, String topic, long first) throws Exception {
    PrintStream out = new PrintStream(System.out, true);
    Semaphore inFlight = new Semaphore(MOST_IN_FLIGHT);
    try (var producer = new KafkaProducer<String, Object>(configs)) {
      for (long i = first; ; i++) {
        long id = i;
        inFlight.acquire();
        Object _ =
            producer.send(
                new ProducerRecord<>(topic, "key " + id, event(id)),
                (_, failure) -> {
                  inFlight.release();
                  out.println(failure == null ? id + ";" : "failed: " + failure);
                });
      }
    }
  }

  private static void consume(Properties configs, String topic) throws Exception {
    PrintStream out = new PrintStream(System.out, false);
    try (var consumer = new KafkaConsumer<String, Object>(configs)) {
      consumer.subscribe(List.of(topic));
      while (true) {
        ConsumerRecords<String, Object> records = consumer.poll(Duration.ofSeconds(1));
        for (ConsumerRecord<String, Object> record : records) {
          out.println(check(record.value()) + ";");
        }
        out.flush();
        if (!records.isEmpty()) {
          consumer.commitSync(Duration.ofMinutes(5));
        }
      }
    }
  }

  /// Arguments for [#main].
  static String[] arguments(String role, String topic, long first, Map<String, Object> configs) {
    String[] arguments = new String[3 + 2 * configs.size()];
    arguments[0] = role;
    arguments[1] = topic;
    arguments[2] = String.valueOf(first);
    int i = 3;
    for (Map.Entry<String, Object> config : configs.entrySet()) {
      arguments[i++] = config.getKey();
      arguments[i++] = String.valueOf(config.getValue());
    }
    return arguments;
  }
}
