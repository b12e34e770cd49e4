// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;

/// What can send messages: a {@link Publisher} through shared memory, or one of another transport
/// that keeps the same promises. One thread at a time.
///
/// What was sent arrives whole, in order and once, or not at all; no room is an answer, not an
/// error.
public interface MessageSender extends AutoCloseable {

  /// The length of the longest message that it takes.
  ///
  /// @return bytes
  long maxMessageLength();

  /// Sends a copy of a message.
  ///
  /// @param message its bytes, of any kind of memory
  /// @return false when there is no room until a receiver has read more
  /// @throws ShmException `MESSAGE_TOO_LONG`, and what the transport has to say
  /// @throws IllegalStateException when the sender is closed
  boolean offer(MemorySegment message);

  /// Sends a value that is turned into bytes where the transport has them.
  ///
  /// @param <T> the value's type
  /// @param writer what turns it into bytes, such as `serializer::write`
  /// @param value what to send
  /// @param maxLength the most bytes that it may take; the writer gets a segment of that size
  /// @return false when there is no room until a receiver has read more
  /// @throws ShmException `MESSAGE_TOO_LONG`, and what the transport has to say
  /// @throws IllegalStateException when the sender is closed
  /// @throws IndexOutOfBoundsException when the writer says that it wrote more than it had room
  ///   for; whatever the writer throws passes through, and nothing is sent
  <T> boolean send(MessageWriter<? super T> writer, T value, long maxLength);

  /// Sends a value in a format, encoded when the format says so.
  ///
  /// @param <T> the value's type
  /// @param format how it becomes bytes
  /// @param value what to send
  /// @return false when there is no room until a receiver has read more
  /// @throws ShmException as {@link #send(MessageWriter, Object, long)}
  /// @throws IllegalStateException when the sender is closed
  <T> boolean send(MessageFormat<T> format, T value);

  /// Ends sending. What was sent stays for the receivers.
  @Override
  void close();
}
