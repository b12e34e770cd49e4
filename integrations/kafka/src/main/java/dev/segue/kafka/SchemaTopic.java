// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
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
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
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

  /// Creates the topic if it does not exist. An empty topic without settings of its own gets the
  /// same settings: brokers create such topics for producers, also for this one after its topic was
  /// deleted.
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
      ConfigEntry losing = losingPolicy();
      if (losing != null && !(isDefault(losing) && end() == 0 && configure())) {
        throw new InvalidConfigurationException(flaw(losing));
      }
      verified = id;
    }
    return id;
  }

  /// Logs a warning if the topic may lose schemas, which is all that a reader can do.
  void warnOfFlaw() {
    ConfigEntry losing = losingPolicy();
    if (losing != null) {
      LOGGER.log(System.Logger.Level.WARNING, flaw(losing));
    }
  }

  private static boolean isDefault(ConfigEntry policy) {
    return policy.source() != ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG;
  }

  private String flaw(ConfigEntry policy) {
    return ("topic %s has %s=%s, which deletes schemas that records need; run kafka-configs.sh"
            + " --alter --entity-type topics --entity-name %s --add-config %s=%s, or set another"
            + " %s")
        .formatted(
            name,
            TopicConfig.CLEANUP_POLICY_CONFIG,
            policy.value(),
            name,
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_COMPACT,
            SegueKafkaConfig.SCHEMAS_TOPIC);
  }

  /// Returns the cleanup policy if it deletes schemas; null if it does not, or if this client has
  /// no right to see it.
  private @Nullable ConfigEntry losingPolicy() {
    try {
      Map<ConfigResource, Config> configs =
          result(admin.describeConfigs(List.of(resource())).all());
      Config config = configs.get(resource());
      ConfigEntry policy = config == null ? null : config.get(TopicConfig.CLEANUP_POLICY_CONFIG);
      return policy == null || TopicConfig.CLEANUP_POLICY_COMPACT.equals(policy.value())
          ? null
          : policy;
    } catch (AuthorizationException _) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "cannot check without the right DescribeConfigs that topic %s is compacted"
              .formatted(name));
      return null;
    }
  }

  private ConfigResource resource() {
    return new ConfigResource(ConfigResource.Type.TOPIC, name);
  }

  /// Gives an existing topic the settings of a new one, except the one that needs more replicas
  /// than it may have.
  ///
  /// @return false if this client has no right to do so
  private boolean configure() {
    List<AlterConfigOp> settings =
        settings(1).entrySet().stream()
            .map(setting -> new ConfigEntry(setting.getKey(), setting.getValue()))
            .map(setting -> new AlterConfigOp(setting, AlterConfigOp.OpType.SET))
            .toList();
    try {
      Void _ = result(admin.incrementalAlterConfigs(Map.of(resource(), settings)).all());
      return true;
    } catch (AuthorizationException _) {
      return false; // the caller says what to do
    }
  }

  private void create() {
    int replicas = replicas();
    var topic =
        new NewTopic(name, Optional.of(1), Optional.of((short) replicas))
            .configs(settings(replicas));
    try {
      Void _ = result(admin.createTopics(List.of(topic)).all());
    } catch (TopicExistsException _) {
      // Another process has created the topic; its settings are checked at the next use.
    }
  }

  private int replicas() {
    return replicationFactor != Keys.BY_BROKERS
        ? replicationFactor
        : Math.min(MOST_REPLICAS, result(admin.describeCluster().nodes()).size());
  }

  private static Map<String, String> settings(int replicas) {
    Map<String, String> settings = new HashMap<>();
    settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
    settings.put(
        TopicConfig.MAX_MESSAGE_BYTES_CONFIG, String.valueOf(ClientSettings.MAX_MESSAGE_BYTES));
    if (replicas >= MOST_REPLICAS) {
      settings.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2");
    }
    return settings;
  }

  /// Waits for the result of a request, and throws its failure.
  private <T> T result(KafkaFuture<T> future) {
    try {
      return future.get(timeoutMs, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof KafkaException failure) {
        throw named(failure);
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

  /// Returns a failure to log in, or for lack of a right, with the name of the topic in its
  /// message: an application has other connections and topics, too.
  private KafkaException named(KafkaException failure) {
    return switch (failure) {
      case SslAuthenticationException e ->
          new SslAuthenticationException(message(e, "TLS", "ssl."), e);
      case SaslAuthenticationException e ->
          new SaslAuthenticationException(message(e, "SASL", "sasl."), e);
      case TopicAuthorizationException e -> {
        var named =
            new TopicAuthorizationException(
                "no right to use topic %s: %s".formatted(name, e.getMessage()), Set.of(name));
        Throwable _ = named.initCause(e);
        yield named;
      }
      default -> failure;
    };
  }

  private String message(AuthenticationException failure, String what, String prefix) {
    Throwable cause = failure.getCause();
    return "cannot connect for topic %s: %s%s; check the settings for %s: %s* or %s%s*"
        .formatted(
            name,
            failure.getMessage(),
            cause == null ? "" : ": " + cause.getMessage(),
            what,
            prefix,
            SegueKafkaConfig.SCHEMAS_CLIENT_PREFIX,
            prefix);
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
