// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/// A [SegueSerializer] and a [SegueDeserializer], for Kafka Streams.
///
/// @param <T> the type of the keys or values
public class SegueSerde<T> implements Serde<T> {
  private final SegueSerializer<T> serializer;
  private final SegueDeserializer<T> deserializer;

  /// Creates a serde that [#configure] completes. Kafka Streams calls both for a serde that its
  /// configuration names; for other serdes, call [#configure] with the configuration of Kafka
  /// Streams.
  public SegueSerde() {
    this.serializer = new SegueSerializer<>();
    this.deserializer = new SegueDeserializer<>();
  }

  /// Creates a serde of values that uses a serializer of the application, and can be used without
  /// [#configure].
  ///
  /// @param serializer writes and reads the values
  /// @param type the class of the values, or a supertype of their classes
  public SegueSerde(dev.segue.serializer.Serializer serializer, Class<T> type) {
    this.serializer = new SegueSerializer<>(serializer);
    this.deserializer = new SegueDeserializer<>(serializer, type);
  }

  /// Configures the serializer and the deserializer.
  ///
  /// @param configs the configuration, with the keys of [SegueKafkaConfig] among others
  /// @param isKey whether this is for keys
  /// @throws ConfigException if a value is not valid or missing; the message names the key
  @Override
  public void configure(Map<String, ?> configs, boolean isKey) {
    serializer.configure(configs, isKey);
    deserializer.configure(configs, isKey);
  }

  @Override
  public Serializer<T> serializer() {
    return serializer;
  }

  @Override
  public Deserializer<T> deserializer() {
    return deserializer;
  }

  @Override
  public void close() {
    try {
      serializer.close();
    } finally {
      deserializer.close();
    }
  }
}
