// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.events.BackPressureEvent;
import dev.segue.shm.events.SendEvent;
import dev.segue.shm.lane.LaneFault;
import dev.segue.shm.membership.FencedException;
import dev.segue.shm.os.PageFaults;
import dev.segue.shm.routing.Outbound;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A sending end of a channel. One thread at a time.
///
/// Messages are built in the shared memory itself: claim room for as much as the message may take,
/// write, commit what it took. No room is an answer, not an error.
///
/// Threads may take turns, one call after another, or one claim after another: a claim is written
/// and ended by the thread that made it. A call that overlaps one of another thread, or its open
/// claim, throws `IllegalStateException` and has no effect. An open claim whose thread has ended is
/// aborted by the next call. Any thread may call {@link #close()} at any time.
public final class Publisher implements MessageSender {

  private final Channel channel;
  private final Path file;
  private final long maxMessageLength;
  private final Outbound lanes;
  private final Membership membership;
  private final Claim claim = new Claim(this);
  private final Confinement use;
  private final MessageFormat.Scratch scratch = new MessageFormat.Scratch();
  private @Nullable Waiting waiting;

  /// How it waits.
  private final class Waiting extends Sleeper {
    private long length;

    Waiting() {
      super(membership);
    }

    boolean reserve(long maxLength, long timeoutNanos) throws IOException {
      length = maxLength;
      BackPressureEvent event = new BackPressureEvent();
      event.begin();
      boolean served = await(timeoutNanos) > 0;
      event.end();
      if (event.shouldCommit()) {
        event.channel = file.toString();
        event.length = maxLength;
        event.served = served;
        event.commit();
      }
      return served;
    }

    @Override
    int attempt() {
      return reserveOnce(length, true) ? 1 : 0;
    }

    @Override
    boolean isBehind() {
      return lanes.isBehind();
    }

    @Override
    ShmException interrupted() {
      return interruptedWaiting();
    }
  }

  Publisher(Channel channel, Outbound lanes, Membership membership) {
    this.channel = channel;
    this.file = channel.file();
    this.maxMessageLength = channel.maxMessageLength();
    this.lanes = lanes;
    this.membership = membership;
    this.use = new Confinement("the publisher of " + file);
  }

  /// Claims room for a message of at most that length.
  ///
  /// @param maxLength in bytes
  /// @return the claim, the same object each time; or null when there is no room until a subscriber
  ///   has read more
  /// @throws ShmException `MESSAGE_TOO_LONG` when it would not fit an empty lane; `FENCED`;
  ///   `CORRUPT`; what {@link Channel#publisher()} throws, when a new lane cannot be had
  /// @throws IllegalStateException when the last claim is still open, another thread is using the
  ///   publisher, or it is closed
  public @Nullable Claim tryClaim(long maxLength) {
    return tryReserve(maxLength, true) ? claim : null;
  }

  /// Claims room for a message, waiting for it as long as it takes.
  ///
  /// @param maxLength in bytes
  /// @param idle how to wait; first called with 1, to begin anew
  /// @return the claim, the same object each time
  /// @throws ShmException as {@link #tryClaim}; `INTERRUPTED` when the thread is interrupted before
  ///   there is room, and it stays interrupted
  /// @throws IllegalStateException when the last claim is still open, another thread is using the
  ///   publisher, or it is closed
  public Claim claim(long maxLength, IdleAction idle) {
    begin();
    boolean reserved = false;
    try {
      if (!reserveOnce(maxLength, true)) {
        idle.idle(1);
        do {
          if (Thread.currentThread().isInterrupted()) {
            throw interruptedWaiting();
          }
          idle.idle(0);
        } while (!reserveOnce(maxLength, true));
      }
      reserved = true;
    } finally {
      if (!reserved) {
        use.exit();
      }
    }
    return claim;
  }

  /// Claims room for a message, and when there is none, spins for a little, and then sleeps until a
  /// subscriber has given some back: on a futex, so that waiting takes no processor. Elsewhere than
  /// on Linux it looks every 0.1 to 2 ms instead.
  ///
  /// @param maxLength in bytes
  /// @param timeout how long to wait
  /// @return the claim, the same object each time; or null when the time was over
  /// @throws ShmException as {@link #tryClaim}; `INTERRUPTED` when the thread is interrupted while
  ///   it waits, and it stays interrupted
  /// @throws IllegalStateException when the last claim is still open, another thread is using the
  ///   publisher, or it is closed
  public @Nullable Claim claimBlocking(long maxLength, Duration timeout) {
    begin();
    boolean reserved = false;
    try {
      reserved = reserveOnce(maxLength, true) || await(maxLength, timeout.toNanos());
    } finally {
      if (!reserved) {
        use.exit();
      }
    }
    return reserved ? claim : null;
  }

  private boolean await(long maxLength, long timeoutNanos) {
    Waiting known = waiting;
    try {
      if (known == null) {
        known = new Waiting();
        waiting = known;
      }
      return known.reserve(maxLength, timeoutNanos);
    } catch (IOException | InternalError e) {
      throw membership.told(e);
    }
  }

