// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import dev.segue.serializer.SchemaRegistry;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/// A schema registry on a compacted topic of Kafka, so that each record carries only the id of its
/// schema. [SegueSerializer] and [SegueDeserializer] open one for `segue.schemas=topic`; open one
/// for a serializer that you build:
///
/// ```java
/// TopicSchemaRegistry schemas = TopicSchemaRegistry.open(configs);
/// Serializer serializer =
///     Serializer.builder().schemaRegistry(schemas).register(Order.class).build();
/// ```
///
/// **Writing.** [#put] returns when all in-sync replicas have the schema. It creates the topic if
/// it does not exist, and refuses one that is not compacted.
///
/// **Reading.** One thread of the process reads the topic and follows it, for all registries with
/// the same topic and the same settings for connections. [#get] waits only for an unknown schema,
/// until the topic has been read to its end; known schemas need no broker.
///
/// **Deletion.** If the topic is deleted, processes that write records create it again and write
/// all schemas that they know, at the next check ([SegueKafkaConfig#SCHEMAS_CHECK_MS]).
///
/// While the topic cannot be read or written, [#get] and [#put] fail with a
/// [org.apache.kafka.common.errors.TimeoutException] after [SegueKafkaConfig#SCHEMAS_TIMEOUT_MS].
/// Thread-safe.
public final class TopicSchemaRegistry implements SchemaRegistry, AutoCloseable {
  private final SharedSchemas shared;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  private TopicSchemaRegistry(SharedSchemas shared) {
    this.shared = shared;
  }

  /// Opens a registry.
  ///
  /// @param configs the configuration of a producer or consumer: `bootstrap.servers`, the settings
  ///   for security, and the keys of [SegueKafkaConfig] for schemas
  /// @return a registry; close it when the serializers that use it are no longer used
  /// @throws ConfigException if a value is not valid or missing; the message names the key
  public static TopicSchemaRegistry open(Map<String, ?> configs) {
    Keys keys = Keys.of(configs);
    ClientSettings settings = ClientSettings.of(configs, keys.name(SegueKafkaConfig.SCHEMAS_TOPIC));
    return new TopicSchemaRegistry(SharedSchemas.acquire(settings, keys));
  }

  /// Stores a schema, and waits for the acknowledgement.
  ///
  /// @throws org.apache.kafka.common.KafkaException if it cannot be stored
  @Override
  public void put(long fingerprint, byte[] schema) {
    requireOpen();
    shared.publish(fingerprint, schema.clone());
  }

  /// Finds a schema.
  ///
  /// @return its bytes, or null if it is not on the topic
  /// @throws org.apache.kafka.common.KafkaException if the schema is not known, and the topic
  ///   cannot be read
  @Override
  public byte @Nullable [] get(long fingerprint) {
    requireOpen();
    return shared.find(fingerprint);
  }

  /// See [SharedSchemas#waiting].
  int waiting(long fingerprint) {
    return shared.waiting(fingerprint);
  }

  private void requireOpen() {
    if (isClosed.get()) {
      throw new IllegalStateException("the registry of schemas is closed");
    }
  }

  /// Closes the registry. Closing the last registry of a process for a topic ends the thread and
  /// closes the connections.
  @Override
  public void close() {
    if (isClosed.compareAndSet(false, true)) {
      shared.release();
    }
  }
}
