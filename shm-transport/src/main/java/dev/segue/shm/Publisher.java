// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.routing.PublisherLanes;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Sends messages to the subscribers of a channel.
///
/// Messages are built directly in shared memory. Either claim space for the longest message that
/// you may need, write to it and commit the length that you have written; or offer a value and a
/// serializer. A lack of room is a return value, not an exception.
///
/// A publisher is for one thread at a time. A call that overlaps a call or an open claim of another
/// thread throws `IllegalStateException` and has no effect. Threads may take turns, if a lock or
/// another happens-before relationship orders their calls. A claim must be committed or aborted by
/// the thread that made it; if that thread ends first, the next call aborts the claim. Any thread
/// may call {@link #close()} at any time.
///
/// A call with a timeout tries at least once; with a timeout of zero or less, it tries exactly
/// once.
public final class Publisher implements MessageSender {

  private final Channel channel;
  private final long maxMessageLength;
  private final Membership membership;
  private final Claims claims;
  private final CodecMemory memory = new CodecMemory();

  Publisher(Channel channel, PublisherLanes lanes, Membership membership) {
    this.channel = channel;
    this.maxMessageLength = channel.maxMessageLength();
    this.membership = membership;
    this.claims = new Claims(channel.path(), maxMessageLength, lanes, membership);
  }

  /// Claims space for a message, if there is room now.
  ///
  /// @param maxLength an upper bound of the message's length in bytes
  /// @return the claim, the same object each time; or null when there is no room until a subscriber
  ///   has read more
  /// @throws TransportException `MESSAGE_TOO_LONG` when `maxLength` exceeds {@link
  ///   #maxMessageLength()}; `FENCED` or `NOT_FOUND` when this publisher is no longer a member of
  ///   the channel; `CORRUPT`; as {@link Channel#addPublisher()} when a lane to a new subscriber
  ///   cannot be mapped
  /// @throws IllegalStateException when the last claim is still open, another thread is using the
  ///   publisher, or it is closed
  /// @throws IllegalArgumentException when `maxLength` is negative
  public @Nullable Claim tryClaim(long maxLength) {
    return claims.tryClaim(maxLength, 0) ? claims.claim : null;
  }

  /// Claims space for a message, and waits for room if there is none.
  ///
  /// After a short spin, the thread sleeps until a subscriber returns space. On Linux it sleeps on
  /// a futex and uses no CPU. On other systems, and without native access, it checks every 0.1 to 2
  /// ms instead.
  ///
  /// @param maxLength an upper bound of the message's length in bytes
  /// @param timeout how long to wait
  /// @return the claim, the same object each time; or null when the timeout elapsed
  /// @throws TransportException as {@link #tryClaim(long)}; `INTERRUPTED` when the thread is
  ///   interrupted while it waits (it stays interrupted)
  /// @throws IllegalStateException as {@link #tryClaim(long)}, also when the publisher is closed
  ///   while it waits
  /// @throws IllegalArgumentException when `maxLength` is negative
  public @Nullable Claim tryClaim(long maxLength, Duration timeout) {
    return claims.tryClaim(maxLength, nanos(timeout)) ? claims.claim : null;
  }

  /// Claims space for a message, and idles in the given way until there is room.
  ///
  /// @param maxLength an upper bound of the message's length in bytes
  /// @param idle how to wait between two attempts; its first call has the argument 1, to reset it
  /// @return the claim, the same object each time
  /// @throws TransportException as {@link #tryClaim(long)}; `INTERRUPTED` when the thread is
  ///   interrupted before there is room (it stays interrupted)
  /// @throws IllegalStateException as {@link #tryClaim(long)}, also when the publisher is closed
  ///   while it waits
  /// @throws IllegalArgumentException when `maxLength` is negative
  public Claim claim(long maxLength, IdleAction idle) {
    claims.claim(maxLength, idle);
    return claims.claim;
  }

  @Override
  public boolean offer(MemorySegment message) {
    return claims.offer(message, 0);
  }

  @Override
  public boolean offer(MemorySegment message, Duration timeout) {
    return claims.offer(message, nanos(timeout));
  }

  @Override
  public <T extends @Nullable Object> boolean offer(MessageCodec<T> codec, T value) {
    return offerCoded(codec, value, 0);
  }

  @Override
  public <T extends @Nullable Object> boolean offer(
      MessageCodec<T> codec, T value, Duration timeout) {
    return offerCoded(codec, value, nanos(timeout));
  }

  /// Serializes a value into the lane and sends it, if there is room now.
  ///
  /// Allocates a segment of 40 bytes for the serializer, unless the JIT inlines the serializer; it
  /// does not at a call site that sees several serializers. {@link #tryClaim(long)} avoids this.
  @Override
  public <T extends @Nullable Object> boolean offer(
      MessageSerializer<? super T> serializer, T value, long maxLength) {
    return offerInPlace(serializer, value, maxLength, 0);
  }

