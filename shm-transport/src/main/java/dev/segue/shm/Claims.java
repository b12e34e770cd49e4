// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.events.BackPressureEvent;
import dev.segue.shm.internal.events.SendEvent;
import dev.segue.shm.internal.lane.LaneFault;
import dev.segue.shm.internal.membership.FencedException;
import dev.segue.shm.internal.os.PageFaults;
import dev.segue.shm.internal.routing.PublisherLanes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The claims of a publisher: one thread at a time reserves room in the lanes, waits for it if
/// necessary, and publishes or aborts it.
///
/// A use begins with {@link #begin()}. It ends with the claim, or at once if no room was reserved.
final class Claims {

  private static final long SUBSCRIBERS_PARK_NANOS = 1_000_000;

  final Claim claim = new Claim(this);
  private final Path path;
  private final long maxMessageLength;
  private final PublisherLanes lanes;
  private final Membership membership;
  private final Confinement use;
  private @Nullable Waiting waiting;

  /// Waits for room.
  private final class Waiting extends Sleeper {
    private long length;

    /// The message to publish; null: only make a claim.
    private @Nullable MemorySegment message;

    Waiting() {
      super(membership);
    }

    boolean serve(@Nullable MemorySegment newMessage, long newLength, long timeoutNanos)
        throws IOException {
      message = newMessage;
      length = newLength;
      BackPressureEvent event = new BackPressureEvent();
      event.begin();
      boolean served = await(timeoutNanos) > 0;
      event.end();
      message = null;
      if (event.shouldCommit()) {
        event.channel = path.toString();
        event.length = newLength;
        event.served = served;
        event.commit();
      }
      return served;
    }

    @Override
    int attempt() {
      MemorySegment whole = message;
      return (whole == null ? reserveOnce(length) : offerOnce(whole)) ? 1 : 0;
    }

    @Override
    boolean isOutdated() {
      return lanes.isOutdated();
    }

    @Override
    TransportException interrupted() {
      return interruptedWaiting("room");
    }
  }

  Claims(Path path, long maxMessageLength, PublisherLanes lanes, Membership membership) {
    this.path = path;
    this.maxMessageLength = maxMessageLength;
    this.lanes = lanes;
    this.membership = membership;
    this.use = new Confinement("the publisher of " + path);
  }

  private TransportException interruptedWaiting(String what) {
    return new TransportException(
        TransportException.Kind.INTERRUPTED,
        "interrupted while waiting for " + what + " in " + path);
  }

  private Confinement.Bias begin() {
    Confinement.Bias entered = use.tryEnter();
    if (entered == null) {
      lanes.requireOpen();
      throw new IllegalStateException("the last claim is still open: commit or abort it first");
    }
    return entered;
  }

  /// Begins a use without a claim; {@link #tryReserve} makes it later.
  void beginUnclaimed() {
    Confinement.Bias _ = begin();
    if (lanes.claimedLength() >= 0) {
      lanes.abort(); // Its thread ended without closing the claim.
    }
  }

  /// Ends the use that this thread has begun, if any, and aborts its open claim.
  void end() {
    if (use.isInside()) {
      if (lanes.claimedLength() >= 0) {
        lanes.abort();
      }
      use.exit();
    }
  }

  /// Copies a message and publishes it, if there is room in time.
  ///
  /// @param timeoutNanos zero or less: do not wait
  boolean offer(MemorySegment message, long timeoutNanos) {
    Confinement.Bias entered = begin();
    try {
      return offerOnce(message)
          || (timeoutNanos > 0 && await(message, message.byteSize(), timeoutNanos));
    } finally {
      use.exit(entered);
    }
  }

  private boolean offerOnce(MemorySegment message) {
    long length = message.byteSize();
    if (length > maxMessageLength) {
      throw tooLong(length);
    }
    try {
      boolean sent = lanes.offer(message, length);
      PageFaults.settle();
      if (sent) {
        recordSend(length);
      }
      return sent;
    } catch (LaneFault | FencedException | IOException | InternalError e) {
      throw membership.translate(e);
    }
  }

  /// Begins a use and makes a claim; ends the use if there is no room in time.
  ///
  /// @param timeoutNanos zero or less: do not wait
  boolean tryClaim(long maxLength, long timeoutNanos) {
    Confinement.Bias _ = begin();
    boolean reserved = false;
    try {
      reserved = tryReserve(maxLength, timeoutNanos);
    } finally {
      if (!reserved) {
        use.exit();
      }
    }
    return reserved;
  }

