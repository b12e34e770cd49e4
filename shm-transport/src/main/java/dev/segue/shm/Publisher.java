// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.lane.LaneFault;
import dev.segue.shm.lane.LaneProducer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/// The sending end of a channel. One thread at a time.
///
/// Messages are built in the shared memory itself: claim room for as much as the message may take,
/// write, commit what it took. No room is an answer, not an error.
public final class Publisher implements AutoCloseable {

  private final Path channel;
  private final long maxMessageLength;
  private final LaneProducer lane;
  private final Membership membership;
  private final Claim claim;

  Publisher(Path channel, long maxMessageLength, LaneProducer lane, Membership membership) {
    this.channel = channel;
    this.maxMessageLength = maxMessageLength;
    this.lane = lane;
    this.membership = membership;
    this.claim = new Claim(lane);
  }

  /// Claims room for a message of at most that length.
  ///
  /// @param maxLength in bytes
  /// @return the claim, the same object each time; or null when there is no room until the
  ///   subscriber has read more
  /// @throws ShmException `MESSAGE_TOO_LONG` when it would not fit an empty lane; `CORRUPT`
  /// @throws IllegalStateException when the last claim is still open, or the publisher closed
  public @Nullable Claim tryClaim(long maxLength) {
    return tryReserve(maxLength) ? claim : null;
  }

  /// Claims room for a message, waiting for it as long as it takes.
  ///
  /// @param maxLength in bytes
  /// @param idle how to wait
  /// @return the claim, the same object each time
  /// @throws ShmException as {@link #tryClaim}; `INTERRUPTED` when the thread is interrupted before
  ///   there is room, and it stays interrupted
  /// @throws IllegalStateException when the last claim is still open, or the publisher closed
  public Claim claim(long maxLength, IdleStrategy idle) {
    if (!tryReserve(maxLength)) {
      idle.reset();
      do {
        if (Thread.currentThread().isInterrupted()) {
          throw new ShmException(
              ShmException.Kind.INTERRUPTED, "interrupted while waiting for room in " + channel);
        }
        idle.idle();
      } while (!tryReserve(maxLength));
    }
    return claim;
  }

  /// Sends a copy of a message.
  ///
  /// @param message its bytes, of any kind of memory
  /// @return false when there is no room until the subscriber has read more
  /// @throws ShmException as {@link #tryClaim}
  /// @throws IllegalStateException when a claim is open, or the publisher closed
  public boolean offer(MemorySegment message) {
    long length = message.byteSize();
    if (!tryReserve(length)) {
      return false;
    }
    try {
      lane.fill(message);
    } catch (RuntimeException | Error e) {
      lane.abort();
      throw e;
    }
    lane.commit(length);
    return true;
  }

  /// Sends a value that is turned into bytes in the lane itself.
  ///
  /// @param <T> the value's type
  /// @param writer what turns it into bytes, such as `serializer::write`
  /// @param value what to send
  /// @param maxLength the most bytes that it may take; the writer gets a segment of that size
  /// @return false when there is no room until the subscriber has read more; the writer was not
  ///   called then
  /// @throws ShmException as {@link #tryClaim}
  /// @throws IllegalStateException when a claim is open, or the publisher closed
  /// @throws IndexOutOfBoundsException when the writer says that it wrote more than it had room
  ///   for; whatever the writer throws passes through, and nothing is sent
  public <T> boolean send(MessageWriter<? super T> writer, T value, long maxLength) {
    Claim room = tryClaim(maxLength);
    if (room == null) {
      return false;
    }
    try {
      room.commit(writer.write(value, room.segment(), 0));
    } finally {
      if (lane.isClaimed()) {
        lane.abort();
      }
    }
    return true;
  }

  /// Leaves the channel. An open claim is aborted; what was committed stays for the subscriber.
  @Override
  public void close() {
    try {
      membership.leave();
    } catch (IOException e) {
      throw ShmException.of(channel, e);
    }
  }

  private boolean tryReserve(long maxLength) {
    membership.require();
    if (lane.isClaimed()) {
      throw new IllegalStateException("the last claim is still open: commit or abort it first");
    }
    if (maxLength < 0) {
      throw new IllegalArgumentException("maxLength=" + maxLength);
    }
    if (maxLength > maxMessageLength) {
      throw new ShmException(
          ShmException.Kind.MESSAGE_TOO_LONG,
          "a message of %d bytes, and the lanes of %s take at most %d: create it with more capacity"
              .formatted(maxLength, channel, maxMessageLength));
    }
    try {
      return lane.tryClaim(maxLength) != LaneProducer.NO_ROOM;
    } catch (LaneFault e) {
      throw ShmException.of(channel, e);
    }
  }
}
