// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/// The connection settings of the clients for the topic of schemas: the settings of the producer or
/// consumer, unless keys with [SegueKafkaConfig#SCHEMAS_CLIENT_PREFIX] override them.
///
/// Two instances are equal if they connect to the same cluster as the same user.
///
/// @param connection the settings for connections
/// @param topic the name of the topic
record ClientSettings(Map<String, Object> connection, String topic) {
  private static final List<String> PREFIXES = List.of("ssl.", "sasl.", "security.");
  private static final Set<String> OF_THE_OTHER_CLIENT =
      Set.of(
          AdminClientConfig.CLIENT_ID_CONFIG,
          AdminClientConfig.BOOTSTRAP_CONTROLLERS_CONFIG,
          AdminClientConfig.METRIC_REPORTER_CLASSES_CONFIG,
          AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG,
          AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
          AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
          AdminClientConfig.RETRIES_CONFIG);
  private static final int MOST_REQUEST_MS = 30_000;
  private static final int IDLE_FETCH_MS = 5_000;
  private static final AtomicInteger CLIENTS = new AtomicInteger();

  /// The maximum length of a request and of a value, in bytes: a schema can have 4 MiB.
  static final int MAX_MESSAGE_BYTES = 5 << 20;

  /// @throws ConfigException if there is no `bootstrap.servers`
  static ClientSettings of(Map<String, ?> configs, String topic) {
    Map<String, Object> connection = new HashMap<>();
    Set<String> names = new TreeSet<>(AdminClientConfig.configNames());
    names.removeAll(OF_THE_OTHER_CLIENT);
    for (String key : configs.keySet()) {
      if (PREFIXES.stream().anyMatch(key::startsWith)) {
        names.add(key);
      }
    }
    for (String name : names) {
      putIfSet(connection, name, configs.get(name));
    }
    for (String key : configs.keySet()) {
      if (key.startsWith(SegueKafkaConfig.SCHEMAS_CLIENT_PREFIX)) {
        String name = key.substring(SegueKafkaConfig.SCHEMAS_CLIENT_PREFIX.length());
        putIfSet(connection, name, configs.get(key));
      }
    }
    if (!connection.containsKey(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)) {
      throw new ConfigException(
          "Missing configuration %s: %s=topic needs the addresses of the brokers"
              .formatted(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, SegueKafkaConfig.SCHEMAS));
    }
    return new ClientSettings(connection, topic);
  }

  private static void putIfSet(Map<String, Object> settings, String name, @Nullable Object value) {
    if (value != null) {
      settings.put(name, value);
    }
  }

  private Map<String, Object> client(int timeoutMs) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(
        CommonClientConfigs.CLIENT_ID_CONFIG, "segue-schemas-" + CLIENTS.incrementAndGet());
    settings.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, List.of());
    settings.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
    settings.put(
        CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, Math.min(timeoutMs, MOST_REQUEST_MS));
    settings.putAll(connection);
    return settings;
  }

  Map<String, Object> admin(int timeoutMs) {
    Map<String, Object> settings = client(timeoutMs);
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs);
    return settings;
  }

  Map<String, Object> consumer(int timeoutMs) {
    Map<String, Object> settings = client(timeoutMs);
    settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMs);
    settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    // An idle broker answers before the request times out, because a timeout would break the
    // connection.
    settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, Math.min(timeoutMs / 2, IDLE_FETCH_MS));
    // A topic that a broker creates for a reader would not be compacted.
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    return settings;
  }

  Map<String, Object> producer(int timeoutMs) {
    Map<String, Object> settings = client(timeoutMs);
    settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    // Writing a schema twice is harmless, whereas an idempotent producer that lacks the required
    // permission would stay unusable forever.
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false);
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, timeoutMs);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeoutMs);
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_MESSAGE_BYTES);
    return settings;
  }
}