  /// Makes a claim in a use that has begun.
  boolean tryReserve(long maxLength, long timeoutNanos) {
    return reserveOnce(maxLength) || (timeoutNanos > 0 && await(null, maxLength, timeoutNanos));
  }

  /// Begins a use and makes a claim. Waits for room without a time limit.
  void claim(long maxLength, IdleAction idle) {
    Confinement.Bias _ = begin();
    boolean reserved = false;
    try {
      if (!reserveOnce(maxLength)) {
        idle.idle(1);
        do {
          if (Thread.currentThread().isInterrupted()) {
            throw interruptedWaiting("room");
          }
          idle.idle(0);
        } while (!reserveOnce(maxLength));
      }
      reserved = true;
    } finally {
      if (!reserved) {
        use.exit();
      }
    }
  }

  private boolean await(@Nullable MemorySegment message, long length, long timeoutNanos) {
    Waiting known = waiting;
    try {
      if (known == null) {
        known = new Waiting();
        waiting = known;
      }
      return known.serve(message, length, timeoutNanos);
    } catch (IOException | InternalError e) {
      throw membership.translate(e);
    }
  }

  private boolean reserveOnce(long maxLength) {
    if (maxLength < 0) {
      throw new IllegalArgumentException("maxLength=" + maxLength + ": it must not be negative");
    }
    if (maxLength > maxMessageLength) {
      throw tooLong(maxLength);
    }
    try {
      boolean reserved = lanes.tryClaim(maxLength);
      PageFaults.settle();
      return reserved;
    } catch (LaneFault | FencedException | IOException | InternalError e) {
      throw membership.translate(e);
    }
  }

  private TransportException tooLong(long length) {
    return new TransportException(
        TransportException.Kind.MESSAGE_TOO_LONG,
        "a message of %d bytes is too long: the lanes of %s take at most %d bytes; create the channel with more capacity"
            .formatted(length, path, maxMessageLength));
  }

  /// The length of the claim that this thread has open, or -1 when it has none.
  long claimedLength() {
    return use.isInside() ? lanes.claimedLength() : -1;
  }

  /// A view of the open claim.
  MemorySegment claimed() {
    return lanes.memory().asSlice(lanes.claimedOffset(), lanes.claimedLength());
  }

  MemorySegment memory() {
    return lanes.memory();
  }

  long offset() {
    return lanes.claimedOffset();
  }

  void commit(long length) {
    try {
      lanes.commit(length);
      PageFaults.settle();
      recordSend(length);
    } catch (FencedException | InternalError e) {
      exitUnlessOpen();
      throw membership.translate(e);
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
      event.channel = path.toString();
      event.length = length;
      event.commit();
    }
  }

  void abort() {
    lanes.abort();
    use.exit();
  }

  /// The number of subscribers at the other ends of the lanes. While this thread has an open claim,
  /// the number at the time of the claim.
  int subscribers() {
    boolean entered = use.enter();
    try {
      return entered ? subscribersNow() : lanes.subscribers();
    } finally {
      if (entered) {
        use.exit();
      }
    }
  }

  private int subscribersNow() {
    try {
      int count = lanes.subscribersNow();
      PageFaults.settle();
      return count;
    } catch (LaneFault | FencedException | IOException | InternalError e) {
      throw membership.translate(e);
    }
  }

  boolean awaitSubscribers(int count, long timeoutNanos) {
    Confinement.Bias _ = begin();
    try {
      long start = System.nanoTime();
      while (subscribersNow() < count) {
        long left = timeoutNanos - (System.nanoTime() - start);
        if (left <= 0) {
          return false;
        }
        if (Thread.currentThread().isInterrupted()) {
          throw interruptedWaiting("subscribers");
        }
        LockSupport.parkNanos(Math.min(left, SUBSCRIBERS_PARK_NANOS));
      }
      return true;
    } finally {
      use.exit();
    }
  }

  /// Translates an error thrown by an access to the claim's memory.
  ///
  /// @throws InternalError the same error, if a truncated file is not its cause
  TransportException translate(InternalError e) {
    return membership.translate(e);
  }
}
