// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Receives messages. {@link Subscriber} is the shared-memory implementation; other transports
/// implement it with the same guarantees.
///
/// A poll passes the messages that are available to a handler, and returns how many there were.
/// With a timeout it waits for the first of them. Every poll with a timeout looks at least once,
/// and with a timeout of zero or less no more than once.
///
/// A receiver is for one thread at a time. A call that overlaps a call of another thread throws
/// `IllegalStateException` and has no effect. Threads may take turns if something orders their
/// calls, such as a lock: handing a receiver over needs a happens-before relationship.
public interface MessageReceiver extends AutoCloseable {

  /// Passes the available messages to a handler.
  ///
  /// @param handler called for each message. If it throws, the exception passes through, and the
  ///   message counts as handled
  /// @param limit the largest number of messages to handle; zero or less: none
  /// @return the number of messages handled
  /// @throws TransportException failures of the transport
  /// @throws IllegalStateException when the receiver is closed, another thread is using it, or the
  ///   handler polls it
  int poll(MessageHandler handler, int limit);

  /// Passes the available messages to a handler, and waits for a message if there is none.
  ///
  /// @param handler called for each message, as in {@link #poll(MessageHandler, int)}
  /// @param limit the largest number of messages to handle; zero or less: none, without waiting
  /// @param timeout how long to wait for the first message
  /// @return the number of messages handled; 0 when the timeout elapsed
  /// @throws TransportException as {@link #poll(MessageHandler, int)}; `INTERRUPTED` when the
  ///   thread is interrupted while it waits (it stays interrupted)
  /// @throws IllegalStateException as {@link #poll(MessageHandler, int)}, also when the receiver is
  ///   closed while it waits
  int poll(MessageHandler handler, int limit, Duration timeout);

  /// Passes the values of the available messages to a consumer.
  ///
  /// @param <T> the values' type
  /// @param codec how messages are decoded and deserialized
  /// @param consumer called with each value. If it or the codec throws, the exception passes
  ///   through, and the message counts as handled
  /// @param limit the largest number of messages to handle; zero or less: none
  /// @return the number of messages handled
  /// @throws TransportException `CORRUPT` when an encoded message claims to be longer than the
  ///   codec allows; failures of the transport
  /// @throws IllegalStateException when the receiver is closed, another thread is using it, or the
  ///   consumer polls it
  <T extends @Nullable Object> int poll(
      MessageCodec<T> codec, Consumer<? super T> consumer, int limit);

  /// Passes the values of the available messages to a consumer, and waits for a message if there is
  /// none.
  ///
  /// @param <T> the values' type
  /// @param codec how messages are decoded and deserialized
  /// @param consumer called with each value, as in {@link #poll(MessageCodec, Consumer, int)}
  /// @param limit the largest number of messages to handle; zero or less: none, without waiting
  /// @param timeout how long to wait for the first message
  /// @return the number of messages handled; 0 when the timeout elapsed
  /// @throws TransportException as {@link #poll(MessageCodec, Consumer, int)}; `INTERRUPTED` when
  ///   the thread is interrupted while it waits (it stays interrupted)
  /// @throws IllegalStateException as {@link #poll(MessageCodec, Consumer, int)}, also when the
  ///   receiver is closed while it waits
  <T extends @Nullable Object> int poll(
      MessageCodec<T> codec, Consumer<? super T> consumer, int limit, Duration timeout);

  /// Stops receiving. Closing a second time has no effect. Any thread may close a receiver, at any
  /// time.
  @Override
  void close();
}
