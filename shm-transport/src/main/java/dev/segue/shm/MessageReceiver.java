// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.util.function.Consumer;

/// What can receive messages: a {@link Subscriber} of shared memory, or one of another transport
/// that keeps the same promises. One thread at a time.
public interface MessageReceiver extends AutoCloseable {

  /// Gives the messages that are there to a handler.
  ///
  /// @param handler what takes them; if it throws, that passes through, and the message counts as
  ///   handled
  /// @param limit how many messages at most
  /// @return how many there were
  /// @throws ShmException what the transport has to say
  /// @throws IllegalStateException when the receiver is closed, or the handler polls it
  int poll(MessageHandler handler, int limit);

  /// Gives the values that are there to a consumer.
  ///
  /// @param <T> the values' type
  /// @param format how they become values
  /// @param consumer what takes them; if it or the format throws, that passes through, and the
  ///   message counts as handled
  /// @param limit how many messages at most
  /// @return how many there were
  /// @throws ShmException `CORRUPT` when an encoded message would be longer than the format allows;
  ///   what the transport has to say
  /// @throws IllegalStateException when the receiver is closed, or the consumer polls it
  <T> int poll(MessageFormat<T> format, Consumer<? super T> consumer, int limit);

  /// Polls, and idles when there was nothing: one turn of a loop.
  ///
  /// @param handler what takes the messages
  /// @param limit how many messages at most
  /// @param idle how to wait; called after each poll, with the number of messages
  /// @return how many there were
  /// @throws ShmException as {@link #poll(MessageHandler, int)}
  /// @throws IllegalStateException as {@link #poll(MessageHandler, int)}
  default int poll(MessageHandler handler, int limit, IdleAction idle) {
    int count = poll(handler, limit);
    idle.idle(count);
    return count;
  }

  /// Ends receiving.
  @Override
  void close();
}
