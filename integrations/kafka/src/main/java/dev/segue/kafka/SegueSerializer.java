// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/// A Kafka serializer of keys or values, which the keys of [SegueKafkaConfig] configure.
///
/// Values can be read with older and newer versions of their classes. Equal keys have equal bytes.
/// Null is written as null, a tombstone.
///
/// A key or value that cannot be written is a [SerializationException] with Segue's message. If a
/// schema cannot be stored on the topic of schemas, the exception is the Kafka exception for the
/// cause, such as a [org.apache.kafka.common.errors.TimeoutException], and the record is not sent.
///
/// Any number of threads may use a serializer after it has been configured.
///
/// @param <T> the type of the keys or values
public class SegueSerializer<T> implements Serializer<T> {
  private final dev.segue.serializer.@Nullable Serializer given;
  private volatile @Nullable RecordForm form;

  /// Creates a serializer that [#configure] completes. A producer calls it for a serializer that
  /// its configuration names.
  public SegueSerializer() {
    this.given = null;
  }

  /// Creates a serializer of values that uses a serializer of the application, and can be used
  /// without [#configure]. If it is configured anyway, the keys for classes, schemas and limits
  /// have no effect.
  ///
  /// @param serializer writes the values; use compatible mode if classes may change
  public SegueSerializer(dev.segue.serializer.Serializer serializer) {
    this.given = Objects.requireNonNull(serializer, "serializer");
    this.form = Forms.of(serializer, Object.class, Map.of());
  }

  /// Configures this serializer.
  ///
  /// @param configs the configuration, with the keys of [SegueKafkaConfig] among others
  /// @param isKey whether it serializes keys
  /// @throws ConfigException if a value is not valid or missing; the message names the key
  @Override
  public void configure(Map<String, ?> configs, boolean isKey) {
    RecordForm last = form; // other threads use this one until the new one is ready
    form =
        given == null || isKey ? Forms.of(configs, isKey) : Forms.of(given, Object.class, configs);
    if (last != null) {
      last.close();
    }
  }

  @Override
  public byte @Nullable [] serialize(String topic, @Nullable T data) {
    return write(topic, null, data);
  }

  @Override
  public byte @Nullable [] serialize(String topic, Headers headers, @Nullable T data) {
    return write(topic, headers, data);
  }

  private byte @Nullable [] write(String topic, @Nullable Headers headers, @Nullable T data) {
    if (data == null) {
      return null;
    }
    RecordForm current = SegueDeserializer.configured(form);
    try {
      return current.write(headers, data);
    } catch (RuntimeException e) {
      throw Failures.of(e, "cannot write a record for topic " + topic);
    }
  }

  /// Releases dictionaries and the topic of schemas. A serializer without either stays usable, so
  /// that several clients can share it and each close it.
  @Override
  public void close() {
    RecordForm last = form;
    if (last != null && last.holdsResources()) {
      form = null;
      last.close();
    }
  }
}
