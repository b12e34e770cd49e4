// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/// A Kafka deserializer of keys or values that [SegueSerializer] has written, which the keys of
/// [SegueKafkaConfig] configure.
///
/// Reads directly from the consumer's buffer: the bytes of a record are not copied, unless they are
/// compressed. A tombstone, null, is read as null.
///
/// A record that cannot be read is a [SerializationException] with Segue's message. If its schema
/// may be on a topic that cannot be read at the moment, the exception is another Kafka exception,
/// such as a [org.apache.kafka.common.errors.TimeoutException]: such a record must not be skipped.
/// A consumer wraps both in its own exception, as their cause.
///
/// Any number of threads may use a deserializer after it has been configured.
///
/// @param <T> the type of the keys or values
public class SegueDeserializer<T> implements Deserializer<T> {
  private final dev.segue.serializer.@Nullable Serializer given;
  private final Class<?> type;
  private volatile @Nullable RecordForm form;

  /// Creates a deserializer that [#configure] completes. A consumer calls it for a deserializer
  /// that its configuration names.
  public SegueDeserializer() {
    this.given = null;
    this.type = Object.class;
  }

  /// Creates a deserializer of values that uses a serializer of the application, and can be used
  /// without [#configure]. If it is configured anyway, the keys for classes, schemas and limits
  /// have no effect.
  ///
  /// @param serializer reads the values
  /// @param type the class of the values, or a supertype of their classes
  public SegueDeserializer(dev.segue.serializer.Serializer serializer, Class<T> type) {
    this.given = Objects.requireNonNull(serializer, "serializer");
    this.type = Objects.requireNonNull(type, "type");
    this.form = Forms.of(serializer, type, Map.of());
  }

  static RecordForm configured(@Nullable RecordForm form) {
    if (form == null) {
      throw new IllegalStateException(
          "call configure(configs, isKey) first; after close(), nothing can be written or read");
    }
    return form;
  }

  /// Configures this deserializer.
  ///
  /// @param configs the configuration, with the keys of [SegueKafkaConfig] among others
  /// @param isKey whether it deserializes keys
  /// @throws ConfigException if a value is not valid or missing; the message names the key
  @Override
  public void configure(Map<String, ?> configs, boolean isKey) {
    RecordForm last = form; // other threads use this one until the new one is ready
    form = given == null || isKey ? Forms.of(configs, isKey) : Forms.of(given, type, configs);
    if (last != null) {
      last.close();
    }
  }

  @Override
  public @Nullable T deserialize(String topic, byte @Nullable [] data) {
    return data == null ? null : read(topic, ByteBuffer.wrap(data));
  }

  @Override
  public @Nullable T deserialize(String topic, Headers headers, byte @Nullable [] data) {
    return deserialize(topic, data);
  }

  /// Reads a key or value in place.
  ///
  /// @param topic the topic of the record, for messages
  /// @param headers not used
  /// @param data the bytes from position to limit, on the heap or direct; its position moves
  /// @return the key or value; null if the buffer is null
  @Override
  public @Nullable T deserialize(String topic, Headers headers, @Nullable ByteBuffer data) {
    return data == null ? null : read(topic, data);
  }

  @SuppressWarnings("unchecked") // as configured
  private @Nullable T read(String topic, ByteBuffer data) {
    RecordForm current = configured(form);
    try {
      return (T) current.read(data);
    } catch (RuntimeException e) {
      throw Failures.of(e, "cannot read a record of topic " + topic);
    }
  }

  /// Releases dictionaries and the topic of schemas. A deserializer without either stays usable, so
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
