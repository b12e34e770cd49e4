// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Receives values of one type: a {@link Subscriber} and a {@link MessageCodec} in one object. See
/// {@link Channel#addSubscriber(MessageCodec)}.
///
/// It is for one thread at a time, as its subscriber is. It allocates nothing beyond the values and
/// the views of messages that the codec gets. (A lambda or method reference that captures something
/// is an object: keep the consumer in a field where that matters.)
///
/// @param <T> the values' type
public final class TypedSubscriber<T extends @Nullable Object> implements AutoCloseable {

  private final Subscriber subscriber;
  private final MessageCodec<T> codec;

  TypedSubscriber(Subscriber subscriber, MessageCodec<T> codec) {
    this.subscriber = subscriber;
    this.codec = codec;
  }

  /// Passes the values of the available messages to a consumer.
  ///
  /// @param consumer called with each value. If it or the codec throws, the exception passes
  ///   through, and the message counts as handled
  /// @param limit the largest number of messages to handle; zero or less: none
  /// @return the number of messages handled
  /// @throws TransportException as {@link Subscriber#poll(MessageCodec, Consumer, int)}
  /// @throws IllegalStateException as {@link Subscriber#poll(MessageCodec, Consumer, int)}
  public int poll(Consumer<? super T> consumer, int limit) {
    return subscriber.poll(codec, consumer, limit);
  }

  /// Passes the values of the available messages to a consumer, and waits for a message if there is
  /// none.
  ///
  /// @param consumer called with each value, as in {@link #poll(Consumer, int)}
  /// @param limit the largest number of messages to handle; zero or less: none, without waiting
  /// @param timeout how long to wait for the first message
  /// @return the number of messages handled; 0 when the timeout elapsed
  /// @throws TransportException as {@link Subscriber#poll(MessageCodec, Consumer, int, Duration)}
  /// @throws IllegalStateException as {@link Subscriber#poll(MessageCodec, Consumer, int,
  ///   Duration)}
  public int poll(Consumer<? super T> consumer, int limit, Duration timeout) {
    return subscriber.poll(codec, consumer, limit, timeout);
  }

  /// The subscriber that receives the messages.
  ///
  /// @return the same object each time; closing it closes this
  public Subscriber subscriber() {
    return subscriber;
  }

  /// Leaves the channel, as {@link Subscriber#close()} does.
  ///
  /// @throws TransportException as {@link Subscriber#close()}
  @Override
  public void close() {
    subscriber.close();
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return subscriber.toString();
  }
}
