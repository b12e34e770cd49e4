// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import dev.segue.shm.Claim;
import dev.segue.shm.Publisher;
import dev.segue.shm.TransportException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Sends the records of any number of threads through one publisher. No caller waits, either for
/// another caller or for room.
///
/// The holder of the lock writes; others append to a queue, which the holder empties in its {@link
/// #flush}. When there is no room, a helper thread waits for it, and everything is appended to the
/// queue until the helper has written the rest.
///
/// Records are complete when they arrive here: the lock covers only copying of bytes, and no code
/// of the application.
public final class Sender {

  /// The outcome of sending a record.
  public enum Sent {
    /// It is in the lane, where the peer can read it even if this process leaves.
    WRITTEN,
    /// It waits for its turn or for room. Its owner is notified when it is in the lane.
    QUEUED,
    /// The connection has ended, so the record was dropped.
    DROPPED
  }

  private static final Logger LOGGER = System.getLogger("dev.segue.grpc.shm");

  private static final Duration ROOM_POLL = Duration.ofMillis(50);

  /// The maximum number of waiting bytes in records without an owner.
  private static final long MAX_ANSWERS = 16 * 1024 * 1024;

  private final Publisher publisher;
  private final Executor helpers;
  private final Consumer<@Nullable Throwable> onEnd;
  private final ReentrantLock lock = new ReentrantLock();
  private final ConcurrentLinkedQueue<OutgoingRecord> queue = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean waiting = new AtomicBoolean();

  /// The bytes in the queue in records without an owner.
  private final AtomicLong answers = new AtomicLong();

  private volatile boolean ended;
  private volatile boolean peerGone;

  /// @param onEnd accepts a failure, or null if the peer is gone
  Sender(Publisher publisher, Executor helpers, Consumer<@Nullable Throwable> onEnd) {
    this.publisher = publisher;
    this.helpers = helpers;
    this.onEnd = onEnd;
  }

  /// The length of the longest record.
  public long maxRecordLength() {
    return publisher.maxMessageLength();
  }

  /// Claims room, if there is any and the connection has not ended since the caller checked: after
  /// its end, the lane may be unmapped.
  private @Nullable Claim tryClaim(long length) {
    try {
      return ended ? null : publisher.tryClaim(length);
    } catch (RuntimeException e) {
      fail(e);
      return null;
    }
  }

  /// @return whether the record is in the lane
  private boolean commit(Claim claim, OutgoingRecord message) {
    OutgoingRecord.Owner owner = message.owner();
    try {
      message.write(claim.memory(), claim.offset());
      if (owner != null) {
        owner.beforeCommit();
      }
      claim.commit(message.byteSize());
      if (owner != null) {
        owner.afterCommit();
      }
      return true;
    } catch (RuntimeException e) {
      fail(e);
      return false;
    }
  }

  /// Sends a record, now or once it is its turn and there is room.
  ///
  /// @throws IllegalArgumentException if it is longer than {@link #maxRecordLength}
  public Sent send(OutgoingRecord message) {
    if (message.byteSize() > maxRecordLength()) {
      throw new IllegalArgumentException(
          "a record of %d bytes, where the longest is %d"
              .formatted(message.byteSize(), maxRecordLength()));
    }
    if (ended) {
      return Sent.DROPPED;
    }
    if (queue.isEmpty() && lock.tryLock()) {
      try {
        if (queue.isEmpty() && write(message)) {
          return Sent.WRITTEN;
        }
      } finally {
        lock.unlock();
      }
    }
    return ended ? Sent.DROPPED : append(message);
  }

  /// Appends to the queue. Calls limit how much applications send. This method limits automatic
  /// replies: a peer that requests them without reading loses the connection.
  Sent append(OutgoingRecord message) {
    if (message.owner() == null && answers.addAndGet(message.byteSize()) > MAX_ANSWERS) {
      fail(new IllegalStateException("the peer does not read the answers to its frames"));
      return Sent.DROPPED;
    }
    queue.add(message);
    return Sent.QUEUED;
  }

  /// @return whether the record is in the lane
  private boolean write(OutgoingRecord message) {
    try (Claim claim = tryClaim(message.byteSize())) {
      return claim != null && commit(claim, message);
    }
  }

