// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Sends messages. {@link Publisher} is the shared-memory implementation; other transports
/// implement it with the same guarantees.
///
/// A message arrives whole, in order and once, or not at all. A lack of room is a return value, not
/// an exception: an offer returns false, and with a timeout it first waits for room. Every offer
/// with a timeout tries at least once, and with a timeout of zero or less no more than once.
///
/// A sender is for one thread at a time. A call that overlaps a call of another thread throws
/// `IllegalStateException` and has no effect. Threads may take turns if something orders their
/// calls, such as a lock: handing a sender over needs a happens-before relationship.
public interface MessageSender extends AutoCloseable {

  /// The length of the longest message that this sender accepts.
  ///
  /// @return bytes
  long maxMessageLength();

  /// Sends a copy of a message, if there is room now.
  ///
  /// @param message its bytes, in heap, native or mapped memory
  /// @return true when it was sent; false when there is no room until a receiver has read more
  /// @throws TransportException `MESSAGE_TOO_LONG`, and failures of the transport
  /// @throws IllegalStateException when the sender is closed, or another thread is using it
  boolean offer(MemorySegment message);

  /// Sends a copy of a message, and waits for room if there is none.
  ///
  /// @param message its bytes, in heap, native or mapped memory
  /// @param timeout how long to wait
  /// @return true when it was sent; false when the timeout elapsed before there was room
  /// @throws TransportException as {@link #offer(MemorySegment)}; `INTERRUPTED` when the thread is
  ///   interrupted while it waits (it stays interrupted)
  /// @throws IllegalStateException as {@link #offer(MemorySegment)}, also when the sender is closed
  ///   while it waits
  boolean offer(MemorySegment message, Duration timeout);

  /// Serializes and encodes a value with a codec and sends it, if there is room now.
  ///
  /// @param <T> the value's type
  /// @param codec how the value is serialized and, if the codec has an encoding, encoded
  /// @param value what to send
  /// @return true when it was sent; false when there is no room until a receiver has read more
  /// @throws TransportException as {@link #offer(MessageSerializer, Object, long)}
  /// @throws IllegalStateException as {@link #offer(MessageSerializer, Object, long)}
  <T extends @Nullable Object> boolean offer(MessageCodec<T> codec, T value);

  /// Serializes and encodes a value with a codec and sends it, and waits for room if there is none.
  ///
  /// @param <T> the value's type
  /// @param codec how the value is serialized and, if the codec has an encoding, encoded
  /// @param value what to send
  /// @param timeout how long to wait
  /// @return true when it was sent; false when the timeout elapsed before there was room
  /// @throws TransportException as {@link #offer(MessageSerializer, Object, long, Duration)}
  /// @throws IllegalStateException as {@link #offer(MessageSerializer, Object, long, Duration)}
  <T extends @Nullable Object> boolean offer(MessageCodec<T> codec, T value, Duration timeout);

  /// Serializes a value into the transport's own memory and sends it, if there is room now.
  ///
  /// @param <T> the value's type
  /// @param serializer turns the value into bytes, such as `serializer::write`; it need not be
  ///   called when there is no room. Whatever it throws passes through, and nothing is sent
  /// @param value what to send
  /// @param maxLength an upper bound of the message's length; the serializer gets a segment of that
  ///   size
  /// @return true when it was sent; false when there is no room until a receiver has read more
  /// @throws TransportException `MESSAGE_TOO_LONG` when `maxLength` exceeds {@link
  ///   #maxMessageLength()}, and failures of the transport
  /// @throws IllegalStateException when the sender is closed, or another thread is using it
  /// @throws IllegalArgumentException when `maxLength` is negative
  /// @throws IndexOutOfBoundsException when the serializer returns a length that is negative or
  ///   more than `maxLength`; nothing is sent
  <T extends @Nullable Object> boolean offer(
      MessageSerializer<? super T> serializer, T value, long maxLength);

  /// Serializes a value into the transport's own memory and sends it, and waits for room if there
  /// is none. However long it waits, the value is serialized once.
  ///
  /// @param <T> the value's type
  /// @param serializer turns the value into bytes, such as `serializer::write`; it need not be
  ///   called when there is no room. Whatever it throws passes through, and nothing is sent
  /// @param value what to send
  /// @param maxLength an upper bound of the message's length; the serializer gets a segment of that
  ///   size
  /// @param timeout how long to wait
  /// @return true when it was sent; false when the timeout elapsed before there was room
  /// @throws TransportException as {@link #offer(MessageSerializer, Object, long)}; `INTERRUPTED`
  ///   when the thread is interrupted while it waits (it stays interrupted)
  /// @throws IllegalStateException as {@link #offer(MessageSerializer, Object, long)}, also when
  ///   the sender is closed while it waits
  /// @throws IllegalArgumentException when `maxLength` is negative
  /// @throws IndexOutOfBoundsException as {@link #offer(MessageSerializer, Object, long)}
  <T extends @Nullable Object> boolean offer(
      MessageSerializer<? super T> serializer, T value, long maxLength, Duration timeout);

  /// Whether at least one receiver is connected, as far as the transport knows. A loop that offers
  /// until there is room can use it to stop when no receiver is left.
  ///
  /// A receiver that has just died may be reported as connected until the transport has noticed.
  /// This default is for transports that cannot know.
  ///
  /// @return false when no receiver is connected; true when one is, or when the transport cannot
  ///   know
  /// @throws TransportException failures of the transport
  /// @throws IllegalStateException when the sender is closed, or another thread is using it
  default boolean isConnected() {
    return true;
  }

  /// Stops sending. Messages that were sent stay available to the receivers. Closing a second time
  /// has no effect. Any thread may close a sender, at any time.
  @Override
  void close();
}