  /// Sends a copy of a message.
  ///
  /// @param message its bytes, of any kind of memory
  /// @return false when there is no room until a subscriber has read more
  /// @throws ShmException as {@link #tryClaim} and {@link Claim#commit}
  /// @throws IllegalStateException when a claim is open, another thread is using the publisher, or
  ///   it is closed
  @Override
  public boolean offer(MemorySegment message) {
    if (!tryReserve(message.byteSize(), false)) {
      return false;
    }
    try {
      lanes.commitCopy(message);
      PageFaults.settle();
      recordSend(message.byteSize());
    } catch (FencedException | InternalError e) {
      throw membership.told(e);
    } finally {
      end();
    }
    return true;
  }

  /// Sends a value that is turned into bytes in the lane itself. The view that the writer gets is
  /// an object of 40 bytes where the JIT does not compile the writer in place, as it doesn't where
  /// it has seen many of them: {@link #tryClaim} does without.
  ///
  /// @param <T> the value's type
  /// @param writer what turns it into bytes, such as `serializer::write`
  /// @param value what to send
  /// @param maxLength the most bytes that it may take; the writer gets a segment of that size
  /// @return false when there is no room until a subscriber has read more; the writer was not
  ///   called then
  /// @throws ShmException as {@link #tryClaim} and {@link Claim#commit}
  /// @throws IllegalStateException when a claim is open, another thread is using the publisher, or
  ///   it is closed
  /// @throws IndexOutOfBoundsException when the writer says that it wrote more than it had room
  ///   for; whatever the writer throws passes through, and nothing is sent
  @Override
  public <T> boolean send(MessageWriter<? super T> writer, T value, long maxLength) {
    if (!tryReserve(maxLength, true)) {
      return false;
    }
    try {
      long length = writer.write(value, lanes.claimed(), 0);
      claim.commit(length);
    } catch (InternalError e) {
      throw membership.told(e);
    } finally {
      end();
    }
    return true;
  }

  @Override
  public <T> boolean send(MessageFormat<T> format, T value) {
    return format.send(this, value, scratch);
  }

  /// The length of the longest message that the channel takes.
  @Override
  public long maxMessageLength() {
    return maxMessageLength;
  }

  /// Leaves the channel. An open claim is aborted; what was committed stays for the subscribers.
  @Override
  public void close() {
    channel.leave(membership);
  }

  private ShmException interruptedWaiting() {
    return new ShmException(
        ShmException.Kind.INTERRUPTED, "interrupted while waiting for room in " + file);
  }

  /// Begins a use, which ends when nothing was reserved, or with the claim.
  private void begin() {
    if (!use.enter()) {
      throw new IllegalStateException("the last claim is still open: commit or abort it first");
    }
  }

  /// Ends a use, and the claim with it. Any later one is none of this thread's.
  void end() {
    if (use.isInside()) {
      if (lanes.claimedLength() >= 0) {
        lanes.abort();
      }
      use.exit();
    }
  }

  private boolean tryReserve(long maxLength, boolean inPlace) {
    begin();
    boolean reserved = false;
    try {
      reserved = reserveOnce(maxLength, inPlace);
    } finally {
      if (!reserved) {
        use.exit();
      }
    }
    return reserved;
  }

  private boolean reserveOnce(long maxLength, boolean inPlace) {
    if (maxLength < 0) {
      throw new IllegalArgumentException("maxLength=" + maxLength);
    }
    if (maxLength > maxMessageLength) {
      throw new ShmException(
          ShmException.Kind.MESSAGE_TOO_LONG,
          "a message of %d bytes, and the lanes of %s take at most %d: create it with more capacity"
              .formatted(maxLength, file, maxMessageLength));
    }
    try {
      boolean reserved = inPlace ? lanes.tryClaim(maxLength) : lanes.tryClaimForCopy(maxLength);
      PageFaults.settle();
      return reserved;
    } catch (LaneFault | FencedException | IOException | InternalError e) {
      throw membership.told(e);
    }
  }

  /// The length of the claim that this thread has open, or -1 when it has none.
  long claimedLength() {
    return use.isInside() ? lanes.claimedLength() : -1;
  }

  MemorySegment claimed() {
    return lanes.claimed();
  }

  MemorySegment claimMemory() {
    return lanes.memory();
  }

  long claimOffset() {
    return lanes.claimedOffset();
  }

  void commit(long length) {
    try {
      lanes.commit(length);
      PageFaults.settle();
      recordSend(length);
    } catch (FencedException | InternalError e) {
      exitUnlessOpen();
      throw membership.told(e);
    } catch (RuntimeException | Error e) {
      exitUnlessOpen();
      throw e;
    }
    use.exit();
  }

  private void exitUnlessOpen() {
    if (lanes.claimedLength() < 0) {
      use.exit();
    }
  }

  private void recordSend(long length) {
    SendEvent event = new SendEvent();
    if (event.isEnabled()) {
      event.channel = file.toString();
      event.length = length;
      event.commit();
    }
  }

  void abort() {
    lanes.abort();
    use.exit();
  }

  /// What an access to the claim's memory has thrown, as users see it.
  ///
  /// @throws InternalError the one that was given, when it has nothing to do with the lanes
  ShmException told(InternalError e) {
    return membership.told(e);
  }
}
