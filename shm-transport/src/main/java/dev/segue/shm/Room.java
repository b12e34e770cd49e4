// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.events.BackPressureEvent;
import dev.segue.shm.internal.events.SendEvent;
import dev.segue.shm.internal.lane.LaneFault;
import dev.segue.shm.internal.membership.FencedException;
import dev.segue.shm.internal.os.PageFaults;
import dev.segue.shm.internal.routing.Outbound;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The claims of a publisher: one thread at a time reserves room in the lanes, waits for it if
/// necessary, and publishes or aborts it.
///
/// A use begins with {@link #begin()}. It ends when no room was reserved, or with the claim.
final class Room {

  private static final long SUBSCRIBERS_PARK_NANOS = 1_000_000;

  final Claim claim = new Claim(this);
  private final Path path;
  private final long maxMessageLength;
  private final Outbound lanes;
  private final Membership membership;
  private final Confinement use;
  private @Nullable Waiting waiting;

  /// Waits for room.
  private final class Waiting extends Sleeper {
    private long length;
    private boolean inPlace;

    Waiting() {
      super(membership);
    }

    boolean reserve(long maxLength, boolean writtenInPlace, long timeoutNanos) throws IOException {
      length = maxLength;
      inPlace = writtenInPlace;
      BackPressureEvent event = new BackPressureEvent();
      event.begin();
      boolean served = await(timeoutNanos) > 0;
      event.end();
      if (event.shouldCommit()) {
        event.channel = path.toString();
        event.length = maxLength;
        event.served = served;
        event.commit();
      }
      return served;
    }

    @Override
    int attempt() {
      return reserveOnce(length, inPlace) ? 1 : 0;
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

  Room(Path path, long maxMessageLength, Outbound lanes, Membership membership) {
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

  private void begin() {
    if (!use.enter()) {
      lanes.requireOpen();
      throw new IllegalStateException("the last claim is still open: commit or abort it first");
    }
  }

  /// Begins a use without a claim; {@link #tryReserve} makes it later.
  void beginUnclaimed() {
    begin();
    if (lanes.claimedLength() >= 0) {
      lanes.abort(); // The claim's thread ended without doing that.
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

  /// Begins a use and makes a claim; ends the use if there is no room in time.
  ///
  /// @param inPlace whether the caller is going to write to the claim's memory
  /// @param timeoutNanos zero or less: do not wait
  boolean tryClaim(long maxLength, boolean inPlace, long timeoutNanos) {
    begin();
    boolean reserved = false;
    try {
      reserved = tryReserve(maxLength, inPlace, timeoutNanos);
    } finally {
      if (!reserved) {
        use.exit();
      }
    }
    return reserved;
  }

  /// Makes a claim in a use that has begun.
  boolean tryReserve(long maxLength, boolean inPlace, long timeoutNanos) {
    return reserveOnce(maxLength, inPlace)
        || (timeoutNanos > 0 && await(maxLength, inPlace, timeoutNanos));
  }

  /// Begins a use and makes a claim. Waits for room without a time limit.
  void claim(long maxLength, IdleAction idle) {
    begin();
    boolean reserved = false;
    try {
      if (!reserveOnce(maxLength, true)) {
        idle.idle(1);
        do {
          if (Thread.currentThread().isInterrupted()) {
            throw interruptedWaiting("room");
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
  }

  private boolean await(long maxLength, boolean inPlace, long timeoutNanos) {
    Waiting known = waiting;
    try {
      if (known == null) {
        known = new Waiting();
        waiting = known;
      }
      return known.reserve(maxLength, inPlace, timeoutNanos);
    } catch (IOException | InternalError e) {
      throw membership.translate(e);
    }
  }

  private boolean reserveOnce(long maxLength, boolean inPlace) {
    if (maxLength < 0) {
      throw new IllegalArgumentException("maxLength=" + maxLength + ": it must not be negative");
    }
    if (maxLength > maxMessageLength) {
      throw new TransportException(
          TransportException.Kind.MESSAGE_TOO_LONG,
          "a message of %d bytes is too long: the lanes of %s take at most %d bytes; create the channel with more capacity"
              .formatted(maxLength, path, maxMessageLength));
    }
    try {
      boolean reserved = inPlace ? lanes.tryClaim(maxLength) : lanes.tryClaimForCopy(maxLength);
      PageFaults.settle();
      return reserved;
    } catch (LaneFault | FencedException | IOException | InternalError e) {
      throw membership.translate(e);
    }
  }

  /// The length of the claim that this thread has open, or -1 when it has none.
  long claimedLength() {
    return use.isInside() ? lanes.claimedLength() : -1;
  }

  MemorySegment claimed() {
    return lanes.claimed();
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

  void commitCopy(MemorySegment message) {
    try {
      lanes.commitCopy(message);
      PageFaults.settle();
      recordSend(message.byteSize());
    } catch (FencedException | InternalError e) {
      throw membership.translate(e);
    } finally {
      end();
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
      lanes.begin();
      PageFaults.settle();
      return lanes.subscribers();
    } catch (LaneFault | FencedException | IOException | InternalError e) {
      throw membership.translate(e);
    }
  }

  boolean awaitSubscribers(int count, long timeoutNanos) {
    begin();
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

  /// Translates an error that an access to the claim's memory has thrown.
  ///
  /// @throws InternalError the same error, if a truncated file is not its cause
  TransportException translate(InternalError e) {
    return membership.translate(e);
  }
}
