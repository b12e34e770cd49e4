// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/// The topic of schemas: one partition, compacted. Any thread may use it.
final class SchemaTopic implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger("dev.segue.kafka");
  private static final int MOST_REPLICAS = 3;

  private final Admin admin;
  private final String name;
  private final int replicationFactor;
  private final long timeoutMs;

  /// The id of the topic whose settings were checked; a new topic of the same name has another id.
  private volatile Uuid verified = Uuid.ZERO_UUID;

  SchemaTopic(Admin admin, String name, int replicationFactor, long timeoutMs) {
    this.admin = admin;
    this.name = name;
    this.replicationFactor = replicationFactor;
    this.timeoutMs = timeoutMs;
  }

  String name() {
    return name;
  }

  TopicPartition partition() {
    return new TopicPartition(name, 0);
  }

  /// Returns the id of the topic, or null if it does not exist.
  @Nullable Uuid id() {
    try {
      Map<String, KafkaFuture<TopicDescription>> topics =
          admin.describeTopics(List.of(name)).topicNameValues();
      return result(Objects.requireNonNull(topics.get(name), name)).topicId();
    } catch (UnknownTopicOrPartitionException _) {
      return null;
    }
  }

  /// Returns the offset after the last schema. Uses a separate connection, because a broker answers
  /// a consumer only after its pending fetch.
  long end() {
    TopicPartition partition = partition();
    return result(
            admin.listOffsets(Map.of(partition, OffsetSpec.latest())).partitionResult(partition))
        .offset();
  }

  /// Creates the topic if it does not exist.
  ///
  /// @return the id of the topic, or null if this call has created it
  /// @throws InvalidConfigurationException if the topic exists and would lose schemas
  @Nullable Uuid ensure() {
    Uuid id = id();
    if (id == null) {
      create();
      return null;
    }
    if (!id.equals(verified)) {
      String flaw = flaw();
      if (flaw != null) {
        throw new InvalidConfigurationException(flaw);
      }
      verified = id;
    }
    return id;
  }

  /// Logs a warning if the topic may lose schemas, which is all that a reader can do.
  void warnOfFlaw() {
    String flaw = flaw();
    if (flaw != null) {
      LOGGER.log(System.Logger.Level.WARNING, flaw);
    }
  }

  private @Nullable String flaw() {
    String policy = policy();
    if (policy == null || policy.equals(TopicConfig.CLEANUP_POLICY_COMPACT)) {
      return null;
    }
    return ("topic %s has %s=%s, which deletes schemas that records need; run kafka-configs.sh"
            + " --alter --entity-type topics --entity-name %s --add-config %s=%s, or set another"
            + " %s")
        .formatted(
            name,
            TopicConfig.CLEANUP_POLICY_CONFIG,
            policy,
            name,
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_COMPACT,
            SegueKafkaConfig.SCHEMAS_TOPIC);
  }

  /// Returns the cleanup policy, or null if this client is not permitted to see it.
  private @Nullable String policy() {
    try {
      var resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
      Map<ConfigResource, Config> configs = result(admin.describeConfigs(List.of(resource)).all());
      Config config = configs.get(resource);
      ConfigEntry entry = config == null ? null : config.get(TopicConfig.CLEANUP_POLICY_CONFIG);
      return entry == null ? null : entry.value();
    } catch (AuthorizationException e) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "cannot check that topic " + name + " is compacted: " + e.getMessage());
      return null;
    }
  }

  private void create() {
    int replicas =
        replicationFactor != Keys.BY_BROKERS
            ? replicationFactor
            : Math.min(MOST_REPLICAS, result(admin.describeCluster().nodes()).size());
    Map<String, String> configs = new HashMap<>();
    configs.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
    configs.put(
        TopicConfig.MAX_MESSAGE_BYTES_CONFIG, String.valueOf(ClientSettings.MAX_MESSAGE_BYTES));
    if (replicas >= MOST_REPLICAS) {
      configs.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2");
    }
    var topic = new NewTopic(name, Optional.of(1), Optional.of((short) replicas)).configs(configs);
    try {
      Void _ = result(admin.createTopics(List.of(topic)).all());
    } catch (TopicExistsException _) {
      // Another process has created the topic; its settings are checked at the next use.
    }
  }

  /// Waits for the result of a request, and throws its failure.
  private <T> T result(KafkaFuture<T> future) {
    try {
      return future.get(timeoutMs, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof KafkaException failure) {
        throw failure;
      }
      throw new KafkaException("a request about topic " + name + " failed", e.getCause());
    } catch (java.util.concurrent.TimeoutException e) {
      throw new TimeoutException(
          "no broker has answered a request about topic %s within %d ms".formatted(name, timeoutMs),
          e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
