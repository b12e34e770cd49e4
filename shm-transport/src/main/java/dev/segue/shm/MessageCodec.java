// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Converts values of one type to messages and back: a serializer, a deserializer, an upper bound
/// of the length, and optionally an encoding such as compression.
///
/// ```java
/// var orders = MessageCodec.of(serializer::write, m -> serializer.read(m, 0, Order.class), 4096);
/// publisher.offer(orders, order, Duration.ofSeconds(1));
/// subscriber.poll(orders, System.out::println, 10);
/// ```
///
/// Without an encoding, a value is written to the transport's own memory and read from there. With
/// an encoding, it is written to memory of the sender and encoded from there into the transport's
/// memory.
///
/// A codec is immutable. It is thread-safe if the functions that it is made of are.
///
/// @param <T> the values' type; a nullable one if the serializer accepts null and the deserializer
///   may return it
public final class MessageCodec<T extends @Nullable Object> {

  private final MessageSerializer<? super T> serializer;
  private final MessageDeserializer<? extends T> deserializer;
  private final long maxLength;
  private final @Nullable MessageEncoding encoding;

  private MessageCodec(
      MessageSerializer<? super T> serializer,
      MessageDeserializer<? extends T> deserializer,
      long maxLength,
      @Nullable MessageEncoding encoding) {
    this.serializer = Objects.requireNonNull(serializer, "serializer");
    this.deserializer = Objects.requireNonNull(deserializer, "deserializer");
    this.maxLength = maxLength;
    this.encoding = encoding;
  }

  /// Creates a codec without an encoding.
  ///
  /// @param <T> the values' type
  /// @param serializer turns a value into bytes, such as `serializer::write`
  /// @param deserializer turns bytes into a value
  /// @param maxLength an upper bound of a serialized value's length in bytes, up to {@link
  ///   ChannelConfig#MAX_LANE_CAPACITY}. With an encoding, each sender also has scratch memory of
  ///   this size, in which values are serialized before they are encoded
  /// @return the codec
  /// @throws IllegalArgumentException when the length is negative, or longer than a lane can be
  public static <T extends @Nullable Object> MessageCodec<T> of(
      MessageSerializer<? super T> serializer,
      MessageDeserializer<? extends T> deserializer,
      long maxLength) {
    if (maxLength < 0 || maxLength > ChannelConfig.MAX_LANE_CAPACITY) {
      throw new IllegalArgumentException(
          "maxLength=%d: must be from 0 to %d bytes"
              .formatted(maxLength, ChannelConfig.MAX_LANE_CAPACITY));
    }
    return new MessageCodec<>(serializer, deserializer, maxLength, null);
  }

  /// Returns a codec with the same serializer, deserializer and bound, and an encoding.
  ///
  /// @param newEncoding encodes serialized values, and decodes messages before they are
  ///   deserialized
  /// @return the new codec
  public MessageCodec<T> encodedBy(MessageEncoding newEncoding) {
    Objects.requireNonNull(newEncoding, "newEncoding");
    return new MessageCodec<>(serializer, deserializer, maxLength, newEncoding);
  }

  /// The serializer.
  ///
  /// @return the serializer that was given to {@link #of}
  public MessageSerializer<? super T> serializer() {
    return serializer;
  }

  /// The deserializer.
  ///
  /// @return the deserializer that was given to {@link #of}
  public MessageDeserializer<? extends T> deserializer() {
    return deserializer;
  }

  /// The upper bound of a serialized value's length, before it is encoded.
  ///
  /// @return bytes
  public long maxLength() {
    return maxLength;
  }

  /// The encoding.
  ///
  /// @return the encoding that was given to {@link #encodedBy}, or null if the codec has none
  public @Nullable MessageEncoding encoding() {
    return encoding;
  }
}