  /// Writes what other threads have appended meanwhile, unless another thread is doing that. Must
  /// be called after sending, without a lock: it notifies the owners of other records.
  public void flush() {
    // Each thread tries to acquire the lock after appending, and each holder checks the queue after
    // releasing the lock, so no record is forgotten.
    while (!queue.isEmpty() && lock.tryLock()) {
      List<OutgoingRecord> done = new ArrayList<>();
      boolean all;
      try {
        all = writeQueued(done);
      } finally {
        lock.unlock();
      }
      notifyOwners(done);
      if (ended) {
        return;
      }
      if (!all) {
        awaitRoom();
        return;
      }
    }
  }

  private boolean writeQueued(List<OutgoingRecord> done) {
    OutgoingRecord next;
    while ((next = queue.peek()) != null) {
      if (!write(next)) {
        return false;
      }
      queue.remove();
      done.add(next);
    }
    return true;
  }

  private void notifyOwners(List<OutgoingRecord> done) {
    for (OutgoingRecord message : done) {
      OutgoingRecord.Owner owner = message.owner();
      if (owner == null) {
        answers.addAndGet(-message.byteSize());
      } else {
        try {
          owner.onWritten(message.byteSize());
        } catch (RuntimeException | Error e) {
          // The other records in the list have owners that wait to be notified.
          LOGGER.log(Level.ERROR, "the sender of a record has failed", e);
        }
      }
    }
  }

  private void awaitRoom() {
    if (waiting.compareAndSet(false, true)) {
      try {
        helpers.execute(this::writeWithRoom);
      } catch (RuntimeException | Error e) {
        waiting.set(false);
        fail(e);
      }
    }
  }

  /// Waits for room and writes, until the queue is empty. Only the end of the connection stops it,
  /// because all calls depend on it.
  private void writeWithRoom() {
    try {
      while (!queue.isEmpty() && !ended) {
        List<OutgoingRecord> done = new ArrayList<>();
        lock.lock();
        try {
          OutgoingRecord next = queue.peek();
          if (next != null && !ended && writeWithin(next)) {
            queue.remove();
            done.add(next);
            writeQueued(done);
          }
        } finally {
          lock.unlock();
        }
        notifyOwners(done);
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    } finally {
      waiting.set(false);
    }
    flush();
  }

  private boolean writeWithin(OutgoingRecord message) {
    try (Claim claim = publisher.tryClaim(message.byteSize(), ROOM_POLL)) {
      if (claim == null) {
        checkPeer();
        return false;
      }
      return commit(claim, message);
    } catch (TransportException e) {
      if (e.kind() != TransportException.Kind.INTERRUPTED) {
        throw e;
      }
      // The interrupt was meant for an earlier task of this thread.
      boolean _ = Thread.interrupted();
      return false;
    }
  }

  /// Whether the peer has left or died. Returns false if that cannot be determined now.
  boolean isPeerGone() {
    if (!peerGone && lock.tryLock()) {
      try {
        checkPeer();
      } finally {
        lock.unlock();
      }
      flush();
    }
    return peerGone;
  }

  private void checkPeer() {
    if (!ended && publisher.subscriberCount() == 0) {
      peerGone = true;
      ended = true;
      onEnd.accept(null);
    }
  }

  private void fail(Throwable e) {
    if (!ended) {
      ended = true;
      onEnd.accept(e);
    }
  }

  /// Writes the queued records that fit, and drops the rest and all later records. Afterwards no
  /// thread uses the lane, so it can be unmapped.
  ///
  /// @param last the last record, or null. It says why the connection ends, so it is also written
  ///   if the connection has failed, unless the peer is gone
  void end(@Nullable OutgoingRecord last) {
    List<OutgoingRecord> done = new ArrayList<>();
    lock.lock();
    try {
      int left = queue.size();
      OutgoingRecord next;
      while (!ended && left-- > 0 && (next = queue.poll()) != null && write(next)) {
        done.add(next);
      }
      if (last != null && !peerGone) {
        writeLast(last);
      }
    } finally {
      ended = true;
      queue.clear();
      lock.unlock();
    }
    notifyOwners(done);
  }

  private void writeLast(OutgoingRecord last) {
    try (Claim claim = publisher.tryClaim(last.byteSize())) {
      if (claim != null) {
        last.write(claim.memory(), claim.offset());
        claim.commit(last.byteSize());
      }
    } catch (RuntimeException | Error e) {
      LOGGER.log(Level.DEBUG, "cannot report why a connection has ended", e);
    }
  }
}