  /// Serializes a value into the lane and sends it, and waits for room if there is none. It waits
  /// as {@link #tryClaim(long, Duration)} does, before it serializes.
  @Override
  public <T extends @Nullable Object> boolean offer(
      MessageSerializer<? super T> serializer, T value, long maxLength, Duration timeout) {
    return offerInPlace(serializer, value, maxLength, nanos(timeout));
  }

  private <T extends @Nullable Object> boolean offerInPlace(
      MessageSerializer<? super T> serializer, T value, long maxLength, long timeoutNanos) {
    if (!claims.tryClaim(maxLength, timeoutNanos)) {
      return false;
    }
    try {
      claims.claim.commit(serializer.write(value, claims.claimed(), 0));
    } catch (InternalError e) {
      throw claims.translate(e);
    } finally {
      claims.end();
    }
    return true;
  }

  private <T extends @Nullable Object> boolean offerCoded(
      MessageCodec<T> codec, T value, long timeoutNanos) {
    MessageEncoding encoding = codec.encoding();
    return encoding == null
        ? offerInPlace(codec.serializer(), value, codec.maxLength(), timeoutNanos)
        : offerEncoded(codec, encoding, value, timeoutNanos);
  }

  private <T extends @Nullable Object> boolean offerEncoded(
      MessageCodec<T> codec, MessageEncoding encoding, T value, long timeoutNanos) {
    claims.beginUnclaimed();
    try {
      MemorySegment content = memory.serialize(codec, value);
      long maxLength = encoding.maxEncodedLength(content.byteSize());
      if (!claims.tryReserve(maxLength, timeoutNanos)) {
        return false;
      }
      claims.claim.commit(encoding.encode(content, claims.claimed()));
      return true;
    } catch (InternalError e) {
      throw claims.translate(e);
    } finally {
      claims.end();
    }
  }

  /// Converts without overflow: durations beyond 292 years become 292 years.
  static long nanos(Duration timeout) {
    return TimeUnit.NANOSECONDS.convert(timeout);
  }

  /// The length of the longest message that the channel accepts.
  ///
  /// @return bytes
  @Override
  public long maxMessageLength() {
    return maxMessageLength;
  }

  /// Whether the channel has a subscriber. Without one, a pair and a queue keep messages for the
  /// next subscriber until their lanes are full, and a broadcast discards them.
  ///
  /// @return whether {@link #subscriberCount()} is more than zero
  /// @throws TransportException as {@link #subscriberCount()}
  /// @throws IllegalStateException as {@link #subscriberCount()}
  @Override
  public boolean isConnected() {
    return subscriberCount() > 0;
  }

  /// The number of subscribers that messages of this publisher reach. While a claim is open, it is
  /// the number at the time of the claim.
  ///
  /// A subscriber whose process has died is counted until its death is noticed, within a fraction
  /// of a second.
  ///
  /// @return the number of subscribers
  /// @throws TransportException as {@link #tryClaim(long)}
  /// @throws IllegalStateException when another thread is using the publisher, or it is closed
  public int subscriberCount() {
    return claims.subscribers();
  }

  /// Waits until messages of this publisher reach a number of subscribers. After this has returned
  /// true, each message of a broadcast reaches at least that number, unless some leave.
  ///
  /// @param count the number of subscribers to wait for
  /// @param timeout how long to wait
  /// @return true when the channel had at least that number; false when the timeout elapsed
  /// @throws TransportException as {@link #tryClaim(long)}; `INTERRUPTED` when the thread is
  ///   interrupted while it waits (it stays interrupted)
  /// @throws IllegalStateException when a claim is open, another thread is using the publisher, or
  ///   it is closed before or during the wait
  public boolean awaitSubscribers(int count, Duration timeout) {
    return claims.awaitSubscribers(count, nanos(timeout));
  }

  /// Leaves the channel. An open claim is aborted; committed messages stay for the subscribers.
  /// Closing a second time has no effect.
  ///
  /// @throws TransportException when the channel's registry cannot be updated; the publisher is
  ///   closed nevertheless
  @Override
  public void close() {
    channel.leave(membership);
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "publisher " + membership.memberSlot().id() + " of " + channel.path();
  }

  /// Ends the use that this thread has begun, if any, and aborts its open claim.
  void end() {
    claims.end();
  }

  /// Translates an error thrown by an access to the claim's memory.
  ///
  /// @throws InternalError the same error, if a truncated file is not its cause
  TransportException translate(InternalError e) {
    return claims.translate(e);
  }
}
