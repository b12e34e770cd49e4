// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Sends values of one type: a {@link Publisher} and a {@link MessageCodec} in one object. See
/// {@link Channel#addPublisher(MessageCodec)}.
///
/// It is for one thread at a time, as its publisher is. It allocates nothing beyond what the codec
/// allocates.
///
/// @param <T> the values' type
public final class TypedPublisher<T extends @Nullable Object> implements AutoCloseable {

  private final Publisher publisher;
  private final MessageCodec<T> codec;

  TypedPublisher(Publisher publisher, MessageCodec<T> codec) {
    this.publisher = publisher;
    this.codec = codec;
  }

  /// Sends a value, if there is room now.
  ///
  /// @param value what to send
  /// @return true when it was sent; false when there is no room until a subscriber has read more
  /// @throws TransportException as {@link Publisher#offer(MessageCodec, Object)}
  /// @throws IllegalStateException as {@link Publisher#offer(MessageCodec, Object)}
  public boolean offer(T value) {
    return publisher.offer(codec, value);
  }

  /// Sends a value, and waits for room if there is none.
  ///
  /// @param value what to send
  /// @param timeout how long to wait
  /// @return true when it was sent; false when the timeout elapsed before there was room
  /// @throws TransportException as {@link Publisher#offer(MessageCodec, Object, Duration)}
  /// @throws IllegalStateException as {@link Publisher#offer(MessageCodec, Object, Duration)}
  public boolean offer(T value, Duration timeout) {
    return publisher.offer(codec, value, timeout);
  }

  /// Whether the channel has a subscriber.
  ///
  /// @return as {@link Publisher#isConnected()}
  /// @throws TransportException as {@link Publisher#isConnected()}
  /// @throws IllegalStateException as {@link Publisher#isConnected()}
  public boolean isConnected() {
    return publisher.isConnected();
  }

  /// The publisher that sends the values.
  ///
  /// @return the same object each time; closing it closes this
  public Publisher publisher() {
    return publisher;
  }

  /// Leaves the channel, as {@link Publisher#close()} does.
  ///
  /// @throws TransportException as {@link Publisher#close()}
  @Override
  public void close() {
    publisher.close();
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return publisher.toString();
  }
}
